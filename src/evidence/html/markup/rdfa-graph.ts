import type { Located, MarkupNode } from "../../page-digest.ts";
import type { Page } from "../page.ts";
import type { PageElementEntry } from "../tree/page-entries.ts";
import type { PageElement } from "../tree/page-tree.ts";
import { absolute, MarkupBudget, PropertyValues } from "./property-value.ts";
import { schemaOrgTerm, type UnknownTerms } from "./schema-org.ts";

/** Something that RDFa describes: known by its address as written, or only by its element. */
export interface Subject {
	readonly iri: string | null;
	readonly types: Set<string>;
	readonly statements: Statement[];
	element: PageElement | null;
	/** True once it is the value of a property where it is described. */
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

/** Subjects with their statements, in the order in which their types are met. Only typed ones become nodes. */
export class RdfaGraph {
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
