import { findJsonFault, findRepeatedNames, type JsonPosition, jsonPosition } from "#core/json-faults.ts";
import { isJsonObject, type JsonObject } from "#core/json-object.ts";
import { EXCERPT_LENGTH } from "#core/verdict.ts";
import type { JsonLdBlock, JsonLdNode, Located, PageDigest } from "../../page-digest.ts";
import type { Page } from "../page.ts";
import { NAME_LENGTH, VALUE_LENGTH } from "../page-caps.ts";
import { attribute } from "../tree/attributes.ts";
import { cut, printable } from "../tree/fold-text.ts";
import { offsetOf, ownText, type PageElement, type PageSource } from "../tree/page-tree.ts";
import { isSchemaOrg, isType, schemaOrgTerm, type UnknownTerms } from "./schema-org.ts";

const MAX_REPEATED_NAMES = 10;

/** Nodes kept per page; a product listing has a few hundred. */
export const MAX_JSON_LD_NODES = 2_000;

/** Nesting levels followed; schema.org markup stays under 10. */
export const MAX_JSON_LD_DEPTH = 64;

export const MAX_JSON_LD_LENGTH = 1_000_000;

/** Later blocks are ignored, not reported as invalid. */
export const MAX_JSON_LD_BLOCKS = 50;

const MAX_MENTIONS = 50;

interface Block extends Located {
	readonly text: string;
	readonly begin: number;
}

/** Strict (JSON-LD 1.1 section 7.3; API, Extract Script Content): keeps comments, CDATA marks and references. */
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

	/** The block itself if the name, or the name with `value`, is not found. */
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
			// Only a bug could make the two parsers disagree.
			if (!fault) throw defect;
			const { at: faultAt, excerpt } = this.#line(block, fault);
			const { says, line, column } = fault;
			const error = `${says.replace(/\.$/, "")} (line ${line}, column ${column} of the block).`;
			return { ...located, excerpt, ok: false, error, faultAt, mentions: typesIn(text) };
		}
		if (isEmptyValue(value)) return { ...located, ok: true, empty: true };
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

	#line({ text, begin }: Block, { line, column }: JsonPosition): Located {
		const [, first = "1", from = "1"] = /line (\d+), column (\d+)/.exec(this.#source.at(begin)) ?? [];
		const inPage = line === 1 ? Number(from) + column - 1 : column;
		return { at: `line ${Number(first) + line - 1}, column ${inPage}`, excerpt: lineAround(text, { line, column }) };
	}
}

function mediaType(script: PageElement): string {
	return (attribute(script, "type") ?? "").split(";", 1)[0]?.trim().toLowerCase() ?? "";
}

function isEmptyValue(value: unknown): boolean {
	if (value === null || value === "") return true;
	if (typeof value !== "object") return false;
	return Object.entries(value).every(
		([name, inner]) => name === "@context" || ((name === "@graph" || Array.isArray(value)) && isBare(inner)),
	);
}

/** Deeper nesting counts as content, however odd. */
function isBare(value: unknown): boolean {
	if (value === null || value === "") return true;
	return typeof value === "object" && Object.keys(value).length === 0;
}

/** For unparsable blocks: finds type names in any quotes. */
function typesIn(text: string): readonly string[] {
	const found = new Set<string>();
	for (const [word] of text.matchAll(/[A-Z][A-Za-z]{2,40}/g)) {
		if (isType(word)) found.add(word);
		if (found.size === MAX_MENTIONS) break;
	}
	return [...found];
}

const BEFORE = 60;

const MAX_TRIES = 200;

function lineAround(text: string, { line, column }: JsonPosition): string {
	const lineText = text.split(/\r\n?|\n/)[line - 1] ?? "";
	const begin = Math.max(0, column - 1 - BEFORE);
	return printable(lineText.slice(begin, begin + EXCERPT_LENGTH * 2), EXCERPT_LENGTH);
}

/** With `value`, of the first such name with that value. Null if it is written differently, such as with escapes. */
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

