import type { Located } from "../../digest/located.ts";
import type { MarkupNode } from "../../digest/structured-data.ts";
import type { PageElement } from "../tree/page-tree.ts";
import { MarkupBudget, PropertyValues } from "./property-values.ts";
import { schemaOrgTerm } from "./schema-org.ts";
import type { Stretch } from "./text-tape.ts";
import type { UnknownTerms } from "./unknown-terms.ts";

/** Something that RDFa talks about: known by its address as written, or only from where it stands. */
export interface Subject {
	readonly iri: string | null;
	readonly types: Set<string>;
	readonly statements: Statement[];
	/** Element that gave it its first type; null while it has none. */
	element: PageElement | null;
	/** True once it is the value of a property where it is described. */
	held: boolean;
}

type Value = Subject | Stretch | { readonly iri: string } | { readonly text: string };

interface Statement {
	readonly names: readonly string[];
	readonly value: Value;
	readonly element: PageElement;
}

/** What is known once the page is read. */
export interface RdfaReading {
	/** Resolves an address by the page's base. */
	absolute(iri: string): string;
	read(text: Stretch): string;
	place(element: PageElement): Located;
}

/** Subjects with what is said of them, in the order in which their types are met. Only typed ones become nodes. */
export class RdfaGraph {
	/** The page itself: its title and social metadata are read elsewhere, so it is no node unless it has a type. */
	readonly document: Subject;
	readonly #byIri = new Map<string, Subject>();
	readonly #typed: Subject[] = [];

	constructor() {
		this.document = this.named("");
	}

	/** Number of subjects with a type. */
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

	nodes({ absolute, read, place }: RdfaReading, unknown: UnknownTerms): MarkupNode[] {
		const budget = new MarkupBudget();
		const indexes = new Map(this.#typed.map((subject, index) => [subject, index]));
		const textOf = (value: Value): string => {
			if ("from" in value) return read(value);
			if ("text" in value) return value.text;
			if (value.iri === null) return `#${indexes.get(value as Subject) ?? ""}`;
			const isNode = "types" in value || this.#byIri.get(value.iri)?.element;
			return isNode ? `@id:${absolute(value.iri)}` : absolute(value.iri);
		};
		return this.#typed.map((subject): MarkupNode => {
			const { iri, element, held, statements } = subject;
			const located = element ? place(element) : { at: "", excerpt: "" };
			const types = typesOf(subject, located, unknown);
			const properties = new PropertyValues(budget);
			for (const { names, value, element: from } of statements) {
				for (const name of names) {
					const term = schemaOrgTerm(name);
					if (term !== null) unknown.property(term, types[0] ?? null, "rdfa", () => place(from));
					properties.add(term ?? name, textOf(value));
				}
			}
			return {
				...located,
				types,
				id: iri === null ? null : absolute(iri),
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
