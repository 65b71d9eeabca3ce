import { findJsonFault } from "#core/json-faults.ts";
import { attributeOf, type Element, type HtmlFile } from "./html-file.ts";
import { onPages, type Repair } from "./repair.ts";
import type { TextEdit } from "./source-text.ts";

function blocksOf(
	page: HtmlFile,
): readonly { readonly from: number; readonly text: string; readonly element: Element }[] {
	return page
		.all("script")
		.filter((script) => /^application\/ld\+json\b/i.test(attributeOf(script, "type")?.trim() ?? ""))
		.map((element) => ({ element, from: page.setInner(element, "").from, text: page.inner(element) }));
}

export const jsonldParse: Repair = onPages(function* (page) {
	for (const { from, text } of blocksOf(page)) {
		if (text.trim() === "" || findJsonFault(text) === null) continue;
		const edits = jsonEdits(text);
		if (findJsonFault(withEdits(text, edits)) !== null) continue;
		for (const edit of edits) yield { ...edit, from: from + edit.from, to: from + edit.to };
	}
}, "json");

function withEdits(text: string, edits: readonly TextEdit[]): string {
	return edits.toReversed().reduce((now, { from, to, text: put }) => now.slice(0, from) + put + now.slice(to), text);
}

const RAW: Readonly<Record<string, string>> = { "\n": "\\n", "\r": "\\r", "\t": "\\t" };
const TOKEN =
	/"(?:[^"\\\n\r]|\\.|[\n\r](?=[^"{}[\]:]*"))*"|\/\/[^\n]*|\/\*[\s\S]*?\*\/|<!--|-->|[{}[\],:]|[^\s"{}[\],:]+/g;

interface Token {
	readonly at: number;
	readonly text: string;
}

/** For commas too many or too few, comments, and line ends inside of texts: what is meant is certain in each case. */
function jsonEdits(text: string): readonly TextEdit[] {
	const tokens = [...text.matchAll(TOKEN)].map(({ 0: found, index }): Token => ({ at: index, text: found }));
	const [comments, values] = [tokens.filter(isComment), tokens.filter((each) => !isComment(each))];
	const between = values.flatMap((token, index) => betweenTokens(values[index - 1], token));
	const last = values.at(-1);
	const end = last && /^[,;]$/.test(last.text) ? [without(last)] : [];
	return [...comments.map(without), ...between, ...values.flatMap(rawEnds), ...end].sort((a, b) => a.from - b.from);
}

function isComment({ text }: Token): boolean {
	return /^(?:\/\/|\/\*|<!--|-->)/.test(text);
}

function without({ at, text }: Token): TextEdit {
	return { from: at, to: at + text.length, text: "" };
}

function betweenTokens(last: Token | undefined, { text }: Token): readonly TextEdit[] {
	if (!last) return [];
	if (last.text === "," && /^[}\],]/.test(text)) return [without(last)];
	const end = last.at + last.text.length;
	return endsValue(last.text) && beginsValue(text) ? [{ from: end, to: end, text: "," }] : [];
}

function rawEnds({ at, text }: Token): readonly TextEdit[] {
	if (!text.startsWith('"')) return [];
	return [...text.matchAll(/[\n\r\t]/g)].map(({ 0: raw, index }) => {
		return { from: at + index, to: at + index + 1, text: RAW[raw] ?? "" };
	});
}

function endsValue(text: string): boolean {
	return !/^[{[,:]$/.test(text);
}

function beginsValue(text: string): boolean {
	return !/^[}\],:]$/.test(text);
}

/** A name that differs from schema.org's in capitals alone is that; a block without a context means schema.org's. */
export const vocabulary: Repair = onPages(function* (page, places, { left }) {
	const blocks = blocksOf(page);
	for (const { kind, term, nearest, form } of page.digest.unknownTerms) {
		const edits = form === "json-ld" ? (kind === "context" ? withContext(blocks) : renamed(blocks, term, nearest)) : [];
		if (edits.length === 0) for (const place of places) left.add(place);
		yield* edits;
	}
}, "json");

type Blocks = ReturnType<typeof blocksOf>;

function withContext(blocks: Blocks): readonly TextEdit[] {
	return blocks.flatMap(({ from, text }) => {
		const start = /^\s*\{/.exec(text);
		if (!start || text.includes('"@context"')) return [];
		const at = from + start[0].length;
		return [{ from: at, to: at, text: '"@context":"https://schema.org",' }];
	});
}

function renamed(blocks: Blocks, term: string, nearest: string | null): readonly TextEdit[] {
	if (nearest === null || nearest.toLowerCase() !== term.toLowerCase()) return [];
	const written = JSON.stringify(term);
	return blocks.flatMap(({ from, text }) => {
		return [...text.matchAll(/"(?:[^"\\]|\\.)*"/g)].flatMap(({ 0: found, index }) =>
			found === written ? [{ from: from + index, to: from + index + found.length, text: JSON.stringify(nearest) }] : [],
		);
	});
}
