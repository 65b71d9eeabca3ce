import { counted, digitGroups, plainCount, spokenDate } from "#core/wording.ts";
import type { LeafRange, LinkState, PictureStep, ProofPicture } from "./proof-picture.ts";

/** `9f86d081…0a08`: enough of a hash to recognise it. */
export function shortHash(hex: string): string {
	return `${hex.slice(0, 8)}…${hex.slice(-4)}`;
}

/** `leaf 4`, `leaves 8 to 11`; counted from 0, as in the log. */
export function rangeWords({ from, to }: LeafRange): string {
	return to - from === 1 ? `leaf ${digitGroups(from)}` : `leaves ${digitGroups(from)} to ${digitGroups(to - 1)}`;
}

export function shortRange({ from, to }: LeafRange): string {
	return to - from === 1 ? `leaf ${digitGroups(from)}` : `leaves ${digitGroups(from)}–${digitGroups(to - 1)}`;
}

export function leafCount(count: number): string {
	return counted(count, "leaf", "leaves");
}

export function stepCount(count: number): string {
	return plainCount(count, "step");
}

/** One with whole hashes for each link, in the order of computing. */
export function proofSentences(picture: ProofPicture) {
	const { receipt, entry, index, size, root, checkpoint } = picture;
	return [
		{ says: `The entry names the receipt whose file has the SHA-256 ${receipt.id}.`, state: receipt.state },
		{
			says: `The entry is ${entry.text}. SHA-256 of a byte 00 and the entry gives the hash of leaf ${digitGroups(index)}: ${entry.leafHash}.`,
			state: entry.state,
		},
		...picture.steps.map((step, at) => ({ says: stepSentence(step, at + 1), state: step.state })),
		{ says: rootSentence(root, size), state: root.state },
		{
			says: `The checkpoint of ${checkpoint.origin} with that root is signed with the key ${checkpoint.signer}.`,
			state: checkpoint.state,
		},
	];
}

function stepSentence({ given, left, right, parent, covers }: PictureStep, number: number): string {
	const theirs = given === "left" ? left : right;
	const order = given === "left" ? "that hash and the one so far" : "the one so far and that hash";
	return `Step ${number}: the proof gives ${theirs} for ${rangeWords(covers)}. SHA-256 of a byte 01, ${order} is ${parent}.`;
}

function rootSentence({ computed, signed }: ProofPicture["root"], size: number): string {
	if (computed === signed) return `That is the root that the checkpoint names for ${leafCount(size)}.`;
	return `That should be the root that the checkpoint names for ${leafCount(size)}, but the checkpoint names ${signed}.`;
}

export const STATE_WORDS: Readonly<Record<LinkState, string>> = {
	built: "computed when this page was built",
	checked: "checked",
	wrong: "wrong",
	open: "not checked",
};

export interface LeafPosition {
	readonly index: number;
	readonly origin: string;
	/** Leaves of the checkpoint that its proof is bound to. */
	readonly since: number;
}

export interface ReceiptStateOptions {
	/** Undefined while it waits for the next seal. */
	readonly place: LeafPosition | undefined;
	readonly shown: boolean;
	/** ISO 8601. */
	readonly removedAt: string | undefined;
	/** Of a live audit. */
	readonly unlisted: boolean;
}

export function receiptState({ place, ...rest }: ReceiptStateOptions): string {
	return [place ? placeWords(place) : "This receipt waits for the next seal of the log.", hiddenWords(rest)]
		.filter(Boolean)
		.join(" ");
}

function placeWords({ index, origin, since }: LeafPosition): string {
	return `Leaf ${digitGroups(index)} in the log ${origin}, since the checkpoint of ${leafCount(since)}.`;
}

function hiddenWords({ shown, removedAt, unlisted }: Omit<ReceiptStateOptions, "place">): string {
	if (shown) return "";
	if (removedAt !== undefined)
		return `It was taken down on ${spokenDate(removedAt)}, at the request of the site's owner. The leaf stays: it names nobody.`;
	if (unlisted) return "An unlisted audit: what it says is not published. Its leaf stays: it names nobody.";
	return "This site does not show what it says: the domain is not one that it publishes, or its owner has had it taken down. The leaf stays: it names nobody.";
}
