import { digitGroups } from "#core/wording.ts";
import { leafCount, stepCount } from "#site/proof/proof-words.ts";
import type { Examination } from "./examine-proof.ts";

/** What comes of an examination, for people. `partly`: nothing is wrong, but not everything could be looked at. */
export interface ProofVerdict {
	readonly kind: "verified" | "partly" | "wrong";
	readonly title: string;
	readonly says: string;
}

/** Names of the links as they are told when one fails. */
const LINK_WORDS: Readonly<Record<string, string>> = {
	receipt: "The receipt's bytes do not match",
	entry: "The entry of the log does not match",
	root: "The root does not match",
	signature: "The signature is not right",
};

/** The first fault names the step that failed. */
export function verdictOf({ picture, faults, unable }: Examination): ProofVerdict {
	const [first, ...others] = faults;
	if (first) {
		const link = LINK_WORDS[first.link] ?? `Step ${first.link.slice("step-".length)} does not match`;
		return {
			kind: "wrong",
			title: `Not verified. ${link}.`,
			says: [first, ...others].map(({ says }) => says).join(" "),
		};
	}
	const { index, size, steps, checkpoint } = picture;
	const walked = `leaf ${digitGroups(index)} of ${leafCount(size)} leads to the root in ${stepCount(steps.length)}`;
	if (unable !== undefined) {
		const says = `Every hash is right: ${walked}. Who signed that root has not been checked. ${unable}`;
		return { kind: "partly", title: "The hashes are right; the signature could not be checked.", says };
	}
	const signed = `the root is signed with the key ${checkpoint.signer}`;
	if (picture.receipt.state !== "checked") {
		const says = `Your browser computed that ${walked}, and that ${signed}. It has not seen the receipt's bytes, only their SHA-256 in the entry.`;
		return { kind: "verified", title: "The entry is in the log.", says };
	}
	const says = `Your browser computed that these bytes have the SHA-256 in the entry, that ${walked}, and that ${signed}.`;
	return { kind: "verified", title: "Verified in your browser.", says };
}
