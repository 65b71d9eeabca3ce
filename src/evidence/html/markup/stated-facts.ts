import { isKindOf } from "#core/schema-org.ts";
import type { JsonLdNode, Located, MarkupNode, Stated, StructuredNode } from "../../page-digest.ts";
import { daysOf, shownDays } from "../content/dates.ts";
import { amountsIn, BORDER, canonical, numbersIn, readings } from "../content/money.ts";
import { type DateLocale, dateLocaleOf } from "../content/written-dates.ts";
import type { Page } from "../page.ts";
import { NAME_LENGTH, NAME_PIECES } from "../page-caps.ts";
import { attribute } from "../tree/attributes.ts";
import { fold, withoutInvisible } from "../tree/fold-text.ts";
import { type PageElementEntry, type PageTextEntry, visit } from "../tree/page-entries.ts";

/** Characters of visible text to search; the longest single-page manuals have 2 million. */
const MAX_SEARCHED_TEXT = 2_000_000;

export const MAX_STATED = 100;

interface FactKind {
	readonly properties: readonly string[];
	readonly on: readonly string[];
	/** Only for top-level nodes: variants and list items are worded differently on the page. */
	readonly top?: true;
	readonly money?: true;
	readonly shown: "hasNumber" | "hasRating" | "hasName" | "hasHeadline" | "hasDate";
}

/** Facts that readers should see too: Google's structured data policies forbid marking up invisible content. */
const FACTS: readonly FactKind[] = [
	{ properties: ["price", "lowPrice"], on: ["Offer", "PriceSpecification"], money: true, shown: "hasNumber" },
	{ properties: ["ratingValue"], on: ["AggregateRating"], shown: "hasRating" },
	{ properties: ["reviewCount", "ratingCount"], on: ["AggregateRating"], shown: "hasNumber" },
	{ properties: ["name"], on: ["Product"], top: true, shown: "hasName" },
	{ properties: ["headline"], on: ["Article"], top: true, shown: "hasHeadline" },
	{ properties: ["datePublished", "dateModified"], on: ["Article"], top: true, shown: "hasDate" },
];
/** The site's publisher and name. */
const NAMES: readonly FactKind[] = [
	{ properties: ["name", "legalName", "alternateName"], on: ["Organization", "WebSite"], shown: "hasName" },
];
const MAX_NAMES = 30;

interface StructuredFacts {
	readonly jsonLd: { readonly nodes: readonly JsonLdNode[] };
	readonly microdata: readonly MarkupNode[];
	readonly rdfa: readonly MarkupNode[];
}

type Locate = (block: number, name: string, value: string) => Located;

export function statedFacts(data: StructuredFacts, page: Page, locate: Locate): readonly Stated[] {
	const read = (kinds: readonly FactKind[]) => [
		...factsIn("json-ld", kinds, data.jsonLd.nodes, ({ block }, property, value) => locate(block, property, value)),
		...factsIn("microdata", kinds, data.microdata, ({ at, excerpt }) => ({ at, excerpt })),
		...factsIn("rdfa", kinds, data.rdfa, ({ at, excerpt }) => ({ at, excerpt })),
	];
	const facts = [...read(FACTS).slice(0, MAX_STATED), ...read(NAMES).slice(0, MAX_NAMES)];
	if (facts.length === 0) return [];
	const shown = new ShownFacts(page);
	return facts.map(({ kind, place, ...fact }): Stated => {
		const isShown = shown[kind.shown](fact.value);
		return { ...place(), ...fact, visible: isShown, ...(isShown || !kind.money ? {} : shown.otherAmount()) };
	});
}

interface Fact extends Pick<Stated, "property" | "type" | "value" | "of"> {
	readonly kind: FactKind;
	place(): Located;
}

function factsIn<Node extends StructuredNode>(
	form: string,
	kinds: readonly FactKind[],
	nodes: readonly Node[],
	place: (node: Node, property: string, value: string) => Located,
): Fact[] {
	const owners = ownersOf(nodes);
	return nodes.flatMap((node, index) =>
		factsOf(node, kinds).map(({ kind, property, value }) => ({
			kind,
			property,
			type: node.types[0] ?? "",
			value,
			of: `${form} ${owners[index]}`,
			place: () => place(node, property, value),
		})),
	);
}

