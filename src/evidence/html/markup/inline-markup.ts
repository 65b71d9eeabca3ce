import type { Located, MarkupNode } from "../../page-digest.ts";
import type { Page } from "../page.ts";
import { MAX_ID_REFERENCES, MAX_MARKUP_NODES, MAX_MARKUP_VALUES, VALUE_LENGTH } from "../page-caps.ts";
import { attribute, hasAttribute, keptValue, words } from "../tree/attributes.ts";
import { cut, tidy } from "../tree/fold-text.ts";
import { closeEnded, type PageElementEntry, type PageEntries, type PageTextEntry } from "../tree/page-entries.ts";
import { firstWhere, type PageElement } from "../tree/page-tree.ts";
import context from "./rdfa-prefixes.json" with { type: "json" };
import { isSchemaOrg, schemaOrgTerm, type UnknownTerms } from "./schema-org.ts";

const READ = ["vocab", "prefix", "typeof", "property", "resource", "about", "content", "datetime", "datatype"] as const;
type Attribute = (typeof READ)[number] | "href" | "src" | "rel" | "rev";
type Attributes = Partial<Record<Attribute, string>>;
const WANTED: ReadonlySet<string> = new Set([...READ, "href", "src", "rel", "rev"]);

/** An element without any of these passes on its context unchanged. */
const STATING: readonly Attribute[] = ["vocab", "prefix", "typeof", "property", "resource", "about"];

const OUTER_TAGS = new Set(["html", "head", "body"]);

interface Described {
	readonly subject: Subject;
	readonly node: Subject | null;
}

/** RDFa Lite 1.1, with `about`, `content`, `datetime` (HTML+RDFa 1.1). Ignores `rel` and `rev`, which are links. */
export function collectRdfa(page: Page, unknown: UnknownTerms): readonly MarkupNode[] {
	// Only typed resources become nodes.
	if (!page.elements.some(({ element }) => hasAttribute(element, "typeof"))) return [];
	const processor = new RdfaProcessor();
	for (const entry of page.elements) if (entry.element.attrs.length > 0) processor.element(entry);
	return processor.graph.nodes(page, unknown);
}

interface OuterContext {
	readonly entry: PageElementEntry;
	readonly names: RdfaNames;
	readonly subject: Subject;
}

/** RDFa 1.1 section 7, over the elements in document order. */
class RdfaProcessor {
	readonly graph = new RdfaGraph();
	readonly #open: OuterContext[] = [];
	#names = INITIAL_NAMES;
	#subject: Subject = this.graph.document;
	#values = 0;

