import type { MarkupNode } from "../../digest/structured-data.ts";
import { MAX_MARKUP_NODES, MAX_MARKUP_VALUES, VALUE_LENGTH } from "../page-caps.ts";
import { attribute } from "../tree/attributes.ts";
import { cut } from "../tree/fold-text.ts";
import type { PageSource } from "../tree/page-source.ts";
import type { PageElement } from "../tree/page-tree.ts";
import type { Reader } from "../tree/walk.ts";
import { absolute, propertyValue } from "./markup-value.ts";
import { type Item, type Named, type Property, propertiesOf, type Scope } from "./microdata-items.ts";
import { MarkupBudget, PropertyValues } from "./property-values.ts";
import { schemaOrgTerm } from "./schema-org.ts";
import type { Stretch, TextTape } from "./text-tape.ts";
import type { UnknownTerms } from "./unknown-terms.ts";

/** What one element began, and ends with. */
interface Frame {
	readonly element: PageElement;
	readonly outer: Scope;
	readonly text: Stretch | null;
	readonly named: Named | null;
}

interface Types {
	readonly names: readonly string[];
	/** True where all are schema.org's, so that the item's bare property names are too. */
	readonly ours: boolean;
}

/** Microdata (HTML section 5). Which properties an item has, also by itemref, is known once the walk is over. */
export class MicrodataReader implements Reader {
	readonly #items: Item[] = [];
	readonly #frames: Frame[] = [];
	readonly #ids = new Map<string, Named>();
	readonly #source: PageSource;
	readonly #tape: TextTape;
	/** Ids matter only to itemref, which is rare. */
	readonly #wantsIds: boolean;
	#scope: Scope = { properties: [] };
	#order = 0;
	#values = 0;

	constructor(source: PageSource, tape: TextTape) {
		this.#source = source;
		this.#tape = tape;
		this.#wantsIds = /itemref/i.test(source.text);
	}

	enter(element: PageElement): void {
		this.#order++;
		const marks = marksOf(element);
		if (!marks.item && marks.names === undefined && !(marks.id && this.#wantsIds)) return;
		const outer = this.#scope;
		const item = marks.item ? this.#item(element, marks.names === undefined) : null;
		const property = this.#property(element, marks.names, item);
		if (property) outer.properties.push(property);
		const named = this.#named(marks.id, outer);
		if (marks.item) this.#scope = item?.scope ?? { properties: [] };
		this.#frames.push({ element, outer, text: property?.text ?? null, named });
	}

	leave(element: PageElement): void {
		const frame = this.#frames.at(-1);
		if (frame?.element !== element) return;
		this.#frames.pop();
		this.#scope = frame.outer;
		if (frame.text) this.#tape.close(frame.text);
		if (frame.named) frame.named.to = this.#order;
	}

	/** `base`: address that relative ones begin from. */
	finish(base: string, unknown: UnknownTerms): readonly MarkupNode[] {
		const ids = this.#items.map(({ element }) => {
			const id = attribute(element, "itemid");
			return id === null ? null : absolute(id, base);
		});
		const budget = new MarkupBudget();
		return this.#items.map((item, index): MarkupNode => {
			const types = this.#types(item, unknown);
			const properties = new PropertyValues(budget);
			for (const property of propertiesOf(item, this.#ids, budget)) {
				const { item: inner } = property;
				const value = inner ? reference(inner, ids) : this.#value(property, base);
				for (const name of this.#names(property, types, unknown)) properties.add(name, value);
			}
			const known = { types: types.names, id: ids[index] ?? null, properties: properties.finish(), top: item.top };
			return { ...this.#source.startTag(item.element), ...known };
		});
	}

	#names({ element, names }: Property, types: Types, unknown: UnknownTerms): string[] {
		return names.map((name) => {
			const term = schemaOrgTerm(name) ?? (types.ours && !name.includes(":") ? name : null);
			const place = () => this.#source.startTag(element);
			if (term !== null) unknown.property(term, types.names[0] ?? null, "microdata", place);
			return term ?? name;
		});
	}

	#types({ element }: Item, unknown: UnknownTerms): Types {
		const terms = words(attribute(element, "itemtype")).map((type) => ({ type, term: schemaOrgTerm(type) }));
		for (const { term } of terms) {
			if (term !== null) unknown.type(term, "microdata", () => this.#source.startTag(element));
		}
		const ours = terms.length > 0 && terms.every(({ term }) => term !== null);
		return { names: terms.map(({ type, term }) => term ?? type), ours };
	}

	#item(element: PageElement, top: boolean): Item | null {
		if (this.#items.length === MAX_MARKUP_NODES) return null;
		const item = { index: this.#items.length, element, top, scope: { properties: [] } };
		this.#items.push(item);
		return item;
	}

	#property(element: PageElement, written: string | undefined, item: Item | null): Property | null {
		const names = words(written ?? null);
		if (names.length === 0 || this.#values >= MAX_MARKUP_VALUES) return null;
		this.#values += names.length;
		const holdsText = !item && propertyValue(element) === null;
		return { order: this.#order, element, names, item, text: holdsText ? this.#tape.open() : null };
	}

	#named(id: string | undefined, scope: Scope): Named | null {
		if (!id || !this.#wantsIds || this.#ids.has(id)) return null;
		const named = { scope, from: this.#order, to: Number.POSITIVE_INFINITY };
		this.#ids.set(id, named);
		return named;
	}

	#value({ element, text }: Property, base: string): string {
		const value = propertyValue(element);
		if (value && "url" in value) return absolute(value.url, base);
		return value?.text ?? (text ? this.#tape.read(text) : "");
	}
}

function marksOf({ attrs }: PageElement): { item: boolean; names?: string; id?: string } {
	const marks: { item: boolean; names?: string; id?: string } = { item: false };
	for (const { name, value } of attrs) {
		if (name === "itemscope") marks.item = true;
		else if (name === "itemprop") marks.names = value;
		else if (name === "id") marks.id = value;
	}
	return marks;
}

function reference({ index }: Item, ids: readonly (string | null)[]): string {
	const id = ids[index] ?? null;
	return id === null ? `#${index}` : `@id:${id}`;
}

/** Tokens in their own case; types and properties are told apart by it. */
function words(value: string | null): string[] {
	return cut((value ?? "").toWellFormed(), VALUE_LENGTH)
		.split(/[\t\n\f\r ]+/)
		.filter(Boolean);
}