function factsOf(node: StructuredNode, known: readonly FactKind[]) {
	const kinds = known.filter(({ on, top }) => (!top || node.top) && on.some((wanted) => isOne(node, wanted)));
	return kinds.flatMap((kind) =>
		kind.properties.flatMap((property) => valuesOf(node, property).map((value) => ({ kind, property, value }))),
	);
}

function isOne({ types }: StructuredNode, wanted: string): boolean {
	return types.some((type) => isKindOf(type, wanted));
}

/** Values except nodes, which are judged separately, and "free", which pages write as a word. */
function valuesOf({ properties }: StructuredNode, name: string): readonly string[] {
	const values = properties[name] ?? [];
	return values.filter(
		(value) => value.trim() !== "" && !/^(?:#\d+|@id:)/.test(value) && !/^0+(?:[.,]0*)?$/.test(value),
	);
}

function ownersOf(nodes: readonly StructuredNode[]): readonly number[] {
	const byId = new Map<string, number>(
		nodes.flatMap(({ id, top }, index) => (id === null || top ? [] : [[`@id:${id}`, index] as const])),
	);
	const owners = nodes.map((_, index) => index);
	for (const [index, { properties }] of nodes.entries()) {
		for (const value of Object.values(properties).flat()) {
			const held = /^#\d{1,6}$/.test(value) ? Number(value.slice(1)) : byId.get(value);
			// Owners precede what they own; a node with several owners belongs to the first.
			if (held !== undefined && held > index && owners[held] === held) owners[held] = owners[index] ?? index;
		}
	}
	return owners;
}

const JOINTS = / (?:[-–—|·•»:]|::|\/) | \| /;

/** Minimum letters in a part of a name that may stand for the whole. */
const SHORTEST_PART = 8;

/** Common words that make headlines variants of each other: at least this many, and half of either. */
const COMMON_WORDS = 3;

/** Creates each index lazily. */
class ShownFacts {
	readonly #text: string;
	readonly #pieced: string;
	readonly #times: readonly string[];
	readonly #headings: readonly string[];
	readonly #written: readonly string[];
	readonly #locale: DateLocale;
	#squeezed: string | undefined;
	#numbers: ReadonlySet<string> | undefined;
	#dates: ReadonlySet<string> | undefined;
	#amounts: readonly string[] | undefined;

	constructor({ steps, language, url }: Page) {
		this.#locale = dateLocaleOf(language, URL.parse(url)?.hostname ?? "");
		const visible = visit(steps, new SearchedText());
		this.#pieced = visible.read();
		this.#text = this.#pieced.replaceAll(BORDER, "");
		this.#times = visible.times;
		this.#written = visible.headings;
		this.#headings = this.#written.map(squeeze).filter((heading) => heading.length >= SHORTEST_PART);
	}

	hasName(name: string): boolean {
		const whole = squeeze(withoutReferences(name));
		// Most names occur in a heading, which saves reading the rest of the text.
		if (whole === "" || this.#headings.some((heading) => heading.includes(whole))) return true;
		this.#squeezed ??= squeeze(this.#text);
		const parts = withoutReferences(name)
			.replace(/(?:…|\.\.\.)\s*$/, "")
			.split(JOINTS)
			.map(squeeze);
		const telling = parts.filter((part) => part.length >= SHORTEST_PART);
		const heads = this.#headings.filter((heading) => heading.length * 2 >= whole.length);
		return (
			[whole, ...telling].some((part) => this.#squeezed?.includes(part)) ||
			heads.some((heading) => whole.includes(heading))
		);
	}

	/** The same headline, shorter, longer or reworded: one for readers, one for search results. */
	hasHeadline(headline: string): boolean {
		if (this.hasName(headline)) return true;
		const stated = wordsOf(headline);
		return this.#written.some((heading) => {
			const shown = wordsOf(heading);
			const common = [...stated].filter((word) => shown.has(word)).length;
			return common >= COMMON_WORDS && common * 2 >= Math.min(stated.size, shown.size);
		});
	}

	hasNumber(written: string): boolean {
		this.#numbers ??= numbersIn(this.#pieced);
		return spellingsOf(written).some((reading) => this.#numbers?.has(reading));
	}

	hasRating(written: string): boolean {
		if (this.hasNumber(written)) return true;
		const value = Number(written.replace(",", "."));
		return Number.isFinite(value) && [1, 2].some((digits) => this.hasNumber(canonical(value.toFixed(digits))));
	}

	hasDate(written: string): boolean {
		this.#dates ??= shownDays(
			`${this.#text} ${this.#times.map((time) => time.slice(0, 10)).join(" , ")}`,
			this.#locale,
		);
		const days = daysOf(written);
		// Invalid dates cannot be searched for; another check reports them.
		const spellings = days.flatMap((day) => [day, day.slice(5), day.slice(0, 7)]);
		return days.length === 0 || spellings.some((each) => this.#dates?.has(each));
	}

	otherAmount(): { readonly instead: string; readonly pieced?: true } | undefined {
		this.#amounts ??= amountsIn(this.#pieced);
		const pieced = this.#amounts.find((amount) => amount.includes(BORDER));
		if (pieced !== undefined) return { instead: pieced.replaceAll(BORDER, " "), pieced: true };
		const [instead] = this.#amounts;
		return instead === undefined ? undefined : { instead };
	}
}

function spellingsOf(written: string): readonly string[] {
	const [found] = /\d{1,15}(?:[.,'’ ]\d{1,15}){0,5}/.exec(written) ?? [];
	if (found === undefined) return [];
	// With one decimal point it is unambiguous, and what schema.org requires.
	return /^\d+(?:\.\d{1,2})?$/.test(found) ? [canonical(found)] : readings(found);
}

/** Lower-case letters and digits only: quotes, dashes and spaces vary. */
function squeeze(text: string): string {
	return text
		.normalize("NFKC")
		.toLowerCase()
		.replace(/[^\p{L}\p{N}]+/gu, "");
}

function wordsOf(text: string): ReadonlySet<string> {
	return new Set(
		withoutReferences(text)
			.normalize("NFKC")
			.toLowerCase()
			.match(/[\p{L}\p{N}]+/gu) ?? [],
	);
}

/** Templates escape names for HTML even in JSON, which readers never see. */
function withoutReferences(name: string): string {
	return name.replace(/&(?:[a-z]{2,8}|#x?[0-9a-f]{1,6});/gi, " ");
}

/** Attributes that replace visible content: a row of stars has its number there for screen readers. */
const SPOKEN = ["aria-label", "alt", "title"];

const NAMING = new Set(["h1", "h2"]);

const MAX_HEADINGS = 50;

const MAX_TIMES = 500;

/** Text that people see or hear without scripts, including options of a select. */
class SearchedText {
	readonly #pieces: string[] = [];
	#length = 0;
	#border = false;
	readonly times: string[] = [];
	readonly #headings: { readonly entry: PageElementEntry; readonly from: number; to: number }[] = [];

	get headings(): string[] {
		return this.#headings.map(({ from, to }) => this.#pieces.slice(from, to).join("").slice(0, NAME_LENGTH));
	}

	read(): string {
		return fold(withoutInvisible(this.#pieces.join("").slice(0, MAX_SEARCHED_TEXT).toWellFormed()));
	}

	start(entry: PageElementEntry): void {
		if (entry.context.notRendered) return;
		const { element } = entry;
		this.#border = true;
		if (entry.separatesWords) this.#add(" ");
		if (NAMING.has(element.tagName) && this.#headings.length < MAX_HEADINGS) {
			this.#headings.push({ entry, from: this.#pieces.length, to: this.#pieces.length });
		}
		if (element.attrs.length === 0) return;
		for (const name of SPOKEN) {
			const spoken = attribute(element, name);
			if (spoken) this.#add(` ${spoken} `);
		}
		const time = element.tagName === "time" ? attribute(element, "datetime") : null;
		if (time && this.times.length < MAX_TIMES) this.times.push(time.slice(0, 40));
	}

	end(entry: PageElementEntry): void {
		this.#border = true;
		if (!entry.context.notRendered && entry.separatesWords) this.#add(" ");
		const heading = NAMING.has(entry.element.tagName) ? this.#headings.at(-1) : undefined;
		if (heading?.entry === entry) heading.to = Math.min(this.#pieces.length, heading.from + NAME_PIECES);
	}

	text({ node, context }: PageTextEntry): void {
		if (context.notRendered || (context.notText && node.parentNode?.nodeName !== "option")) return;
		this.#add(node.value);
	}

	#add(piece: string): void {
		if (this.#length > MAX_SEARCHED_TEXT) return;
		this.#length += piece.length;
		if (this.#border && /^\p{Nd}/u.test(piece) && /\p{Nd}$/u.test(this.#pieces.at(-1) ?? "")) this.#pieces.push(BORDER);
		if (piece !== "") this.#border = false;
		this.#pieces.push(piece);
	}
}
