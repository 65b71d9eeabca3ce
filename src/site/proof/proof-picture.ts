import { counted, digitGroups, plainCount, spokenDate } from "#core/wording.ts";
import { escapeMarkup } from "../page/page-text.ts";

/** `built`: checked by the build, not by the reader. */
export type LinkState = "built" | "checked" | "wrong" | "open";

/** `to` is exclusive. */
interface LeafRange {
	readonly from: number;
	readonly to: number;
}

/** Hex. */
interface PictureStep {
	/** Which of the two came from the proof; the other was computed. */
	readonly given: "left" | "right";
	readonly left: string;
	readonly right: string;
	readonly parent: string;
	/** Leaves below the given hash. */
	readonly covers: LeafRange;
	readonly state: LinkState;
}

/** File → entry → leaf → steps → root → checkpoint. A link's state is that of the computation to the next one. */
export interface ProofPicture {
	/** Hex id in the entry. */
	readonly receipt: { readonly id: string; readonly state: LinkState };
	/** The log entry, verbatim. */
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

/** Changes only checked links. */
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

type Place = "left" | "right" | "middle";

/** Escapes content of the reader's file. No inline styles, because of the CSP. Kept short: each leaf has a page. */
export function proofPictureHtml(picture: ProofPicture): string {
	return `<ol class="climb">${rows(picture).join("")}</ol>`;
}

export function proofSentencesHtml(picture: ProofPicture): string {
	const items = proofSentences(picture).map(({ says, state }) =>
		state === "built"
			? `<li>${escapeMarkup(says)}</li>`
			: `<li data-state="${state}">${escapeMarkup(says)} <span class="quiet">(${STATE_WORDS[state]})</span></li>`,
	);
	return `<ol class="steps">${items.join("")}</ol>`;
}

function rows(picture: ProofPicture): string[] {
	const { receipt, entry, index, size, steps, root, checkpoint } = picture;
	const places: Place[] = [...steps.map(({ given }) => (given === "left" ? "right" : "left")), "middle"];
	const single = (to: Place, name: string, value: string, link: string) => row(to, box(name, value), link);
	return [
		single("middle", "Receipt", hash(receipt.id), joint("receipt", receipt.state, "SHA-256 of the file", [receipt.id])),
		single(
			places[0] ?? "middle",
			`Entry ${digitGroups(index)} of the log`,
			`<code>${breakable(entry.text)}</code>`,
			joint("entry", entry.state, "SHA-256", [`SHA-256(00 ‖ ${entry.text})`, `= ${entry.leafHash}`]),
		),
		...steps.map((step, at) => stepRow(step, at, places[at + 1] ?? "middle", index)),
		single(
			"middle",
			`Root of ${leafCount(size)}`,
			hash(root.computed),
			joint("root", root.state, "equal to the signed root", [
				root.computed,
				`${root.state === "wrong" ? "≠" : "="} ${root.signed}`,
			]),
		),
		single(
			"middle",
			`Checkpoint of ${escapeMarkup(checkpoint.origin)}`,
			hash(root.signed),
			joint("signature", checkpoint.state, "Ed25519 signature", [checkpoint.signer]),
		),
	];
}

function stepRow(step: PictureStep, at: number, to: Place, index: number): string {
	const { given, left, right, parent, state, covers } = step;
	const boxes = (["left", "right"] as const).map((side) => {
		const value = hash(side === "left" ? left : right);
		if (side !== given) return box(at === 0 ? `leaf ${digitGroups(index)}` : "computed", value);
		const kind = covers.to - covers.from > 1 ? "subtree" : "leaf";
		return box(`given: ${shortRange(covers)}`, value, ` data-given="${kind}"`);
	});
	const formula = ["SHA-256(01", `‖ ${left}`, `‖ ${right})`, `= ${parent}`];
	return row(to, boxes.join(""), joint(`step-${at + 1}`, state, `Step ${at + 1}: SHA-256`, formula), given);
}

/** @param to place of the result */
function row(to: Place, boxes: string, link: string, given?: "left" | "right"): string {
	return `<li data-to="${to}"${given === undefined ? "" : ` data-step="${given}"`}>${boxes}${link}</li>`;
}

/** @param name markup @param value markup */
function box(name: string, value: string, attributes = ""): string {
	return `<p${attributes}><span>${name}</span> ${value}</p>`;
}

/** Shortened; the details beside it have the full hash. */
function hash(hex: string): string {
	return `<code>${escapeMarkup(shortHash(hex))}</code>`;
}

/** Adds line break opportunities, because an entry has no spaces. */
function breakable(text: string): string {
	return escapeMarkup(text).replaceAll(",", ",<wbr>");
}

/** Expands to full hashes. CSS draws the lines before and after it. */
function joint(name: LinkName, state: LinkState, does: string, whole: readonly string[]): string {
	const lines = whole.map((line) => `<code>${escapeMarkup(line)}</code>`).join("");
	return `<details data-link="${name}" data-state="${state}"><summary>${does}${stateMark(state)}</summary><div>${lines}</div></details>`;
}

/** A sign with a word, so that colour is not needed. */
function stateMark(state: LinkState): string {
	if (state === "built") return "";
	const sign = state === "open" ? "M3 8h10" : state === "checked" ? "M3 8.5l3.2 3.2L13 4.5" : "M4 4l8 8M12 4l-8 8";
	return ` <svg viewBox="0 0 16 16" aria-hidden="true"><path d="${sign}"/></svg><span class="unseen">${STATE_WORDS[state]}</span>`;
}

/** `9f86d081…0a08` */
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

/** One sentence with full hashes per link, in order of computation. */
function proofSentences(picture: ProofPicture) {
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

/** What the maker of the page computed, the page says once, above. */
const STATE_WORDS: Readonly<Record<Exclude<LinkState, "built">, string>> = {
	checked: "checked",
	wrong: "wrong",
	open: "not checked",
};

interface LeafPosition {
	readonly index: number;
	readonly origin: string;
	/** Size of the checkpoint of its proof. */
	readonly since: number;
}

interface ReceiptStateOptions {
	/** Undefined until it is sealed. */
	readonly place: LeafPosition | undefined;
	readonly shown: boolean;
	/** ISO 8601. */
	readonly removedAt: string | undefined;
	/** Whether it is a live audit's. */
	readonly unlisted: boolean;
}

export function receiptState({ place, ...rest }: ReceiptStateOptions): string {
	return [place ? placeWords(place) : "This receipt will be added at the next seal of the log.", hiddenWords(rest)]
		.filter(Boolean)
		.join(" ");
}

function placeWords({ index, origin, since }: LeafPosition): string {
	return `Leaf ${digitGroups(index)} in the log ${origin}, since the checkpoint of ${leafCount(since)}.`;
}

function hiddenWords({ shown, removedAt, unlisted }: Omit<ReceiptStateOptions, "place">): string {
	if (shown) return "";
	if (removedAt !== undefined)
		return `It was taken down on ${spokenDate(removedAt)}, at the request of the site's owner. The leaf stays; it contains no names.`;
	if (unlisted) return "An unlisted audit: what it says is not published. Its leaf stays; it contains no names.";
	return "This site does not show what it says: the domain is not one that it publishes, or its owner has had it taken down. The leaf stays; it contains no names.";
}
