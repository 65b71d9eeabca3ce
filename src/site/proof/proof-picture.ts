/** How far one link of the chain has been checked. `built`: by whoever built the page, not by its reader. */
export type LinkState = "built" | "checked" | "wrong" | "open";

/** A run of leaves: the first, and the one after the last. */
export interface LeafRange {
	readonly from: number;
	readonly to: number;
}

/** Two hashes and what they give; hex. */
export interface PictureStep {
	/** Which of the two the proof gave; the other was computed. */
	readonly given: "left" | "right";
	readonly left: string;
	readonly right: string;
	readonly parent: string;
	/** The leaves that the given hash stands for. */
	readonly covers: LeafRange;
	readonly state: LinkState;
}

/**
 * The chain from a receipt's bytes to a signature: file → entry → leaf → steps → root → checkpoint. Each link's state is
 * that of the computation that leads on from there.
 */
export interface ProofPicture {
	/** Id that the entry names, hex. */
	readonly receipt: { readonly id: string; readonly state: LinkState };
	/** The log's entry, to the letter. */
	readonly entry: { readonly text: string; readonly leafHash: string; readonly state: LinkState };
	readonly index: number;
	/** Leaves in the log. */
	readonly size: number;
	/** From the leaf to the root. */
	readonly steps: readonly PictureStep[];
	/** The last computed hash, beside the one that the checkpoint names. */
	readonly root: { readonly computed: string; readonly signed: string; readonly state: LinkState };
	readonly checkpoint: { readonly origin: string; readonly signer: string; readonly state: LinkState };
}

/** Links of a picture: the receipt, the entry, each step, the root, the signature. */
export type LinkName = "receipt" | "entry" | `step-${number}` | "root" | "signature";

/** The chain's links in the order in which they are computed. */
export function linksOf(picture: ProofPicture): { readonly name: LinkName; readonly state: LinkState }[] {
	return [
		{ name: "receipt", state: picture.receipt.state },
		{ name: "entry", state: picture.entry.state },
		...picture.steps.map(({ state }, at) => ({ name: `step-${at + 1}` as const, state })),
		{ name: "root", state: picture.root.state },
		{ name: "signature", state: picture.checkpoint.state },
	];
}

/** The same picture with every link that was checked in another state. */
export function withState(picture: ProofPicture, state: LinkState): ProofPicture {
	const turned = <T extends { readonly state: LinkState }>(link: T): T =>
		link.state === "checked" ? { ...link, state } : link;
	return {
		...picture,
		receipt: turned(picture.receipt),
		entry: turned(picture.entry),
		steps: picture.steps.map(turned),
		root: turned(picture.root),
		checkpoint: turned(picture.checkpoint),
	};
}

/**
 * For each hash of an audit path, from the leaf upwards, the leaves under it. RFC 6962 section 2.1.1.
 * @throws RangeError when the tree has no such leaf
 */
export function coveredLeaves(index: number, size: number): LeafRange[] {
	if (!(index >= 0 && index < size)) throw new RangeError(`A tree of ${size} leaves has no leaf ${index}.`);
	const ranges: LeafRange[] = [];
	let [from, to] = [0, size];
	while (to - from > 1) {
		let half = 1;
		while (half * 2 < to - from) half *= 2;
		const middle = from + half;
		ranges.push(index < middle ? { from: middle, to } : { from, to: middle });
		if (index < middle) to = middle;
		else from = middle;
	}
	return ranges.reverse();
}
