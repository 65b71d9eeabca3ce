import type { CustomerFacts, Located } from "../../page-digest.ts";
import { amountsIn } from "../markup/shown-numbers.ts";
import type { Page } from "../page.ts";
import { MAX_BLANK_PRICES } from "../page-caps.ts";
import { cut, fold, tidy } from "../tree/fold-text.ts";
import { type PageElementEntry, type PageTextEntry, visit } from "../tree/page-entries.ts";
import { moreAmountsIn, readsAsAddress, telephoneIn, timesIn } from "./customer-patterns.ts";

/** Text that is searched: a page of a shop or a business has said these things by then. */
const MAX_LENGTH = 200_000;
const LONGEST = 120;

/** What the page tells customers in its visible text: prices, and how and when to reach the business. */
export function collectCustomerFacts({ steps, source }: Page): CustomerFacts {
	const seen = visit(steps, new CustomerText());
	const text = fold(seen.pieces.join(""));
	const blank: Located[] = seen.blank.slice(0, MAX_BLANK_PRICES).map(({ element }) => source.startTag(element));
	return {
		amounts: amountsIn(text).length + moreAmountsIn(text),
		blankPrices: { count: seen.blank.length, first: blank },
		telephone: telephoneIn(text),
		address: seen.addresses.map((each) => tidy(each, LONGEST)).find((each) => /\d/.test(each)) ?? readsAsAddress(text),
		hours: timesIn(text),
	};
}

interface Marked {
	readonly entry: PageElementEntry;
	readonly from: number;
	readonly kind: "price" | "address";
	/** Another place of a price inside decides. */
	outer: boolean;
}

class CustomerText {
	readonly pieces: string[] = [];
	readonly blank: PageElementEntry[] = [];
	readonly addresses: string[] = [];
	readonly #open: Marked[] = [];
	#length = 0;

	start(entry: PageElementEntry): void {
		if (entry.separatesWords) this.#add(" ");
		const kind = kindOf(entry);
		if (kind === null || entry.context.notRendered || entry.context.hiddenBySheet) return;
		for (const each of this.#open) if (each.kind === kind) each.outer = true;
		this.#open.push({ entry, from: this.pieces.length, kind, outer: false });
	}

	end(entry: PageElementEntry): void {
		if (this.#open.at(-1)?.entry === entry) this.#close(this.#open.pop());
		if (entry.separatesWords) this.#add(" ");
	}

	text({ folded, context }: PageTextEntry): void {
		if (folded !== "" && !context.notRendered && !context.hiddenBySheet) this.#add(folded);
	}

	#close(marked: Marked | undefined): void {
		if (!marked || marked.outer || this.#length > MAX_LENGTH) return;
		const text = cut(fold(this.pieces.slice(marked.from).join("")).trim(), LONGEST * 2);
		if (marked.kind === "address") this.addresses.push(text);
		else if (BLANK.test(text)) this.blank.push(marked.entry);
	}

	#add(piece: string): void {
		if (this.#length > MAX_LENGTH) return;
		this.#length += piece.length;
		this.pieces.push(piece);
	}
}

/** Dashes in place of a figure. A currency alone may stand beside its figure, an empty element for a reduced price. */
const BLANK =
	/^(?:(?:\p{Sc}|EUR|USD|GBP|TL|kr|zł)?\s?[-–—_?]{1,5}(?:[.,][-–—_?]{1,2})?\s?(?:\p{Sc}|EUR|USD|GBP|TL|kr|zł)?|n\/a)$/iu;
const PRICE =
	/(?:^|[-_\s])(?:price|preis|prix|precio|prezzo|preco|prijs|fiyat|cena)(?:[-_](?:tag|value|amount|current|now|box|text))?(?:\s|$)/i;

function kindOf({ element: { tagName, attrs } }: PageElementEntry): Marked["kind"] | null {
	if (tagName === "address") return "address";
	for (const { name, value } of attrs) {
		if (name === "itemprop" && (value === "address" || value === "price")) return value;
		if (name === "class" && value.length < 500 && PRICE.test(value)) return "price";
	}
	return null;
}
