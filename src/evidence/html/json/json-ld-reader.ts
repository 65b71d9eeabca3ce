import type { Located } from "../../digest/located.ts";
import type { JsonLdBlock } from "../../digest/structured-data.ts";
import type { PageDigest } from "../../page-digest.ts";
import { isType } from "../markup/schema-org.ts";
import type { UnknownTerms } from "../markup/unknown-terms.ts";
import { MAX_JSON_LD_BLOCKS, MAX_JSON_LD_LENGTH, NAME_LENGTH } from "../page-caps.ts";
import { attribute } from "../tree/attributes.ts";
import { cut } from "../tree/fold-text.ts";
import type { PageSource } from "../tree/page-source.ts";
import { offsetOf, ownText, type PageElement } from "../tree/page-tree.ts";
import type { Reader } from "../tree/walk.ts";
import { findJsonFault, type JsonFault } from "./json-fault.ts";
import { JsonLdNodes } from "./json-ld-nodes.ts";
import { type JsonPlace, lineAround, offsetOfString, placeIn } from "./json-place.ts";
import { findRepeatedNames } from "./json-repeated-names.ts";

/** Most types that are told of a broken block. */
const MAX_MENTIONS = 50;

/** A block as it stands in the page. */
interface Block extends Located {
	readonly text: string;
	/** Offset in the page of its first character. */
	readonly begin: number;
}

/**
 * JSON-LD blocks, read strictly: what JSON.parse refuses is an error, with its place. Comments and CDATA marks are not
 * taken off and character references not resolved: the text of a script is the JSON (JSON-LD 1.1 section 7.3, and
 * its API's Extract Script Content algorithm, which answers anything else with `invalid script element`).
 */
export class JsonLdReader implements Reader {
	readonly #blocks: JsonLdBlock[] = [];
	readonly #texts: Block[] = [];
	readonly #nodes = new JsonLdNodes();
	readonly #source: PageSource;
	readonly #unknown: UnknownTerms;
	#length = 0;

	constructor(source: PageSource, unknown: UnknownTerms) {
		this.#source = source;
		this.#unknown = unknown;
	}

	enter(element: PageElement): void {
		if (element.tagName !== "script" || mediaType(element) !== "application/ld+json") return;
		const text = ownText(element);
		this.#length += text.length;
		if (this.#blocks.length === MAX_JSON_LD_BLOCKS || this.#length > MAX_JSON_LD_LENGTH) return;
		const [first = element] = element.childNodes;
		const block = { ...this.#source.startTag(element), text, begin: offsetOf(first) ?? 0 };
		this.#texts.push(block);
		this.#blocks.push(this.#block(block));
	}

	finish(): PageDigest["jsonLd"] {
		return { blocks: this.#blocks, nodes: this.#nodes.finish() };
	}

	/** Where a name or type of a block stands, with its value where `value` is given; the block itself where it cannot be found. */
	placeOf(block: number, name: string, value?: string): Located {
		const text = this.#texts[block];
		if (!text) return { at: this.#source.at(0), excerpt: "" };
		const found = offsetOfString(text.text, name, value);
		return found === null ? { at: text.at, excerpt: text.excerpt } : this.#line(text, placeIn(text.text, found));
	}

	#block(block: Block): JsonLdBlock {
		const { text, begin: _begin, ...located } = block;
		let value: unknown;
		try {
			value = JSON.parse(text);
		} catch (error) {
			const fault = findJsonFault(text);
			// Only a defect of ours could make the two parsers disagree.
			if (!fault) throw error;
			const { at: faultAt, excerpt } = this.#line(block, fault);
			return { ...located, excerpt, ok: false, error: inWords(fault), faultAt, mentions: typesIn(text) };
		}
		this.#read(value);
		const twice = findRepeatedNames(text).map(({ name, offset }) => ({
			...this.#line(block, placeIn(text, offset)),
			name: cut(name.toWellFormed(), NAME_LENGTH),
		}));
		return { ...located, ok: true, ...(twice.length > 0 ? { twice } : {}) };
	}

	#read(value: unknown): void {
		const block = this.#blocks.length;
		this.#nodes.add(value, block, (kind, { name, from }, on) => {
			const place = () => this.placeOf(block, name);
			if (from === "none" && kind === "type") this.#unknown.noContext(name, "json-ld", place);
			if (from !== "schema.org") return;
			if (kind === "type") this.#unknown.type(name, "json-ld", place);
			else this.#unknown.property(name, on, "json-ld", place);
		});
	}

	/** A place in a block, in the terms of the page; line ends of any kind count alike in both. */
	#line({ text, begin }: Block, { line, column }: JsonPlace): Located {
		const [, first = "1", from = "1"] = /line (\d+), column (\d+)/.exec(this.#source.at(begin)) ?? [];
		const inPage = line === 1 ? Number(from) + column - 1 : column;
		return { at: `line ${Number(first) + line - 1}, column ${inPage}`, excerpt: lineAround(text, { line, column }) };
	}
}

/** Type without parameters; HTML compares script types without regard to case. */
function mediaType(script: PageElement): string {
	return (attribute(script, "type") ?? "").split(";", 1)[0]?.trim().toLowerCase() ?? "";
}

/** What a block was to speak of, though it cannot be parsed: however its types are quoted, they are words. */
function typesIn(text: string): readonly string[] {
	const found = new Set<string>();
	for (const [word] of text.matchAll(/[A-Z][A-Za-z]{2,40}/g)) {
		if (isType(word)) found.add(word);
		if (found.size === MAX_MENTIONS) break;
	}
	return [...found];
}

function inWords({ says, line, column }: JsonFault): string {
	return `${says.replace(/\.$/, "")} (line ${line}, column ${column} of the block).`;
}