/** Keywords that contain a list of values (JSON-LD 1.1 section 1.7), as does a bare `@graph`. */
const CONTAINERS = ["@list", "@set", "@included"];

interface JsonLdProperty {
	readonly meaning: Meaning;
	readonly value: unknown;
	readonly context: JsonLdContext;
}

interface JsonLdObject {
	readonly keywords: ReadonlyMap<string, unknown>;
	readonly properties: readonly JsonLdProperty[];
	readonly types: readonly Meaning[];
	readonly context: JsonLdContext;
}

interface Draft {
	readonly source: JsonLdObject;
	readonly block: number;
	readonly top: boolean;
	readonly depth: number;
}

interface Pending {
	readonly value: unknown;
	readonly context: JsonLdContext;
	readonly depth: number;
}

/** `on`: first type of the node that has the property. */
type NameListener = (kind: "type" | "property", meaning: Meaning, on: string | null) => void;

/** The list is also the queue: nested nodes are appended while earlier ones are processed, up to MAX_JSON_LD_DEPTH. */
export class JsonLdNodes {
	readonly #drafts: Draft[] = [];
	readonly #nodes: JsonLdNode[] = [];

	add(value: unknown, block: number, onName: NameListener = () => undefined): void {
		this.#read({ value, context: JsonLdContext.EMPTY, depth: 0 }, block, true);
		for (let draft = this.#drafts[this.#nodes.length]; draft; draft = this.#drafts[this.#nodes.length]) {
			this.#nodes.push(this.#node(draft, onName));
		}
	}

	finish(): readonly JsonLdNode[] {
		return this.#nodes;
	}

	#node({ source, block, top, depth }: Draft, onName: NameListener): JsonLdNode {
		const { keywords, types, context } = source;
		const properties = new Map<string, string[]>();
		for (const type of types) onName("type", type, null);
		for (const { meaning, value, context: inside } of source.properties) {
			onName("property", meaning, types[0]?.name ?? null);
			const texts = this.#read({ value, context: inside, depth: depth + 1 }, block, false);
			const name = kept(meaning.name);
			properties.set(name, [...(properties.get(name) ?? []), ...texts]);
		}
		this.#read({ value: keywords.get("@graph"), context, depth: depth + 1 }, block, true);
		for (const aside of [keywords.get("@included"), ...reversed(keywords.get("@reverse"))]) {
			this.#read({ value: aside, context, depth: depth + 1 }, block, false);
		}
		return {
			types: types.map(({ name }) => kept(name)),
			id: idOf(source),
			properties: Object.fromEntries(properties),
			block,
			top,
		};
	}

	#read(start: Pending, block: number, top: boolean): string[] {
		const texts: string[] = [];
		const work = [start];
		for (let pending = work.pop(); pending; pending = work.pop()) {
			const { value, context, depth } = pending;
			if (depth > MAX_JSON_LD_DEPTH) continue;
			if (Array.isArray(value)) queue(work, value, context, depth);
			else if (!isJsonObject(value)) texts.push(...scalar(value));
			else {
				const object = readObject(value, context);
				const items = contained(object);
				if (items) queue(work, items, object.context, depth);
				else texts.push(...this.#text(object, depth, block, top));
			}
		}
		return texts;
	}

	#text(source: JsonLdObject, depth: number, block: number, top: boolean): string[] {
		const { keywords, properties } = source;
		if (keywords.has("@value")) return scalar(keywords.get("@value"));
		const id = idOf(source);
		if (id !== null && keywords.size + properties.length === 1) return [`@id:${id}`];
		if (this.#drafts.length === MAX_JSON_LD_NODES) return [];
		const index = this.#drafts.push({ source, block, top, depth }) - 1;
		return [id === null ? `#${index}` : `@id:${id}`];
	}
}

function queue(work: Pending[], items: readonly unknown[], context: JsonLdContext, depth: number): void {
	for (const value of items.toReversed()) work.push({ value, context, depth: depth + 1 });
}

/** Nodes that refer to this one by a reverse property (JSON-LD 1.1 section 4.8). */
function reversed(value: unknown): readonly unknown[] {
	return isJsonObject(value) ? Object.values(value) : [];
}

