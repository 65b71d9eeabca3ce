import { VALUE_LENGTH } from "../page-caps.ts";
import { cut, tidy } from "../tree/fold-text.ts";
import type { PageElementEntry, PageEntries, PageTextEntry } from "../tree/page-entries.ts";

/** Elements whose text is code. The standard counts it (DOM section 4.4, textContent); as a value it means nothing. */
const CODE: ReadonlySet<string> = new Set(["script", "style", "noscript"]);

interface Buffer {
	readonly text: string;
	/** Offsets of each element's content, by its index. */
	readonly starts: Uint32Array;
	readonly ends: Uint32Array;
}

/**
 * The text that elements have as values of structured data. All text of the page is in one buffer, however deep the
 * elements nest: each value is a range of it. Written when the first value is read.
 */
export class RawText {
	readonly #entries: PageEntries;
	#buffer: Buffer | undefined;

	constructor(entries: PageEntries) {
		this.#entries = entries;
	}

	/** The text of an element as one line. */
	of({ index }: PageElementEntry): string {
		this.#buffer ??= write(this.#entries);
		const { text, starts, ends } = this.#buffer;
		const end = ends[index] ?? 0;
		let start = starts[index] ?? 0;
		while (start < end && " \n\t\r\f".includes(text.charAt(start))) start++;
		return tidy(cut(text.slice(start, Math.min(end, start + VALUE_LENGTH * 4)), VALUE_LENGTH * 4), VALUE_LENGTH);
	}
}

function write({ elements, steps }: PageEntries): Buffer {
	const pieces: string[] = [];
	const starts = new Uint32Array(elements.length);
	const ends = new Uint32Array(elements.length);
	let length = 0;
	const add = (piece: string) => {
		pieces.push(piece);
		length += piece.length;
	};
	for (const step of steps) {
		if (step.kind === "text" && !isCode(step)) add(step.node.value);
		if (step.kind !== "start" && step.kind !== "end") continue;
		const { index, separatesWords } = step.kind === "start" ? step : step.entry;
		if (step.kind === "end") ends[index] = length;
		// Words of two blocks stay two words, where textContent would join them.
		if (separatesWords) add(" ");
		if (step.kind === "start") starts[index] = length;
	}
	return { text: pieces.join(""), starts, ends };
}

function isCode({ parent }: PageTextEntry): boolean {
	return parent !== null && CODE.has(parent.element.tagName);
}
