import type { ProofPicture } from "./proof-picture.ts";

const hex = (digit: string) => digit.repeat(64);

/** Leaf 1 of a log of 3, with every link checked and made-up, distinguishable hashes. */
export function samplePicture(parts: Partial<ProofPicture> = {}): ProofPicture {
	return {
		receipt: { id: hex("1"), state: "checked" },
		entry: { text: '{"kind":"audit","v":1}', leafHash: hex("b"), state: "checked" },
		index: 1,
		size: 3,
		steps: [
			{
				given: "left",
				left: hex("a"),
				right: hex("b"),
				parent: hex("c"),
				covers: { from: 0, to: 1 },
				state: "checked",
			},
			{
				given: "right",
				left: hex("c"),
				right: hex("d"),
				parent: hex("e"),
				covers: { from: 2, to: 3 },
				state: "checked",
			},
		],
		root: { computed: hex("e"), signed: hex("e"), state: "checked" },
		checkpoint: { origin: "log.example/receipts", signer: "log.example/receipts+01234567", state: "checked" },
		...parts,
	};
}
