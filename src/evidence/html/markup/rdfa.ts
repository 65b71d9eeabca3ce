import type { Located, MarkupNode } from "../../page-digest.ts";
import type { Page } from "../page.ts";
import { MAX_MARKUP_NODES, MAX_MARKUP_VALUES, VALUE_LENGTH } from "../page-caps.ts";
import { hasAttribute, words } from "../tree/attributes.ts";
import { cut } from "../tree/fold-text.ts";
import { closeEnded, type PageElementEntry } from "../tree/page-entries.ts";
import type { PageElement } from "../tree/page-tree.ts";
import { absolute, MarkupBudget, PropertyValues } from "./microdata.ts";
import context from "./rdfa-prefixes.json" with { type: "json" };
import { isSchemaOrg, schemaOrgTerm, type UnknownTerms } from "./schema-org.ts";

const READ = ["vocab", "prefix", "typeof", "property", "resource", "about", "content", "datetime", "datatype"] as const;
type Attribute = (typeof READ)[number] | "href" | "src" | "rel" | "rev";
type Attributes = Partial<Record<Attribute, string>>;
const WANTED: ReadonlySet<string> = new Set([...READ, "href", "src", "rel", "rev"]);

/** Elements without any of these only pass on what holds around them. */
const STATING: readonly Attribute[] = ["vocab", "prefix", "typeof", "property", "resource", "about"];

const OUTER_TAGS = new Set(["html", "head", "body"]);

interface Described {
	readonly subject: Subject;
	readonly node: Subject | null;
}

/** RDFa Lite 1.1, with `about`, `content`, `datetime` (HTML+RDFa 1.1). `rel` and `rev` are links: not followed. */
export function collectRdfa(page: Page, unknown: UnknownTerms): readonly MarkupNode[] {
	// Only what has a type becomes a node.
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

	/** RDFa 1.1 section 7.5, steps 5 to 13, without those of rel and rev. */
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

	/** Step 5.1: with a property and no content, the resource is the property's value. `node` is what has the type. */
	#valueNode(about: Subject | null, given: Attributes): Described {
		const subject = about ?? this.#subject;
		if (given.typeof === undefined) return { subject, node: null };
		const own = ownOf(given);
		return { subject, node: about ?? (own === undefined ? this.#blank() : this.graph.named(own)) };
	}

	/** Step 5.2: else it is what the element describes. */
	#subjectNode(about: Subject | null, given: Attributes): Described {
		const own = ownOf(given);
		const named = about ?? (own === undefined ? null : this.graph.named(own));
		if (given.typeof === undefined) return { subject: named ?? this.#subject, node: null };
		const node = named ?? this.#blank();
		return { subject: node ?? this.#subject, node };
	}

	/** The page is what the types of its outermost elements are about (HTML+RDFa 1.1 section 3.1). */
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
	/** Null: no vocabulary is in force, so a bare word means nothing. */
	readonly vocab: string | null;
	readonly prefixes: ReadonlyMap<string, string>;
	readonly outer: RdfaNames | null;
}

const INITIAL: ReadonlyMap<string, string> = new Map(Object.entries(context.prefixes));

const INITIAL_NAMES: RdfaNames = { vocab: null, prefixes: INITIAL, outer: null };

/** Names inside an element with these attributes. An empty vocab takes the vocabulary away (RDFa 1.1 section 7.5, step 2). */
function namesInside(outer: RdfaNames, vocab: string | undefined, prefix: string | undefined): RdfaNames {
	if (vocab === undefined && prefix === undefined) return outer;
	const prefixes = new Map<string, string>();
	const given = words(prefix);
	for (const [index, word] of given.entries()) {
		const iri = given[index + 1];
		if (word.endsWith(":") && word.length > 1 && iri) prefixes.set(word.slice(0, -1).toLowerCase(), iri);
	}
	if (vocab === undefined) return { vocab: outer.vocab, prefixes, outer };
	// Pages leave the slash of schema.org's address away; none means https://schema.orgPerson.
	const own = isSchemaOrg(vocab) ? "https://schema.org/" : vocab.trim();
	return { vocab: own || null, prefixes, outer };
}

/** IRI of a term, compact IRI or IRI (RDFa 1.1 section 7.4.3); null for a word that no vocabulary defines. */
function expandName(name: string, names: RdfaNames): string | null {
	const colon = name.indexOf(":");
	if (colon < 0) return names.vocab === null ? null : names.vocab + name;
	const prefix = name.slice(0, colon).toLowerCase();
	// Real pages do not nest with prefixes of their own at each step; one that does so on purpose is not followed.
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
	/** The page itself: its title and social metadata are read elsewhere, so it is no node unless it has a type. */
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