function scalar(value: unknown): string[] {
	if (typeof value === "string") return [kept(value)];
	return typeof value === "number" || typeof value === "boolean" ? [String(value)] : [];
}

function idOf({ keywords }: JsonLdObject): string | null {
	const id = keywords.get("@id");
	return typeof id === "string" ? kept(id) : null;
}

/** JSON may escape lone surrogates, which canonical JSON cannot represent. */
function kept(text: string): string {
	return cut(text.toWellFormed(), VALUE_LENGTH);
}

/** @param source from JSON.parse, where `__proto__` is an own property and no prototype is changed */
function readObject(source: JsonObject, outside: JsonLdContext): JsonLdObject {
	const context = outside.with(source["@context"]);
	const keywords = new Map<string, unknown>();
	const rest: [key: string, value: unknown][] = [];
	for (const [key, value] of Object.entries(source)) {
		const { name, from } = context.meaning(key);
		// Aliases of @type add up (JSON-LD 1.1 API section 5.1.2, step 13.4.2).
		if (name === "@type" && keywords.has(name)) keywords.set(name, [keywords.get(name), value].flat());
		else if (from === "keyword") keywords.set(name, value);
		else rest.push([key, value]);
	}
	const written = stringsOf(keywords.get("@type"));
	const types = written.map((type) => context.meaning(type)).filter(({ from }) => from !== "dropped");
	// A type may define a context for its own node (JSON-LD 1.1 section 4.1.8).
	const inside = written.reduce((scope, type) => scope.scopedTo(type), context);
	const properties = rest.map(([key, value]) => ({
		meaning: inside.meaning(key),
		value,
		context: inside.scopedTo(key),
	}));
	return {
		keywords,
		// An own `__proto__` would become the prototype when code copies the record.
		properties: properties.filter(({ meaning: { name, from } }) => from !== "dropped" && name !== "__proto__"),
		types,
		context: inside,
	};
}

function contained({ keywords, properties }: JsonLdObject): readonly unknown[] | null {
	if (properties.length > 0) return null;
	const keys = [...keywords.keys()].filter((key) => key !== "@context" && key !== "@id");
	const [key] = keys;
	if (keys.length !== 1 || key === undefined) return null;
	return CONTAINERS.includes(key) || key === "@graph" ? [keywords.get(key)] : null;
}

function stringsOf(value: unknown): string[] {
	const all: readonly unknown[] = Array.isArray(value) ? value : [value];
	return all.filter((each) => typeof each === "string");
}

interface Meaning {
	/** A keyword such as `@type`, a schema.org term without prefix, another vocabulary's IRI, or the name as written. */
	readonly name: string;
	/** `unknown`: an unfetched context may define it. `none`: undefined. `dropped`: its context nullifies it. */
	readonly from: "keyword" | "schema.org" | "other" | "unknown" | "none" | "dropped";
}

interface Term {
	/** Null if the context nullifies the name. */
	readonly iri: string | null;
	readonly scoped: unknown;
}

interface Definitions {
	outer: JsonLdContext | null;
	terms: Map<string, Term>;
	vocab: string | null;
	unread: boolean;
}

const SCHEMA_ORG = "https://schema.org/";

const ALIASES: ReadonlyMap<string, Term> = new Map(
	Object.entries({ type: { iri: "@type", scoped: undefined }, id: { iri: "@id", scoped: undefined } }),
);

/** JSON-LD 1.1 section 4.1, as far as it defines names. Knows schema.org's remote context; fetches none. */
export class JsonLdContext {
	static readonly EMPTY = new JsonLdContext({ outer: null, terms: new Map(), vocab: null, unread: false });

	readonly #own: Readonly<Definitions>;

	private constructor(own: Readonly<Definitions>) {
		this.#own = own;
	}

