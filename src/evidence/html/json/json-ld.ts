import { findJsonFault, findRepeatedNames, type JsonPosition, jsonPosition } from "#core/json-faults.ts";
import { EXCERPT_LENGTH } from "#core/verdict.ts";
import type { JsonLdBlock, Located, PageDigest } from "../../page-digest.ts";
import { isType, type UnknownTerms } from "../markup/schema-org.ts";
import type { Page } from "../page.ts";
import { MAX_JSON_LD_BLOCKS, MAX_JSON_LD_LENGTH, MAX_REPEATED_NAMES, NAME_LENGTH } from "../page-caps.ts";
import { attribute } from "../tree/attributes.ts";
import { cut, printable } from "../tree/fold-text.ts";
import type { PageSource } from "../tree/page-source.ts";
import { offsetOf, ownText, type PageElement } from "../tree/page-tree.ts";
import { JsonLdNodes } from "./json-ld-nodes.ts";

const MAX_MENTIONS = 50;

interface Block extends Located {
	readonly text: string;
	/** Offset in the page of its first character. */
	readonly begin: number;
}

/**
 * JSON-LD blocks, read strictly: what JSON.parse refuses is an error, with its position. Comments and CDATA marks are
 * not taken off and character references not resolved: the text of a script is the JSON (JSON-LD 1.1 section 7.3, and
 * its API's Extract Script Content algorithm, which answers anything else with `invalid script element`).
 */
export class JsonLdBlocks {
	readonly #digests: JsonLdBlock[] = [];
	readonly #blocks: Block[] = [];
	readonly #nodes = new JsonLdNodes();
	readonly #source: PageSource;
	readonly #unknown: UnknownTerms;

	constructor({ elements, source }: Page, unknown: UnknownTerms) {
		this.#source = source;
		this.#unknown = unknown;
		let length = 0;
		for (const { element } of elements) {
			if (element.tagName !== "script" || mediaType(element) !== "application/ld+json") continue;
			const text = ownText(element);
			length += text.length;
			if (this.#blocks.length === MAX_JSON_LD_BLOCKS || length > MAX_JSON_LD_LENGTH) break;
			const [first = element] = element.childNodes;
			const block = { ...source.startTag(element), text, begin: offsetOf(first) ?? 0 };
			this.#blocks.push(block);
			this.#digests.push(this.#block(block));
		}
	}

	get digest(): PageDigest["jsonLd"] {
		return { blocks: this.#digests, nodes: this.#nodes.finish() };
	}

	/** Finds a name or type of a block, with its value where `value` is given; the block itself where it cannot be found. */
	locate(block: number, name: string, value?: string): Located {
		const found = this.#blocks[block];
		if (!found) return { at: this.#source.at(0), excerpt: "" };
		const offset = offsetOfString(found.text, name, value);
		if (offset === null) return { at: found.at, excerpt: found.excerpt };
		return this.#line(found, jsonPosition(found.text, offset));
	}

	#block(block: Block): JsonLdBlock {
		const { text, begin: _begin, ...located } = block;
		if (text.trim() === "") return { ...located, ok: true, empty: true };
		let value: unknown;
		try {
			value = JSON.parse(text);
		} catch (defect) {
			const fault = findJsonFault(text);
			// Only a defect of ours could make the two parsers disagree.
			if (!fault) throw defect;
			const { at: faultAt, excerpt } = this.#line(block, fault);
			const { says, line, column } = fault;
			const error = `${says.replace(/\.$/, "")} (line ${line}, column ${column} of the block).`;
			return { ...located, excerpt, ok: false, error, faultAt, mentions: typesIn(text) };
		}
		if (holdsNothing(value)) return { ...located, ok: true, empty: true };
		this.#read(value);
		const twice = findRepeatedNames(text, MAX_REPEATED_NAMES).map(({ name, offset }) => ({
			...this.#line(block, jsonPosition(text, offset)),
			name: cut(name.toWellFormed(), NAME_LENGTH),
		}));
		return { ...located, ok: true, ...(twice.length > 0 ? { twice } : {}) };
	}

	#read(value: unknown): void {
		const block = this.#digests.length;
		this.#nodes.add(value, block, (kind, { name, from }, on) => {
			const locate = () => this.locate(block, name);
			if (from === "none" && kind === "type") this.#unknown.noContext(name, "json-ld", locate);
			if (from !== "schema.org") return;
			if (kind === "type") this.#unknown.type(name, "json-ld", locate);
			else this.#unknown.property(name, on, "json-ld", locate);
		});
	}

	/** A position in a block, in the terms of the page; line ends of any kind count alike in both. */
	#line({ text, begin }: Block, { line, column }: JsonPosition): Located {
		const [, first = "1", from = "1"] = /line (\d+), column (\d+)/.exec(this.#source.at(begin)) ?? [];
		const inPage = line === 1 ? Number(from) + column - 1 : column;
		return { at: `line ${Number(first) + line - 1}, column ${inPage}`, excerpt: lineAround(text, { line, column }) };
	}
}

/** Type without parameters; HTML compares script types without regard to case. */
function mediaType(script: PageElement): string {
	return (attribute(script, "type") ?? "").split(";", 1)[0]?.trim().toLowerCase() ?? "";
}

/** True for JSON that makes no statement: nothing in it, or nothing beside a context. */
function holdsNothing(value: unknown): boolean {
	if (value === null || value === "") return true;
	if (typeof value !== "object") return false;
	return Object.entries(value).every(
		([name, inner]) => name === "@context" || ((name === "@graph" || Array.isArray(value)) && isBare(inner)),
	);
}

/** As `holdsNothing`, one level below: deeper nesting is a statement of its own, however odd. */
function isBare(value: unknown): boolean {
	if (value === null || value === "") return true;
	return typeof value === "object" && Object.keys(value).length === 0;
}

/** The types that a block names, though it cannot be parsed: however they are quoted, they are words. */
function typesIn(text: string): readonly string[] {
	const found = new Set<string>();
	for (const [word] of text.matchAll(/[A-Z][A-Za-z]{2,40}/g)) {
		if (isType(word)) found.add(word);
		if (found.size === MAX_MENTIONS) break;
	}
	return [...found];
}

/** Characters of a line that are shown before the position in question. */
const BEFORE = 60;

/** Occurrences of a name that are looked at for its value. */
const MAX_TRIES = 200;

/** The line of a position, from shortly before it. */
function lineAround(text: string, { line, column }: JsonPosition): string {
	const lineText = text.split(/\r\n?|\n/)[line - 1] ?? "";
	const begin = Math.max(0, column - 1 - BEFORE);
	return printable(lineText.slice(begin, begin + EXCERPT_LENGTH * 2), EXCERPT_LENGTH);
}

/**
 * Offset of a string in JSON text: of a name, before its colon, or of a value; with `value`, of the first
 * such name that has it. Null where it is written in another way, such as with escapes.
 */
function offsetOfString(text: string, string: string, value?: string): number | null {
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
