import { digitGroups } from "#core/wording.ts";
import { escapeMarkup } from "../page/page-text.ts";
import type { LinkName, LinkState, PictureStep, ProofPicture } from "./proof-picture.ts";
import { leafCount, proofSentences, STATE_WORDS, shortHash, shortRange } from "./proof-texts.ts";

type Place = "left" | "right" | "middle";

/** Escapes what a reader's file may hold; no inline style, by the policy; short: 100,000 leaves have as many pages. */
export function proofPictureHtml(picture: ProofPicture): string {
	return `<ol class="climb">${rows(picture).join("")}</ol>`;
}

export function proofSentencesHtml(picture: ProofPicture): string {
	const items = proofSentences(picture).map(
		({ says, state }) =>
			`<li${state === "built" ? "" : ` data-state="${state}"`}>${escapeMarkup(says)} <span class="quiet">(${STATE_WORDS[state]})</span></li>`,
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

/** `to`: where the result stands. */
function row(to: Place, boxes: string, link: string, given?: "left" | "right"): string {
	return `<li data-to="${to}"${given === undefined ? "" : ` data-step="${given}"`}>${boxes}${link}</li>`;
}

/** Name and value are markup. */
function box(name: string, value: string, attributes = ""): string {
	return `<p${attributes}><span>${name}</span> ${value}</p>`;
}

/** Short: what opens beside it has the whole. */
function hash(hex: string): string {
	return `<code>${escapeMarkup(shortHash(hex))}</code>`;
}

/** An entry has no space at which a line could end. */
function breakable(text: string): string {
	return escapeMarkup(text).replaceAll(",", ",<wbr>");
}

/** Opens to whole hashes. The style sheet draws the lines to it and on from it. */
function joint(name: LinkName, state: LinkState, does: string, whole: readonly string[]): string {
	const lines = whole.map((line) => `<code>${escapeMarkup(line)}</code>`).join("");
	return `<details data-link="${name}" data-state="${state}"><summary>${does}${stateMark(state)}</summary><div>${lines}</div></details>`;
}

/** A sign with a word: readers need no colour. */
function stateMark(state: LinkState): string {
	if (state === "built") return "";
	const sign = state === "open" ? "M3 8h10" : state === "checked" ? "M3 8.5l3.2 3.2L13 4.5" : "M4 4l8 8M12 4l-8 8";
	return ` <svg viewBox="0 0 16 16" aria-hidden="true"><path d="${sign}"/></svg><span class="unseen">${STATE_WORDS[state]}</span>`;
}
