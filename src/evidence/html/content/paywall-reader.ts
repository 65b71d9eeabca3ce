import type { Located } from "../../digest/located.ts";
import { MAX_PAYWALLS } from "../page-caps.ts";
import { attribute, tokens } from "../tree/attributes.ts";
import type { PageSource } from "../tree/page-source.ts";
import type { PageElement } from "../tree/page-tree.ts";
import type { Reader } from "../tree/walk.ts";
import { PAYWALL } from "./name-marks.ts";
import type { Whereabouts } from "./whereabouts.ts";

/** Property by which structured data names the parts behind a paywall (Google, Subscription and paywalled content). */
const SELECTOR = "cssSelector";
const SELECTORS = /cssSelector\\?"\s{0,9}:\s{0,9}\[?\s{0,9}\\?"([^"\\]{2,200})/y;
const SIMPLE = /^[.#][\w-]+$/;
/** Attributes of known paywalls. */
const MARKS: ReadonlySet<string> = new Set(["data-paywall", "data-paywalled", "data-piano", "data-regwall"]);

/** Elements marked as standing before or behind a paywall. */
export class PaywallReader implements Reader {
	readonly #where: Whereabouts;
	readonly #source: PageSource;
	readonly #selectors: ReadonlySet<string>;
	readonly #found: PageElement[] = [];

	constructor(where: Whereabouts, source: PageSource) {
		this.#where = where;
		this.#source = source;
		this.#selectors = selectorsIn(source.text);
	}

	finish(): readonly Located[] {
		return this.#found.map((element) => this.#source.startTag(element));
	}

	enter(element: PageElement): void {
		if (element.attrs.length === 0 || this.#found.length === MAX_PAYWALLS || element.tagName === "script") return;
		if (this.#isMarked(element)) this.#found.push(element);
	}

	#isMarked(element: PageElement): boolean {
		if ((this.#where.marks & PAYWALL) !== 0) return true;
		if (element.attrs.some(({ name }) => MARKS.has(name))) return true;
		if (this.#selectors.size === 0) return false;
		const id = attribute(element, "id") ?? "";
		const classes = tokens(attribute(element, "class"));
		return this.#selectors.has(`#${id.toLowerCase()}`) || classes.some((name) => this.#selectors.has(`.${name}`));
	}
}

/** Simple selectors of the page's structured data, lower case; others are left out. */
function selectorsIn(text: string): ReadonlySet<string> {
	const found = new Set<string>();
	for (let at = text.indexOf(SELECTOR); at >= 0 && found.size < MAX_PAYWALLS; at = text.indexOf(SELECTOR, at + 1)) {
		SELECTORS.lastIndex = at;
		const value = SELECTORS.exec(text)?.[1] ?? "";
		for (const selector of value.toLowerCase().split(/[\s,]+/)) if (SIMPLE.test(selector)) found.add(selector);
	}
	return found;
}
