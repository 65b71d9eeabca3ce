import { findJsonFault } from "#core/json-faults.ts";
import { attributeOf, type Element, type HtmlFile } from "./html-file.ts";
import { correctJson } from "./json-text.ts";
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
		for (const edit of correctJson(text) ?? []) yield { ...edit, from: from + edit.from, to: from + edit.to };
	}
}, "json");

/** Fixes names that differ from schema.org's in case only; blocks without a context mean schema.org. */
export const vocabulary: Repair = onPages(function* (page, places, { left }) {
	const blocks = blocksOf(page);
	for (const { kind, term, nearest, form } of page.digest.unknownTerms) {
		const edits =
			form === "json-ld" ? (kind === "context" ? withContext(blocks) : renamed(blocks, kind, term, nearest)) : [];
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

function renamed(blocks: Blocks, kind: "type" | "property", term: string, nearest: string | null): readonly TextEdit[] {
	if (nearest === null || nearest.toLowerCase() !== term.toLowerCase()) return [];
	return blocks.flatMap(({ from, text }) =>
		stringsIn(text).flatMap(({ at, written, isName, name }) => {
			// A type and a property may differ in case only, and a string may equal either.
			const isTerm = written === JSON.stringify(term) && (kind === "property" ? isName : name === '"@type"');
			if (!isTerm) return [];
			return [{ from: from + at, to: from + at + written.length, text: JSON.stringify(nearest) }];
		}),
	);
}

interface JsonString {
	readonly at: number;
	readonly written: string;
	/** True for a member's name; false for a value of the member called `name`. */
	readonly isName: boolean;
	readonly name: string;
}

/** @param text valid JSON */
function stringsIn(text: string): readonly JsonString[] {
	let name = "";
	return [...text.matchAll(/("(?:[^"\\]|\\.)*")(\s*:)?/g)].map(({ 1: written = "", 2: colon, index }) => {
		const isName = colon !== undefined;
		if (isName) name = written;
		return { at: index, written, isName, name };
	});
}