	element(entry: PageElementEntry): void {
		const given = attributesOf(entry.element);
		if (!given) return;
		closeEnded(this.#open, entry.index, ({ names, subject }) => {
			this.#names = names;
			this.#subject = subject;
		});
		this.#open.push({ entry, names: this.#names, subject: this.#subject });
		this.#names = namesInside(this.#names, given.vocab, given.prefix);
		this.#element(entry, given);
	}

	/** RDFa 1.1 section 7.5, steps 5 to 13, without rel and rev. */
	#element(entry: PageElementEntry, given: Attributes): void {
		const { element } = entry;
		const names = this.#namesOf(given.property);
		const asValue = given.property !== undefined && given.content === undefined && given.datatype === undefined;
		const about = this.#about(element, given);
		const { subject, node } = asValue ? this.#valueNode(about, given) : this.#subjectNode(about, given);
		const held = asValue && about === null;
		if (node) this.graph.describe(node, this.#namesOf(given.typeof), element, held && names.length > 0);
		this.#subject = node ?? subject;
		if (names.length === 0) return;
		this.#values += names.length;
		if (this.#values > MAX_MARKUP_VALUES) return;
		const value = (held ? node : null) ?? plainValue(entry, given, asValue ? ownOf(given) : undefined);
		this.graph.add(subject, names, value, element);
	}

	/** Step 5.1: with a property and no content, the resource is the property's value. `node` has the type. */
	#valueNode(about: Subject | null, given: Attributes): Described {
		const subject = about ?? this.#subject;
		if (given.typeof === undefined) return { subject, node: null };
		const own = ownOf(given);
		return { subject, node: about ?? (own === undefined ? this.#blank() : this.graph.named(own)) };
	}

	/** Step 5.2: otherwise the element describes the resource. */
	#subjectNode(about: Subject | null, given: Attributes): Described {
		const own = ownOf(given);
		const named = about ?? (own === undefined ? null : this.graph.named(own));
		if (given.typeof === undefined) return { subject: named ?? this.#subject, node: null };
		const node = named ?? this.#blank();
		return { subject: node ?? this.#subject, node };
	}

	/** Types on the outermost elements describe the page itself (HTML+RDFa 1.1 section 3.1). */
	#about({ tagName }: PageElement, { about, resource, typeof: types }: Attributes): Subject | null {
		if (about !== undefined) return this.graph.named(about);
		return types !== undefined && resource === undefined && OUTER_TAGS.has(tagName) ? this.graph.document : null;
	}

	#blank(): Subject | null {
		return this.graph.size < MAX_MARKUP_NODES ? this.graph.blank() : null;
	}

	#namesOf(value: string | undefined): string[] {
		return words(value).flatMap((word) => expandName(word, this.#names) ?? []);
	}
}

function plainValue(entry: PageElementEntry, { content, datetime }: Attributes, own: string | undefined): Value {
	const literal = content ?? (own === undefined ? datetime : undefined);
	if (literal !== undefined) return { text: cut(literal.toWellFormed(), VALUE_LENGTH) };
	return own === undefined ? { textOf: entry } : { iri: own };
}

function ownOf({ resource, href, src }: Attributes): string | undefined {
	return resource ?? href ?? src;
}

function attributesOf(element: PageElement): Attributes | null {
	const given: Attributes = {};
	for (const { name, value } of element.attrs) if (WANTED.has(name)) given[name as Attribute] = value;
	return STATING.some((name) => given[name] !== undefined) ? given : null;
}

interface RdfaNames {
	/** Null without a vocabulary: bare words then have no meaning. */
	readonly vocab: string | null;
	readonly prefixes: ReadonlyMap<string, string>;
	readonly outer: RdfaNames | null;
}

const INITIAL: ReadonlyMap<string, string> = new Map(Object.entries(context.prefixes));

const INITIAL_NAMES: RdfaNames = { vocab: null, prefixes: INITIAL, outer: null };

/** The scope inside an element. An empty vocab resets the vocabulary (RDFa 1.1 section 7.5, step 2). */
function namesInside(outer: RdfaNames, vocab: string | undefined, prefix: string | undefined): RdfaNames {
	if (vocab === undefined && prefix === undefined) return outer;
	const prefixes = new Map<string, string>();
	const given = words(prefix);
	for (const [index, word] of given.entries()) {
		const iri = given[index + 1];
		if (word.endsWith(":") && word.length > 1 && iri) prefixes.set(word.slice(0, -1).toLowerCase(), iri);
	}
	if (vocab === undefined) return { vocab: outer.vocab, prefixes, outer };
	// Pages omit the slash of schema.org's address, which would give https://schema.orgPerson.
	const own = isSchemaOrg(vocab) ? "https://schema.org/" : vocab.trim();
	return { vocab: own || null, prefixes, outer };
}

/** IRI of a term, compact IRI or IRI (RDFa 1.1 section 7.4.3); null for an undefined word. */
function expandName(name: string, names: RdfaNames): string | null {
	const colon = name.indexOf(":");
	if (colon < 0) return names.vocab === null ? null : names.vocab + name;
	const prefix = name.slice(0, colon).toLowerCase();
	// Real pages do not redefine prefixes at each level; stop at hostile ones.
	let scope: RdfaNames | null = names;
	for (let steps = 0; scope && steps < 64; steps++) {
		const iri = scope.prefixes.get(prefix);
		if (iri !== undefined) return iri + name.slice(colon + 1);
		scope = scope.outer;
	}
	return INITIAL.has(prefix) ? `${INITIAL.get(prefix)}${name.slice(colon + 1)}` : name;
}

export interface Subject {
	readonly iri: string | null;
	readonly types: Set<string>;
	readonly statements: Statement[];
	element: PageElement | null;
	held: boolean;
}

export type Value =
	| Subject
	| { readonly iri: string }
	| { readonly text: string }
	| { readonly textOf: PageElementEntry };

interface Statement {
	readonly names: readonly string[];
	readonly value: Value;
	readonly element: PageElement;
}

class RdfaGraph {
	/** The page itself: title and social metadata are read elsewhere, so it becomes a node only with a type. */
	readonly document: Subject;
	readonly #byIri = new Map<string, Subject>();
	readonly #typed: Subject[] = [];

	constructor() {
		this.document = this.named("");
	}

	get size(): number {
		return this.#typed.length;
	}

	named(iri: string): Subject {
		const known = this.#byIri.get(iri);
		if (known) return known;
		const subject = { iri, types: new Set<string>(), statements: [], element: null, held: false };
		this.#byIri.set(iri, subject);
		return subject;
	}

	blank(): Subject {
		return { iri: null, types: new Set(), statements: [], element: null, held: false };
	}

	describe(subject: Subject, types: readonly string[], element: PageElement, held: boolean): void {
		for (const type of types) subject.types.add(type);
		subject.held ||= held;
		if (subject.element) return;
		subject.element = element;
		this.#typed.push(subject);
	}

	add(subject: Subject, names: readonly string[], value: Value, element: PageElement): void {
		subject.statements.push({ names, value, element });
	}

	nodes({ base, rawText, source }: Page, unknown: UnknownTerms): MarkupNode[] {
		// An empty address is the page itself.
		const resolve = (iri: string) => (iri === "" ? base : absolute(iri, base));
		const budget = new MarkupBudget();
		const indexes = new Map(this.#typed.map((subject, index) => [subject, index]));
		const textOf = (value: Value): string => {
			if ("textOf" in value) return rawText.of(value.textOf);
			if ("text" in value) return value.text;
			if (value.iri === null) return `#${indexes.get(value as Subject) ?? ""}`;
			const isNode = "types" in value || this.#byIri.get(value.iri)?.element;
			return isNode ? `@id:${resolve(value.iri)}` : resolve(value.iri);
		};
		return this.#typed.map((subject): MarkupNode => {
			const { iri, element, held, statements } = subject;
			const located = element ? source.startTag(element) : { at: "", excerpt: "" };
			const types = typesOf(subject, located, unknown);
			const properties = new PropertyValues(budget);
			for (const { names, value, element: from } of statements) {
				for (const name of names) {
					const term = schemaOrgTerm(name);
					if (term !== null) unknown.property(term, types[0] ?? null, "rdfa", () => source.startTag(from));
					properties.add(term ?? name, textOf(value));
				}
			}
			return {
				...located,
				types,
				id: iri === null ? null : resolve(iri),
				properties: properties.finish(),
				top: !held,
			};
		});
	}
}

