import type { MarkupNode } from "../../digest/structured-data.ts";
import { MAX_MARKUP_NODES, MAX_MARKUP_VALUES, VALUE_LENGTH } from "../page-caps.ts";
import { cut } from "../tree/fold-text.ts";
import type { PageSource } from "../tree/page-source.ts";
import type { PageElement } from "../tree/page-tree.ts";
import type { Reader } from "../tree/walk.ts";
import { absolute } from "./markup-value.ts";
import { RdfaGraph, type RdfaReading, type Subject } from "./rdfa-graph.ts";
import { expandName, INITIAL_NAMES, namesInside, type RdfaNames, wordsOf } from "./rdfa-names.ts";
import type { Stretch, TextTape } from "./text-tape.ts";
import type { UnknownTerms } from "./unknown-terms.ts";

const READ = ["vocab", "prefix", "typeof", "property", "resource", "about", "content", "datetime", "datatype"] as const;
type Attribute = (typeof READ)[number] | "href" | "src" | "rel" | "rev";
type Attributes = Partial<Record<Attribute, string>>;
const WANTED: ReadonlySet<string> = new Set([...READ, "href", "src", "rel", "rev"]);

/** Elements with one of these have something to say; the rest only pass on what stands around them. */
const MARKS: readonly Attribute[] = ["vocab", "prefix", "typeof", "property", "resource", "about"];

const OUTERMOST = new Set(["html", "head", "body"]);

interface Frame {
	readonly element: PageElement;
	readonly names: RdfaNames;
	readonly subject: Subject;
	readonly text: Stretch | null;
}

interface Described {
	/** What the element's own property is said of. */
	readonly subject: Subject;
	/** What has the element's types; null without. */
	readonly node: Subject | null;
}

interface Stating {
	readonly names: readonly string[];
	readonly subject: Subject;
	/** The node that is the value. */
	readonly value: Subject | null;
	/** The address that is the value. */
	readonly own: string | undefined;
}

/**
 * RDFa Lite 1.1 (vocab, typeof, property, resource, prefix), with `about`, `content` and `datetime` of RDFa 1.1 and
 * HTML+RDFa 1.1, which pages mix in. `rel` and `rev` say what links say in HTML too, and are not followed.
 */
export class RdfaReader implements Reader {
	readonly #frames: Frame[] = [];
	readonly #graph = new RdfaGraph();
	readonly #source: PageSource;
	readonly #tape: TextTape;
	#names = INITIAL_NAMES;
	#subject: Subject = this.#graph.document;
	#values = 0;

	constructor(source: PageSource, tape: TextTape) {
		this.#source = source;
		this.#tape = tape;
	}

	enter(element: PageElement): void {
		const given = attributesOf(element);
		if (!given) return;
		const before = { element, names: this.#names, subject: this.#subject };
		this.#names = namesInside(this.#names, given.vocab, given.prefix);
		const text = this.#element(element, given);
		this.#frames.push({ ...before, text });
	}

	leave(element: PageElement): void {
		const frame = this.#frames.at(-1);
		if (frame?.element !== element) return;
		this.#frames.pop();
		this.#names = frame.names;
		this.#subject = frame.subject;
		if (frame.text) this.#tape.close(frame.text);
	}

	finish(base: string, unknown: UnknownTerms): readonly MarkupNode[] {
		const reading: RdfaReading = {
			// An empty address is the page itself.
			absolute: (iri) => (iri === "" ? base : absolute(iri, base)),
			read: (text) => this.#tape.read(text),
			place: (element) => this.#source.startTag(element),
		};
		return this.#graph.nodes(reading, unknown);
	}

	/** RDFa 1.1 section 7.5, steps 5 to 13, without those of rel and rev. Answers the text that has to be closed. */
	#element(element: PageElement, given: Attributes): Stretch | null {
		const names = this.#namesOf(given.property);
		const asValue = given.property !== undefined && given.content === undefined && given.datatype === undefined;
		const about = this.#about(element, given);
		const { subject, node } = asValue ? this.#valueNode(about, given) : this.#subjectNode(about, given);
		const held = asValue && about === null;
		if (node) this.#graph.describe(node, this.#namesOf(given.typeof), element, held && names.length > 0);
		this.#subject = node ?? subject;
		if (names.length === 0) return null;
		const value = held ? node : null;
		return this.#state(element, given, { names, subject, value, own: asValue ? ownOf(given) : undefined });
	}

	/** Step 5.1: with a property and no content, the resource is the property's value. `node` is what has the type. */
	#valueNode(about: Subject | null, given: Attributes): Described {
		const subject = about ?? this.#subject;
		if (given.typeof === undefined) return { subject, node: null };
		const own = ownOf(given);
		return { subject, node: about ?? (own === undefined ? this.#blank() : this.#graph.named(own)) };
	}

	/** Step 5.2: else it is what is talked about. */
	#subjectNode(about: Subject | null, given: Attributes): Described {
		const own = ownOf(given);
		const named = about ?? (own === undefined ? null : this.#graph.named(own));
		if (given.typeof === undefined) return { subject: named ?? this.#subject, node: null };
		const node = named ?? this.#blank();
		return { subject: node ?? this.#subject, node };
	}

	/** The page is what the types of its outermost elements are about (HTML+RDFa 1.1 section 3.1). */
	#about({ tagName }: PageElement, { about, resource, typeof: types }: Attributes): Subject | null {
		if (about !== undefined) return this.#graph.named(about);
		return types !== undefined && resource === undefined && OUTERMOST.has(tagName) ? this.#graph.document : null;
	}

	#blank(): Subject | null {
		return this.#graph.size < MAX_MARKUP_NODES ? this.#graph.blank() : null;
	}

	/** Adds a property; its value is a node, an address, or a text that may still have to be read. */
	#state(element: PageElement, { content, datetime }: Attributes, statement: Stating): Stretch | null {
		const { names, subject, value, own } = statement;
		this.#values += names.length;
		if (this.#values > MAX_MARKUP_VALUES) return null;
		const literal = content ?? (own === undefined ? datetime : undefined);
		const text = value || own !== undefined || literal !== undefined ? null : this.#tape.open();
		const written = literal === undefined ? { iri: own ?? "" } : { text: cut(literal.toWellFormed(), VALUE_LENGTH) };
		this.#graph.add(subject, names, value ?? text ?? written, element);
		return text;
	}

	#namesOf(value: string | undefined): string[] {
		return wordsOf(value).flatMap((word) => expandName(word, this.#names) ?? []);
	}
}

/** The address that an element names as a resource. */
function ownOf({ resource, href, src }: Attributes): string | undefined {
	return resource ?? href ?? src;
}

function attributesOf(element: PageElement): Attributes | null {
	const given: Attributes = {};
	for (const { name, value } of element.attrs) if (WANTED.has(name)) given[name as Attribute] = value;
	return MARKS.some((mark) => given[mark] !== undefined) ? given : null;
}
