import { attribute, tokens } from "./attributes.ts";
import { displayHides, type IsHiddenBySheet, isOffScreen, type PageElementEntry, readStyle } from "./page-entries.ts";
import { ownText, type PageElement } from "./page-tree.ts";

const STYLE_SHEET_LENGTH = 300_000;

/** A type, classes and ids of one element, `.dialog.hidden`; anything longer depends on the elements around. */
const COMPOUND = /^(?:[a-z_-][\w-]*)?(?:[.#][a-z_-][\w-]*){0,3}$/i;
const PART = /[.#]?[^.#]+/g;
/** Compounds that are kept; a page's own style sheets have a handful. */
const MAX_COMPOUNDS = 200;
const NAMES = /[.#](?:[\w-]|\\.){1,100}/g;
const MAX_SHOWN = 20_000;
/** Start pages that scripts reveal (AMP, consent, loaders) hide the whole document this way. */
const WHOLE_PAGE: ReadonlySet<string> = new Set(["html", "body"]);

export interface HidingSheets {
	/** As the page is sent; scripts and rules for other screens may show it. */
	hides: IsHiddenBySheet;
	/** A rule hides it or pushes it off the screen, and no sheet shows anything of its name. */
	buries(entry: Pick<PageElementEntry, "element" | "context" | "outer">): boolean;
}

interface Selectors {
	readonly hidden: Set<string>;
	readonly offScreen: Set<string>;
	readonly shown: Set<string>;
}

/** Hiding rules count outside at-rules and without combinators alone; showing rules count everywhere but for print. */
export function hidingSheets(styles: readonly PageElement[]): HidingSheets | undefined {
	const found: Selectors = { hidden: new Set(), offScreen: new Set(), shown: new Set() };
	let room = STYLE_SHEET_LENGTH;
	for (const style of styles) {
		if (room <= 0) break;
		if (!appliesToScreen(style) || isInTemplate(style)) continue;
		const text = ownText(style).slice(0, room);
		room -= text.length;
		if (MAY_HIDE.test(text)) readRules(text, found);
	}
	if (found.hidden.size === 0 && found.offScreen.size === 0) return undefined;
	const hides = matcherOf(found.hidden);
	const isOff = matcherOf(found.offScreen);
	const isShown = matcherOf(found.shown);
	return {
		hides,
		buries: ({ element, context, outer }) => {
			const isHidden = context.hiddenBySheet && !outer.hiddenBySheet;
			return (isHidden || isOff(element)) && !isShown(element);
		},
	};
}

const MAY_HIDE = /display|visibility|-\d{3}/i;

function matcherOf(selectors: ReadonlySet<string>): IsHiddenBySheet {
	if (selectors.size === 0) return () => false;
	const compounds = [...selectors].map((selector) => selector.match(PART) ?? []).filter(({ length }) => length > 1);
	const hasClasses = [...selectors].some((selector) => selector.includes("."));
	const few = compounds.slice(0, MAX_COMPOUNDS);
	return (element) => matches(element, selectors, hasClasses) || (few.length > 0 && matchesOne(element, few));
}

function matchesOne(element: PageElement, compounds: readonly (readonly string[])[]): boolean {
	if (element.attrs.length === 0) return false;
	const own = new Set([element.tagName, `#${attribute(element, "id") ?? ""}`]);
	for (const word of classesOf(attribute(element, "class") ?? "")) own.add(`.${word}`);
	return compounds.some((parts) => parts.every((part) => own.has(part)));
}

function matches(element: PageElement, hidden: ReadonlySet<string>, hasClasses: boolean): boolean {
	if (hidden.has(element.tagName)) return true;
	for (const { name, value } of element.attrs) {
		if (name === "id" && hidden.has(`#${value}`)) return true;
		if (name === "class" && hasClasses && classesOf(value).some((word) => hidden.has(`.${word}`))) return true;
	}
	return false;
}

function classesOf(value: string): string[] {
	return value.slice(0, 1_000).split(/[\t\n\f\r ]+/, 50);
}

function appliesToScreen(style: PageElement): boolean {
	const media = tokens(attribute(style, "media"));
	return media.length === 0 || media[0] === "all" || (media.length === 1 && media[0] === "screen");
}

/** A style in a template belongs to nothing, or to a shadow tree of its own. */
function isInTemplate(style: PageElement): boolean {
	return style.parentNode?.nodeName === "#document-fragment";
}

interface Condition {
	readonly isPrint: boolean;
}

function readRules(css: string, found: Selectors): void {
	const text = withoutComments(css);
	const conditions: Condition[] = [];
	const brace = /[{}]/g;
	let from = 0;
	for (let match = brace.exec(text); match; match = brace.exec(text)) {
		const open = match.index;
		if (match[0] === "}") conditions.pop();
		else {
			const prelude = text.slice(from, open);
			// Statements such as @import end with a semicolon and have no block.
			const selectors = prelude.slice(prelude.lastIndexOf(";") + 1).trim();
			if (selectors.startsWith("@")) conditions.push({ isPrint: /^@media\s+print/i.test(selectors) });
			else {
				const end = text.indexOf("}", open);
				if (end < 0) return;
				readRule(selectors, text.slice(open + 1, end), conditions, found);
				brace.lastIndex = end + 1;
			}
		}
		from = brace.lastIndex;
	}
}

function readRule(selectors: string, body: string, conditions: readonly Condition[], found: Selectors): void {
	if (!MAY_HIDE.test(body)) return;
	const style = readStyle(body);
	const hides = displayHides(style) !== null;
	if (!hides && (style.has("display") || style.has("visibility"))) {
		show(selectors, conditions, found);
		return;
	}
	if (conditions.length > 0 || (!hides && !isOffScreen(style))) return;
	for (const key of plainSelectors(selectors)) (hides ? found.hidden : found.offScreen).add(key);
}

/** A later rule with the same selector takes the hiding back; any rule with its name may do so at some time. */
function show(selectors: string, conditions: readonly Condition[], { hidden, shown }: Selectors): void {
	if (conditions.length === 0) for (const key of plainSelectors(selectors)) hidden.delete(key);
	if (conditions.some(({ isPrint }) => isPrint) || shown.size > MAX_SHOWN) return;
	for (const [name] of selectors.matchAll(NAMES)) shown.add(name.replaceAll("\\", ""));
}

function plainSelectors(selectors: string): string[] {
	const plain = selectors.split(",").map((part) => part.trim());
	return plain
		.filter((selector) => selector !== "" && COMPOUND.test(selector) && !WHOLE_PAGE.has(selector.toLowerCase()))
		.map((selector) => selector.replace(/^[a-z][\w-]*/i, (tag) => tag.toLowerCase()));
}

function withoutComments(css: string): string {
	let text = "";
	let from = 0;
	for (let open = css.indexOf("/*"); open >= 0; open = css.indexOf("/*", from)) {
		text += css.slice(from, open);
		const end = css.indexOf("*/", open + 2);
		if (end < 0) return text;
		from = end + 2;
	}
	return text + css.slice(from);
}