function typesOf({ types }: Subject, located: Located, unknown: UnknownTerms): readonly string[] {
	return [...types].map((type) => {
		const term = schemaOrgTerm(type);
		if (term !== null) unknown.type(term, "rdfa", () => located);
		return term ?? type;
	});
}

const MAX_MARKUP_LENGTH = 1_000_000;

interface Property {
	readonly entry: PageElementEntry;
	readonly names: readonly string[];
	readonly item: Item | null;
}

/** Elements with itemprop directly inside an item, in document order. */
type Scope = Property[];

interface Item {
	readonly index: number;
	readonly entry: PageElementEntry;
	readonly top: boolean;
	readonly scope: Scope;
}

/** An element with an id: an itemref to it adds the properties of `scope` inside it. */
interface IdTarget {
	readonly entry: PageElementEntry;
	readonly scope: Scope;
}

interface OpenItem {
	readonly entry: PageElementEntry;
	readonly outer: Scope;
}

interface Types {
	readonly names: readonly string[];
	/** Whether all types are schema.org's, and thus the item's bare property names. */
	readonly ours: boolean;
}

class ItemTree {
	readonly items: Item[] = [];
	readonly ids = new Map<string, IdTarget>();
	readonly #open: OpenItem[] = [];
	/** Ids are needed only for itemref, which is rare. */
	readonly #wantsIds: boolean;
	#scope: Scope = [];
	#values = 0;

	constructor({ elements, source }: Page) {
		this.#wantsIds = /itemref/i.test(source.text);
		if (!/itemscope/i.test(source.text)) return;
		for (const entry of elements) if (entry.element.attrs.length > 0) this.#element(entry);
	}