	with(local: unknown): JsonLdContext {
		if (local === undefined) return this;
		const parts: readonly unknown[] = Array.isArray(local) ? local.flat(4) : [local];
		// One link in the chain per place, however many contexts its list has, so that lookups stay short.
		const { vocab, unread } = this.#own;
		const draft: Definitions = { outer: this, terms: new Map(), vocab, unread };
		const own = (name: string) => draft.terms.get(name) ?? (draft.outer ? draft.outer.#term(name) : undefined);
		for (const part of parts) {
			if (part === null) Object.assign(draft, { outer: null, terms: new Map(), vocab: null, unread: false });
			else if (typeof part === "string") name(part, draft);
			else if (typeof part === "object") define(part as JsonObject, draft, own);
		}
		return new JsonLdContext(draft);
	}

	scopedTo(name: string): JsonLdContext {
		return this.with(this.#term(name)?.scoped);
	}

	meaning(written: string): Meaning {
		const name = written.trim();
		const term = this.#term(name);
		if (term === undefined && this.#own.vocab === null && !name.includes(":") && !name.startsWith("@")) {
			return { name, from: this.#own.unread ? "unknown" : "none" };
		}
		const iri = expand(name, (prefix) => this.#term(prefix), this.#own.vocab);
		if (iri === null) return { name, from: "dropped" };
		if (iri.startsWith("@")) return { name: iri, from: "keyword" };
		const bare = schemaOrgTerm(iri);
		if (bare === null) return { name: iri, from: "other" };
		// The last context wins, and it may be the one that was not fetched.
		return { name: bare, from: this.#own.unread && bare === name ? "unknown" : "schema.org" };
	}

	#term(name: string): Term | undefined {
		for (let context: JsonLdContext | null = this; context; context = context.#own.outer) {
			const term = context.#own.terms.get(name);
			if (term) return term;
		}
		return undefined;
	}
}

function name(address: string, into: Definitions): void {
	if (!isSchemaOrg(address)) {
		into.unread = true;
		return;
	}
	into.vocab = SCHEMA_ORG;
	for (const [alias, term] of ALIASES) into.terms.set(alias, term);
}

function define(local: JsonObject, into: Definitions, own: (name: string) => Term | undefined): void {
	const given = local["@vocab"];
	if (given === null) into.vocab = null;
	else if (typeof given === "string") into.vocab = isSchemaOrg(given) ? SCHEMA_ORG : given;
	if (typeof local["@import"] === "string") name(local["@import"], into);
	const entries = Object.entries(local).filter(([key]) => !key.startsWith("@"));
	// Prefixes first, because a term may use a prefix defined after it.
	for (const [key, value] of entries) {
		if (typeof value === "string" && /^[a-z][a-z0-9+.-]{0,20}:\/\//i.test(value)) {
			into.terms.set(key, { iri: value, scoped: undefined });
		}
	}
	for (const [key, value] of entries) into.terms.set(key, termOf(key, value, own, into.vocab));
}

function termOf(key: string, value: unknown, own: (name: string) => Term | undefined, vocab: string | null): Term {
	if (value === null) return { iri: null, scoped: undefined };
	if (typeof value === "string") return { iri: value === key ? null : expand(value, own, vocab), scoped: undefined };
	if (typeof value !== "object") return { iri: null, scoped: undefined };
	const definition = value as JsonObject;
	const id = definition["@id"];
	const scoped = definition["@context"];
	if (id === null || "@reverse" in definition) return { iri: null, scoped };
	const iri = typeof id === "string" ? id : key;
	return { iri: expand(iri, iri === key ? () => undefined : own, vocab), scoped };
}

/** IRI expansion (JSON-LD 1.1 API section 5.2) of a name. */
function expand(name: string, term: (name: string) => Term | undefined, vocab: string | null): string | null {
	if (name.startsWith("@")) return name;
	const own = term(name);
	if (own !== undefined) return own.iri;
	const colon = name.indexOf(":");
	if (colon < 0) return vocab === null ? null : vocab + name;
	if (name.startsWith("//", colon + 1)) return name;
	const prefix = term(name.slice(0, colon))?.iri;
	return prefix ? prefix + name.slice(colon + 1) : name;
}
