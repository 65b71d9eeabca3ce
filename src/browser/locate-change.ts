import type { LinkName, ProofPicture } from "#site/proof/proof-picture.ts";
import type { Examination } from "./examine-proof.ts";

/** What a page was built with. */
export interface BuiltHashes {
	/** The root that was signed. */
	readonly signed: string;
	readonly leafHash: string;
	/** Hashes that the proof gave, from the leaf upwards. */
	readonly given: readonly string[];
}

/**
 * A root that does not come out says that something below it is wrong, and not what. Where the page was built from the
 * same checkpoint, its own hashes show the first link that differs, and what follows from it counts for nothing.
 */
export function locateChange(examined: Examination, built: BuiltHashes): Examination {
	const { picture, faults } = examined;
	const fault = faults.find(({ link }) => link === "root");
	if (!fault || picture.root.signed !== built.signed) return examined;
	const link = firstDifference(picture, built);
	if (!link) return examined;
	const where = link === "entry" ? "The entry" : `The hash given in step ${link.slice("step-".length)}`;
	const says = `${where} is not the one that this page was built with. ${fault.says}`;
	return {
		...examined,
		picture: breakAt(picture, link),
		faults: faults.map((each) => (each === fault ? { link, says } : each)),
	};
}

function firstDifference({ entry, steps }: ProofPicture, built: BuiltHashes): LinkName | undefined {
	if (entry.leafHash !== built.leafHash) return "entry";
	const at = steps.findIndex(({ given, left, right }, step) => (given === "left" ? left : right) !== built.given[step]);
	return at < 0 ? undefined : `step-${at + 1}`;
}

/** What is computed from something wrong is neither right nor wrong. */
function breakAt(picture: ProofPicture, link: LinkName): ProofPicture {
	const first = link === "entry" ? -1 : Number(link.slice("step-".length)) - 1;
	const stateAt = (step: number) => {
		if (step === first) return "wrong";
		return step > first ? "open" : "checked";
	};
	return {
		...picture,
		entry: { ...picture.entry, state: stateAt(-1) },
		steps: picture.steps.map((step, at) => ({ ...step, state: stateAt(at) })),
		root: { ...picture.root, state: "open" },
	};
}
