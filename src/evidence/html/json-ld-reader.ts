import { EXCERPT_LENGTH } from "#core/verdict.ts";
import type { JsonLdBlock } from "../digest/structured-data.ts";
import type { PageDigest } from "../page-digest.ts";
import { attribute } from "./attributes.ts";
import { printable } from "./fold-text.ts";
import { findJsonFault, type JsonFault } from "./json-fault.ts";
import { JsonLdNodes } from "./json-ld-nodes.ts";
import { MAX_JSON_LD_BLOCKS, MAX_JSON_LD_LENGTH } from "./page-caps.ts";
import type { PageSource } from "./page-source.ts";
import { ownText, type PageElement } from "./page-tree.ts";
import type { Reader } from "./walk.ts";

/** Characters of the faulty line that are shown before the fault. */
const BEFORE_FAULT = 60;

/** JSON-LD blocks, read strictly: what JSON.parse refuses is an error, with its place inside the block. */
export class JsonLdReader implements Reader {
	readonly #blocks: JsonLdBlock[] = [];
	readonly #nodes = new JsonLdNodes();
	readonly #source: PageSource;
	#length = 0;

	constructor(source: PageSource) {
		this.#source = source;
	}

	enter(element: PageElement): void {
		if (element.tagName !== "script" || mediaType(element) !== "application/ld+json") return;
		const text = ownText(element);
		this.#length += text.length;
		if (this.#blocks.length === MAX_JSON_LD_BLOCKS || this.#length > MAX_JSON_LD_LENGTH) return;
		this.#blocks.push(this.#block(element, text));
	}

	finish(): PageDigest["jsonLd"] {
		return { blocks: this.#blocks, nodes: this.#nodes.finish() };
	}

	#block(element: PageElement, text: string): JsonLdBlock {
		const located = this.#source.startTag(element);
		let value: unknown;
		try {
			value = JSON.parse(text);
		} catch (error) {
			const fault = findJsonFault(text);
			// Only a defect of ours could make the two parsers disagree.
			if (!fault) throw error;
			return { ...located, excerpt: faultyLine(text, fault), ok: false, error: inWords(fault) };
		}
		this.#nodes.add(value, this.#blocks.length);
		return { ...located, ok: true };
	}
}

/** Type without parameters; HTML compares script types without regard to case. */
function mediaType(script: PageElement): string {
	return (attribute(script, "type") ?? "").split(";", 1)[0]?.trim().toLowerCase() ?? "";
}

function inWords({ says, line, column }: JsonFault): string {
	return `${says.replace(/\.$/, "")} (line ${line}, column ${column} of the block).`;
}

function faultyLine(text: string, { line, column }: JsonFault): string {
	const lineText = text.split(/\r\n?|\n/)[line - 1] ?? "";
	const begin = Math.max(0, column - 1 - BEFORE_FAULT);
	return printable(lineText.slice(begin, begin + EXCERPT_LENGTH * 2), EXCERPT_LENGTH);
}
