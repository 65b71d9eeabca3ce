import { EXCERPT_LENGTH } from "#core/verdict.ts";
import { printable } from "../tree/fold-text.ts";

/** A place in JSON text: both from 1, columns in UTF-16 code units. */
export interface JsonPlace {
	readonly line: number;
	readonly column: number;
}

/** Characters of a line that are shown before the place in question. */
const BEFORE = 60;

/** Places of a name that are looked at for its value. */
const MAX_TRIES = 200;

/** Line and column of an offset; CR LF, LF and CR each end one line. */
export function placeIn(text: string, offset: number): JsonPlace {
	let line = 1;
	let lineStart = 0;
	for (const { 0: end, index } of text.slice(0, offset).matchAll(/\r\n?|\n/g)) {
		line++;
		lineStart = index + end.length;
	}
	return { line, column: offset - lineStart + 1 };
}

/** The line a place stands in, from shortly before it. */
export function lineAround(text: string, { line, column }: JsonPlace): string {
	const lineText = text.split(/\r\n?|\n/)[line - 1] ?? "";
	const begin = Math.max(0, column - 1 - BEFORE);
	return printable(lineText.slice(begin, begin + EXCERPT_LENGTH * 2), EXCERPT_LENGTH);
}

/**
 * Offset of a string as it stands in JSON text: of a name, before its colon, or of a value; with `value`, of the first
 * such name that has it. Null where it is written in another way, such as with escapes.
 */
export function offsetOfString(text: string, string: string, value?: string): number | null {
	const quoted = JSON.stringify(string);
	let offset = text.indexOf(quoted);
	if (value === undefined) return offset < 0 ? null : offset;
	const spellings = [JSON.stringify(value), value];
	for (let tries = 0; offset >= 0 && tries < MAX_TRIES; tries++) {
		const rest = text.slice(offset + quoted.length, offset + quoted.length + value.length + 60).trimStart();
		const given = rest.startsWith(":") ? rest.slice(1).trimStart() : "";
		if (spellings.some((spelling) => given.startsWith(spelling))) return offset;
		offset = text.indexOf(quoted, offset + quoted.length);
	}
	return null;
}
