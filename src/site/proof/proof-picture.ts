/** `built`: checked by the maker of the page, not by its reader. */
export type LinkState = "built" | "checked" | "wrong" | "open";

/** `to` is one after the last. */
export interface LeafRange {
	readonly from: number;
	readonly to: number;
}

/** Hex. */
export interface PictureStep {
	/** Which of the two the proof gave; the other was computed. */
	readonly given: "left" | "right";
	readonly left: string;
	readonly right: string;
	readonly parent: string;
	/** Leaves under the given hash. */
	readonly covers: LeafRange;
	readonly state: LinkState;
}

/** File → entry → leaf → steps → root → checkpoint; a link's state is that of the computation that leads on. */
export interface ProofPicture {
	/** Named by the entry; hex. */
	readonly receipt: { readonly id: string; readonly state: LinkState };
	/** The log's entry, to the letter. */
	readonly entry: { readonly text: string; readonly leafHash: string; readonly state: LinkState };
	readonly index: number;
	/** In leaves. */
	readonly size: number;
	/** From the leaf to the root. */
	readonly steps: readonly PictureStep[];
	readonly root: { readonly computed: string; readonly signed: string; readonly state: LinkState };
	readonly checkpoint: { readonly origin: string; readonly signer: string; readonly state: LinkState };
}

export type LinkName = "receipt" | "entry" | `step-${number}` | "root" | "signature";

export function linksOf(picture: ProofPicture): { readonly name: LinkName; readonly state: LinkState }[] {
	return [
		{ name: "receipt", state: picture.receipt.state },
		{ name: "entry", state: picture.entry.state },
		...picture.steps.map(({ state }, at) => ({ name: `step-${at + 1}` as const, state })),
		{ name: "root", state: picture.root.state },
		{ name: "signature", state: picture.checkpoint.state },
	];
}

/** Changes checked links alone. */
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

/** From the leaf upwards. RFC 6962 section 2.1.1. @throws RangeError when the tree has no such leaf */
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