	#element(entry: PageElementEntry): void {
		const { element } = entry;
		const isItem = hasAttribute(element, "itemscope");
		const names = attribute(element, "itemprop");
		const id = this.#wantsIds ? attribute(element, "id") : null;
		if (!isItem && names === null && !id) return;
		closeEnded(this.#open, entry.index, ({ outer }) => {
			this.#scope = outer;
		});
		const outer = this.#scope;
		const item = isItem ? this.#item(entry, names === null) : null;
		this.#property(entry, names, item);
		if (id && !this.ids.has(id)) this.ids.set(id, { entry, scope: outer });
		if (!isItem) return;
		this.#scope = item?.scope ?? [];
		this.#open.push({ entry, outer });
	}

	#item(entry: PageElementEntry, top: boolean): Item | null {
		if (this.items.length === MAX_MARKUP_NODES) return null;
		const item = { index: this.items.length, entry, top, scope: [] };
		this.items.push(item);
		return item;
	}

	#property(entry: PageElementEntry, written: string | null, item: Item | null): void {
		const names = words(written);
		if (names.length === 0 || this.#values >= MAX_MARKUP_VALUES) return;
		this.#values += names.length;
		this.#scope.push({ entry, names, item });
	}
}

export function collectMicrodata(page: Page, unknown: UnknownTerms): readonly MarkupNode[] {
	const { base, source } = page;
	const { items, ids } = new ItemTree(page);
	const itemIds = items.map(({ entry }) => {
		const id = attribute(entry.element, "itemid");
		return id === null ? null : absolute(id, base);
	});
	const budget = new MarkupBudget();
	return items.map((item, index): MarkupNode => {
		const { element } = item.entry;
		const types = itemTypes(element, page, unknown);
		const properties = new PropertyValues(budget);
		for (const property of propertiesOf(item, ids, budget)) {
			const { item: inner, entry } = property;
			const value = inner ? reference(inner, itemIds) : textValueOf(entry, page);
			for (const name of namesOf(property, types, page, unknown)) properties.add(name, value);
		}
		const id = itemIds[index] ?? null;
		return { ...source.startTag(element), types: types.names, id, properties: properties.finish(), top: item.top };
	});
}

function namesOf({ entry, names }: Property, types: Types, { source }: Page, unknown: UnknownTerms): string[] {
	return names.map((name) => {
		const term = schemaOrgTerm(name) ?? (types.ours && !name.includes(":") ? name : null);
		const locate = () => source.startTag(entry.element);
		if (term !== null) unknown.property(term, types.names[0] ?? null, "microdata", locate);
		return term ?? name;
	});
}

function itemTypes(element: PageElement, { source }: Page, unknown: UnknownTerms): Types {
	const terms = words(attribute(element, "itemtype")).map((type) => ({ type, term: schemaOrgTerm(type) }));
	for (const { term } of terms) {
		if (term !== null) unknown.type(term, "microdata", () => source.startTag(element));
	}
	const ours = terms.length > 0 && terms.every(({ term }) => term !== null);
	return { names: terms.map(({ type, term }) => term ?? type), ours };
}

function textValueOf(entry: PageElementEntry, { base, rawText }: Page): string {
	const value = propertyValue(entry.element);
	if (value && "url" in value) return absolute(value.url, base);
	return value?.text ?? rawText.of(entry);
}

/** HTML section 5.2.5, in document order; no element twice, no item inside itself. `budget` bounds itemrefs. */
function propertiesOf(
	item: Item,
	ids: ReadonlyMap<string, IdTarget>,
	budget: { readonly spent: boolean },
): readonly Property[] {
	const references = referencesOf(item.entry.element);
	if (references.length === 0) return item.scope;
	const all = new Set(item.scope);
	for (const id of references) {
		const target = ids.get(id);
		if (!target) continue;
		const { index, end } = target.entry;
		for (let at = firstWhere(target.scope, ({ entry }) => entry.index >= index); !budget.spent; at++) {
			const property = target.scope[at];
			if (!property || property.entry.index >= end) break;
			if (property.item !== item) all.add(property);
		}
	}
	return [...all].sort((a, b) => a.entry.index - b.entry.index);
}

function referencesOf(element: PageElement): readonly string[] {
	return [...new Set(words(attribute(element, "itemref")))].slice(0, MAX_ID_REFERENCES);
}

function reference({ index }: Item, ids: readonly (string | null)[]): string {
	const id = ids[index] ?? null;
	return id === null ? `#${index}` : `@id:${id}`;
}

const ADDRESS: ReadonlyMap<string, string> = new Map([
	...["audio", "embed", "iframe", "img", "source", "track", "video"].map((tag) => [tag, "src"] as const),
	...["a", "area", "link"].map((tag) => [tag, "href"] as const),
	["object", "data"],
]);

const MACHINE: ReadonlyMap<string, string> = new Map(
	Object.entries({ data: "value", meter: "value", time: "datetime" }),
);

type MarkupValue = { readonly url: string } | { readonly text: string };

/** HTML section 5.2.4; null for text. Accepts `content` on any element: schema.org's examples and consumers do. */
function propertyValue(element: PageElement): MarkupValue | null {
	const { tagName } = element;
	const source = ADDRESS.get(tagName);
	if (source !== undefined) return { url: attribute(element, source) ?? "" };
	if (tagName === "meta") return { text: keptValue(element, "content") ?? "" };
	const machine = keptValue(element, MACHINE.get(tagName) ?? "content") ?? keptValue(element, "content");
	return machine === null ? null : { text: machine };
}

/** Unchanged if it cannot be resolved. */
function absolute(written: string, base: string): string {
	const address = cut(written.toWellFormed().trim(), VALUE_LENGTH);
	// An attribute may have a megabyte; resolve only what we keep.
	if (address === "" || !URL.canParse(address, base)) return address;
	return cut(new URL(address, base).href, VALUE_LENGTH);
}

/** Nesting and itemref let a small page repeat itself: many items may refer to the same long element. */
class MarkupBudget {
	#values = MAX_MARKUP_VALUES;
	#characters = MAX_MARKUP_LENGTH;

	get spent(): boolean {
		return this.#values <= 0 || this.#characters <= 0;
	}

	spend(characters: number): void {
		this.#values--;
		this.#characters -= characters;
	}
}

class PropertyValues {
	readonly #values = new Map<string, string[]>();
	readonly #budget: MarkupBudget;

	constructor(budget: MarkupBudget) {
		this.#budget = budget;
	}

	add(name: string, value: string): void {
		// An own `__proto__` would become the prototype when code copies the record.
		if (name === "__proto__" || this.#budget.spent) return;
		this.#budget.spend(name.length + value.length);
		const values = this.#values.get(name);
		if (values) values.push(value);
		else this.#values.set(name, [value]);
	}

	finish(): Readonly<Record<string, readonly string[]>> {
		return Object.fromEntries(this.#values);
	}
}

/** Elements that contain code. DOM section 4.4 includes them in textContent; as a value they are noise. */
const CODE: ReadonlySet<string> = new Set(["script", "style", "noscript"]);

interface Buffer {
	readonly text: string;
	/** Offsets of each element's content, after its leading white space, by index. */
	readonly starts: Uint32Array;
	readonly ends: Uint32Array;
}

/** One buffer holds all text, however deep elements nest; a value is a range of it. Filled lazily. */
export class RawText {
	readonly #entries: PageEntries;
	#buffer: Buffer | undefined;

	constructor(entries: PageEntries) {
		this.#entries = entries;
	}

	of({ index }: PageElementEntry): string {
		this.#buffer ??= write(this.#entries);
		const { text, starts, ends } = this.#buffer;
		const end = ends[index] ?? 0;
		const start = starts[index] ?? 0;
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
		// Separates words of adjacent blocks, which textContent would join.
		if (separatesWords) add(" ");
		if (step.kind === "start") starts[index] = length;
	}
	const text = pieces.join("");
	skipWhiteSpace(text, starts);
	return { text, starts, ends };
}

/** Skips white space once, however many elements begin in it. */
function skipWhiteSpace(text: string, offsets: Uint32Array): void {
	let at = 0;
	for (const [index, offset] of offsets.entries()) {
		at = Math.max(at, offset);
		while (at < text.length && " \n\t\r\f".includes(text.charAt(at))) at++;
		offsets[index] = at;
	}
}

function isCode({ parent }: PageTextEntry): boolean {
	return parent !== null && CODE.has(parent.element.tagName);
}
