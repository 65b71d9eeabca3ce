import { rgb } from "d3-color";
import { attribute, firstRole, hasAttribute } from "../tree/attributes.ts";
import { type PageElement, type PageTree, parentOf, SVG } from "../tree/page-tree.ts";
import { Cascade, namesOnPage, type Winners } from "./cascade.ts";
import {
	type Colour,
	colourOf,
	groundOf,
	hasNoArea,
	isCutAway,
	isFaint,
	isOffScreen,
	isTiny,
	lettersOf,
	looksAlike,
	mayHide,
	type ValueOf,
	WAYS,
} from "./hiding-values.ts";
import { ALL_SCREENS } from "./media.ts";
import { type Declarations, inlineDeclarations, readSheets, type Sheets } from "./sheet-rules.ts";

export type HowHidden = keyof typeof WAYS | "hidden attribute";

const SCREENS = [0, 1] as const;
type Screen = (typeof SCREENS)[number];
type OfScreens<T> = readonly [computer: T, telephone: T];

/** Inherited state that hides text; numbers are bit sets of screens. Elements share the object if nothing changes. */
interface Sight {
	/** Not laid out: descendants cannot be shown either. */
	readonly gone: number;
	/** `visibility`, which descendants may reset, like size, indent and colour. */
	readonly dark: number;
	/** Laid out off-screen or so that it cannot be seen. */
	readonly away: number;
	readonly tiny: number;
	readonly indented: number;
	readonly faded: number;
	readonly letters: OfScreens<Colour>;
	readonly ground: OfScreens<Colour>;
	readonly custom: ReadonlyMap<string, OfScreens<string | undefined>> | undefined;
}

/** How much of an element's content readers see. */
export interface Seen {
	readonly sight: Sight;
	/** Its text is invisible on all screens. */
	readonly unseen: boolean;
	/** Nor is it in the accessibility tree. */
	readonly silent: boolean;
	/** Hidden initially, but a control shows it. */
	readonly closed: boolean;
	/** Set on the hiding element and its descendants. */
	readonly how: HowHidden | undefined;
}

const WHITE = rgb(255, 255, 255);
const BLACK = rgb(0, 0, 0);
/** User-agent default colours. */
const OWN_LETTERS: Readonly<Record<string, Colour>> = { a: rgb(0, 0, 238), button: BLACK, mark: BLACK };
const OWN_GROUND: Readonly<Record<string, Colour>> = { button: rgb(239, 239, 239), mark: rgb(255, 255, 0) };

function sightOn(letters: Colour, ground: Colour): Sight {
	const none = { gone: 0, dark: 0, away: 0, tiny: 0, indented: 0, faded: 0 };
	return { ...none, letters: [letters, letters], ground: [ground, ground], custom: undefined };
}

const SHOWN = { unseen: false, silent: false, closed: false, how: undefined };
/** On these, motion and fading are temporary. */
const WHOLE: ReadonlySet<string> = new Set(["html", "body"]);

type StyledTree = Omit<PageTree, "root" | "full" | "openNoscripts">;

/** Which parts of a page are visible, by its own style sheets. */
export class Visibility {
	readonly top: Seen;
	readonly #tree: StyledTree;
	readonly #sheets: Sheets;
	readonly #isOnPage: (name: string) => boolean;
	/** Whether any rule alone may hide or show something. */
	readonly #decides: boolean;
	/** Created lazily: on most pages no rule decides. */
	#madeCascade: Cascade | undefined;
	readonly #customs: CustomValues;
	/** False if an external sheet may say something else. */
	readonly #knowsAll: boolean;
	readonly #comparesColours: boolean;
	readonly #shown: Set<PageElement | string | null>;
	readonly #inlines = new Map<string, Inline>();

	/** @param before of the same page, before elements were added to it */
	constructor(tree: StyledTree, before?: Visibility) {
		this.#tree = tree;
		this.#shown = before ? before.#shown : new Set();
		this.#isOnPage = namesOnPage(tree);
		this.#sheets = readSheets(tree.styles, !tree.hasSheetLinks, this.#isOnPage);
		this.#knowsAll = !this.#sheets.imports && !tree.hasSheetLinks;
		const stated = this.#sheets.rules.map(({ declarations }) => declarations);
		this.#customs = new CustomValues(stated);
		this.#comparesColours = this.#knowsAll && (tree.paintsInline || mayFade(stated, this.#customs));
		this.#decides = stated.some((declarations) => this.#matters(declarations));
		const sight = this.#knowsAll ? sightOn(BLACK, WHITE) : sightOn("unknown", "unknown");
		this.top = { ...SHOWN, sight };
	}

	/** Forces the element, and others of its classes, to be visible: the page's scripts show it at once. */
	show(element: PageElement): void {
		this.#shown.add(element);
		const classes = attribute(element, "class");
		if (classes) this.#shown.add(classes);
	}

	/** Returns `outer` itself if the element changes nothing. */
	within(element: PageElement, outer: Seen): Seen {
		const { sight: before } = outer;
		// Nothing inside can be laid out, so no rule lookup is needed.
		if (before.gone === ALL_SCREENS) return outer;
		const style = element.attrs.length === 0 ? null : attribute(element, "style");
		const inline = style === null ? NO_STYLE : this.#inline(style);
		const byItself = hidesItself(element);
		const inherits = (before.dark | before.tiny | before.indented | before.faded) !== 0;
		const needed = inherits || byItself || inline.matters || this.#mayPaint(element, before);
		const concerned = needed || (this.#decides && this.#cascade.concerns(element));
		if (!concerned || this.#isShown(element)) return outer;
		const winners = this.#cascade.winners(element, inline.declarations);
		const sight = this.#sightOf(element, before, winners, byItself);
		const hidden = bitsOf(sight);
		if (hidden !== ALL_SCREENS) return { ...SHOWN, closed: outer.closed, sight };
		if (outer.unseen) return { ...outer, sight, silent: isSilent(sight) };
		const how = this.#howOf(element, before, sight, winners, byItself);
		if (!this.#opens(element, how, winners))
			return { sight, unseen: true, silent: isSilent(sight), closed: false, how };
		const open = { ...sight, gone: 0, dark: 0, away: 0, tiny: 0, indented: 0, faded: 0 };
		const closed = isSilent(sight) && !WHOLE.has(element.tagName);
		return { sight: open, unseen: false, silent: false, closed, how: byItself || inline.matters ? how : undefined };
	}

	get #cascade(): Cascade {
		const decides = (declarations: Declarations) => this.#matters(declarations);
		this.#madeCascade ??= new Cascade(this.#sheets.rules, decides, this.#isOnPage);
		return this.#madeCascade;
	}

	/** Cached: many elements have the same style. */
	#inline(style: string): Inline {
		const known = this.#inlines.get(style);
		if (known) return known;
		const declarations = inlineDeclarations(style);
		const read = { declarations, matters: declarations.size > 0 && this.#matters(declarations) };
		if (this.#inlines.size < MAX_INLINES) this.#inlines.set(style, read);
		return read;
	}

	#isShown(element: PageElement): boolean {
		if (this.#shown.size === 0) return false;
		return this.#shown.has(element) || this.#shown.has(attribute(element, "class"));
	}

	#matters(declarations: Declarations): boolean {
		for (const [property, { value }] of declarations) {
			if (BOXES.has(property) && !declarations.has("overflow")) continue;
			if (this.#customs.some(value, (plain) => mayHide(property, plain))) return true;
			if (this.#customs.mayHide(property)) return true;
			if (this.#comparesColours && PAINT.has(property)) return true;
		}
		return declarations.has("color") && fadesByItself(declarations);
	}

	/** Presentational attributes, and elements with default colours. */
	#mayPaint(element: PageElement, { ground }: Sight): boolean {
		if (this.#comparesColours) {
			return element.tagName in OWN_LETTERS || PAINTING.some((name) => hasAttribute(element, name));
		}
		return ground[0] !== "unknown" && this.#mayReset(element);
	}

	#sightOf(element: PageElement, before: Sight, winners: Winners, byItself: boolean): Sight {
		const custom = this.#customs.of(winners, before.custom);
		const sight = { ...before, custom, letters: [...before.letters], ground: [...before.ground] } as MutableSight;
		for (const screen of SCREENS) {
			const bit = 1 << screen;
			const stated: ValueOf = (property) => {
				const value = winners.get(property)?.[screen];
				return value?.includes("var(") ? resolve(value, (name) => custom?.get(name)?.[screen]) : value;
			};
			if (isGone(stated, byItself)) sight.gone |= bit;
			setBit(sight, "dark", bit, isDark(stated("visibility")));
			if (this.#isAway(element, stated)) sight.away |= bit;
			setBit(sight, "tiny", bit, isTiny(stated) ?? (this.#mayReset(element) ? false : undefined));
			const indent = stated("text-indent");
			setBit(sight, "indented", bit, indent === undefined ? undefined : mayHide("text-indent", indent));
			this.#paint(element, stated, sight, screen);
		}
		return sight;
	}

	#isAway(element: PageElement, stated: ValueOf): boolean {
		if (isFaint(stated) || isCutAway(stated) || isOffScreen(stated, this.#knowsAll)) return true;
		return hasNoArea(stated, this.#knowsAll && INLINE_TAGS.has(element.tagName));
	}

	/** External sheets usually give an element with a class or id its own size or background. */
	#mayReset(element: PageElement): boolean {
		return !this.#knowsAll && isNamed(element);
	}

	#paint(element: PageElement, stated: ValueOf, sight: MutableSight, screen: Screen): void {
		const { tagName } = element;
		const link = tagName === "a" && !hasAttribute(element, "href");
		const font = tagName === "font" ? attribute(element, "color") : null;
		const letters = lettersOf(stated) ?? (font === null ? undefined : colourOf(font.toLowerCase()));
		const own = letters ?? (link ? undefined : OWN_LETTERS[tagName]);
		const ground = groundOf(stated) ?? groundByAttribute(element) ?? OWN_GROUND[tagName];
		const isLifted = /^(?:absolute|fixed|sticky)$/.test(stated("position") ?? "");
		if (own !== undefined) sight.letters[screen] = own;
		if (ground !== undefined) sight.ground[screen] = ground;
		else if (isLifted || this.#mayReset(element)) sight.ground[screen] = "unknown";
		const fades = looksAlike(sight.letters[screen], sight.ground[screen]);
		setBit(sight, "faded", 1 << screen, fades);
	}

	#howOf(
		element: PageElement,
		before: Sight,
		sight: Sight,
		winners: Winners,
		byItself: boolean,
	): HowHidden | undefined {
		const bits = bitsOf(before);
		const added = (bit: number) => (bit & ~bits) !== 0 || bit === ALL_SCREENS;
		if (added(sight.gone)) {
			if (!byItself || winners.get("display")?.[0] !== undefined) return "display:none";
			// Closed dialogs and popovers do not count as hidden: they open.
			return hasAttribute(element, "hidden") ? "hidden attribute" : undefined;
		}
		if (added(sight.dark)) return "visibility:hidden";
		if (added(sight.tiny)) return "zero size";
		if (added(sight.indented)) return "off-screen";
		if (added(sight.faded)) {
			return looksAlike(sight.letters[0], "unknown") ? "transparent" : "colour of its background";
		}
		const stated: ValueOf = (property) => winners.get(property)?.find((value) => value !== undefined);
		if (isFaint(stated)) return "transparent";
		if (isCutAway(stated)) return "clipped";
		return hasNoArea(stated, INLINE_TAGS.has(element.tagName)) ? "zero size" : "off-screen";
	}

	/** Whether a control or script shows it to readers who use the page. */
	#opens(element: PageElement, how: HowHidden | undefined, winners: Winners): boolean {
		const { runsScripts } = this.#tree;
		if (WHOLE.has(element.tagName)) return runsScripts;
		if (how === undefined || isApart(element)) return false;
		if (this.#mayShow(element, how) || this.#isAnimated(winners)) return true;
		if (!runsScripts) return false;
		return opensByName(element) || this.#isTarget(element) || (FADING.has(how) && comesIn(element, winners));
	}

	/** By a rule that needs a reader's action or a class set by a script. */
	#mayShow(element: PageElement, how: HowHidden): boolean {
		const properties: readonly string[] = how === "hidden attribute" ? ["display"] : WAYS[how];
		for (const property of properties) {
			for (const { value, needsScript } of this.#cascade.possible(element, property)) {
				const shows = !mayHide(property, value) && !value.includes("var(");
				if (shows && (!needsScript || this.#tree.runsScripts)) return true;
			}
		}
		return false;
	}

	#isAnimated(winners: Winners): boolean {
		const names = [...(winners.get("animation") ?? []), ...(winners.get("animation-name") ?? [])];
		return names.some((value) => value?.split(/[\s,]+/).some((name) => this.#sheets.reveals.has(name)));
	}

	#isTarget(element: PageElement): boolean {
		const id = attribute(element, "id");
		return !!id && this.#tree.targets.has(id);
	}
}

interface Inline {
	readonly declarations: Declarations;
	/** Whether it may hide or paint something. */
	readonly matters: boolean;
}

const NO_STYLE: Inline = { declarations: new Map(), matters: false };
const MAX_INLINES = 5_000;
/** A zero-size box hides its overflow, which the same declaration usually sets. */
const BOXES: ReadonlySet<string> = new Set(["width", "height", "max-width", "max-height"]);
const PAINT: ReadonlySet<string> = new Set(
	"color background background-color background-image -webkit-text-fill-color".split(" "),
);
const PAINTING = ["bgcolor", "background", "color"] as const;
const INLINE_TAGS: ReadonlySet<string> = new Set(
	"a abbr b bdi bdo big cite code data del dfn em font i ins kbd label mark output q s samp small span strong sub sup time tt u var".split(
		" ",
	),
);

interface MutableSight extends Omit<{ -readonly [K in keyof Sight]: Sight[K] }, "letters" | "ground"> {
	readonly letters: [Colour, Colour];
	readonly ground: [Colour, Colour];
}

function setBit(sight: MutableSight, name: "dark" | "tiny" | "indented" | "faded", bit: number, on?: boolean): void {
	if (on !== undefined) sight[name] = on ? sight[name] | bit : sight[name] & ~bit;
}

function bitsOf({ gone, dark, away, tiny, indented, faded }: Sight): number {
	return gone | dark | away | tiny | indented | faded;
}

function isSilent({ gone, dark }: Sight): boolean {
	return (gone | dark) === ALL_SCREENS;
}

function isGone(stated: ValueOf, byItself: boolean): boolean {
	return (
		(byItself && stated("display") === undefined) ||
		WAYS["display:none"].some((property) => mayHide(property, stated(property) ?? ""))
	);
}

function isDark(value: string | undefined): boolean | undefined {
	if (value === undefined || value === "inherit" || value === "unset") return undefined;
	return mayHide("visibility", value);
}

function isNamed(element: PageElement): boolean {
	return element.attrs.some(({ name }) => name === "class" || name === "id");
}

function groundByAttribute(element: PageElement): Colour | undefined {
	if (hasAttribute(element, "background")) return "unknown";
	const stated = attribute(element, "bgcolor");
	return stated === null ? undefined : colourOf(stated.toLowerCase());
}

/** HTML section 15.3.1, user-agent sheet: a page's sheet may show it. `until-found` opens like details. */
export function hidesItself(element: PageElement): boolean {
	if (element.tagName === "dialog") return !hasAttribute(element, "open");
	for (const { name, value } of element.attrs) {
		if (name === "popover" || (name === "hidden" && value.toLowerCase() !== "until-found")) {
			return element.namespaceURI !== SVG;
		}
	}
	return false;
}

const MAX_REFERENCES = 5;
/** `var()` references resolved per page; a design system has a few hundred. */
const MAX_FOLLOWED = 5_000;

/** They hide nothing alone, but matter in combination. */
const HELPERS: ReadonlySet<string> = new Set("position overflow color background background-color".split(" "));

/** Custom properties (CSS Variables 1) that may hold a hiding value. */
class CustomValues {
	readonly #values = new Map<string, Set<string>>();
	readonly #hiding = new Set<string>();
	#followed = 0;

	constructor(all: readonly Declarations[]) {
		for (const declarations of all) {
			for (const [name, { value }] of declarations) {
				if (!name.startsWith("--")) continue;
				const known = this.#values.get(name);
				if (known) known.add(value);
				else this.#values.set(name, new Set([value]));
			}
		}
		if (this.#values.size > 0) this.#noteHiding(all);
	}

	/** Whether a custom property may pass a hiding value to a property that refers to it. */
	mayHide(property: string): boolean {
		return this.#hiding.has(property);
	}

	/** Whether the test holds for the value or for one that it may resolve to. */
	some(value: string, test: (plain: string) => boolean, depth = 0): boolean {
		if (!value.includes("var(")) return test(value);
		if (depth === MAX_REFERENCES) return false;
		for (const plain of this.#readings(value)) if (this.some(plain, test, depth + 1)) return true;
		return false;
	}

	of(winners: Winners, outer: Sight["custom"]): Sight["custom"] {
		let own: Map<string, OfScreens<string | undefined>> | undefined;
		for (const [property, values] of winners) {
			if (!this.#hiding.has(property)) continue;
			own ??= new Map(outer);
			own.set(property, values);
		}
		return own ?? outer;
	}

	#noteHiding(all: readonly Declarations[]): void {
		for (const declarations of all) {
			for (const [property, { value }] of declarations) {
				if (!value.includes("var(")) continue;
				if (HELPERS.has(property) || this.some(value, (plain) => mayHide(property, plain))) this.#noteNames(value, 0);
			}
		}
	}

	#noteNames(value: string, depth: number): void {
		for (const [, name = ""] of value.matchAll(/var\(\s*(--[^\s,)]+)/g)) {
			if (this.#followed++ > MAX_FOLLOWED) return;
			this.#hiding.add(name);
			if (depth < MAX_REFERENCES) for (const inner of this.#values.get(name) ?? []) this.#noteNames(inner, depth + 1);
		}
	}

	*#readings(value: string): Generator<string> {
		const reference = firstReference(value);
		if (!reference) return;
		const { name, fallback, replace } = reference;
		for (const each of this.#values.get(name) ?? []) {
			if (this.#followed++ > MAX_FOLLOWED) return;
			yield replace(each);
		}
		if (fallback !== undefined) yield replace(fallback);
	}
}

interface Reference {
	readonly name: string;
	readonly fallback: string | undefined;
	replace(by: string): string;
}

function firstReference(value: string): Reference | undefined {
	const start = value.indexOf("var(");
	let depth = 0;
	for (let at = start + 3; start >= 0 && at < value.length; at++) {
		if (value[at] === "(") depth++;
		else if (value[at] === ")" && --depth === 0) {
			const inner = value.slice(start + 4, at);
			const comma = inner.indexOf(",");
			const name = (comma < 0 ? inner : inner.slice(0, comma)).trim();
			const fallback = comma < 0 ? undefined : inner.slice(comma + 1).trim();
			const replace = (by: string) => `${value.slice(0, start)}${by}${value.slice(at + 1)}`.trim().slice(0, 300);
			return { name, fallback, replace };
		}
	}
	return undefined;
}

/** Undefined for a dangling reference, which makes the declaration invalid. */
function resolve(value: string, customOf: (name: string) => string | undefined): string | undefined {
	let resolved = value;
	for (let depth = 0; depth < MAX_REFERENCES * 2; depth++) {
		const reference = firstReference(resolved);
		if (!reference) return resolved;
		const found = customOf(reference.name) ?? reference.fallback;
		if (found === undefined) return undefined;
		resolved = reference.replace(found);
	}
	return undefined;
}

function fadesByItself(declarations: Declarations): boolean {
	const own = [...declarations].filter(([property]) => PAINT.has(property));
	if (own.length > 1 && own.some(([, { value }]) => value.includes("var("))) return true;
	const stated: ValueOf = (property) => declarations.get(property)?.value;
	return looksAlike(lettersOf(stated) ?? "unknown", groundOf(stated) ?? "unknown");
}

/** Whether a text colour may match the background of another rule, or white. */
function mayFade(all: readonly Declarations[], customs: CustomValues): boolean {
	const grounds: Colour[] = [WHITE];
	const letters = new Set<string>();
	for (const declarations of all) {
		const stated = (property: string) => declarations.get(property)?.value;
		const ground = groundOf(stated);
		if (ground !== undefined && ground !== "unknown") grounds.push(ground);
		const color = stated("color");
		if (color !== undefined) letters.add(color);
	}
	const distinct = [...new Map(grounds.map((ground) => [String(ground), ground])).values()].slice(0, 50);
	const alike = (value: string) => distinct.some((ground) => looksAlike(colourOf(value), ground));
	return [...letters].slice(0, 200).some((value) => customs.some(value, alike));
}

const word = (words: string) =>
	new RegExp(`(?:^|[\\s_-])(?:${words.trim().replaceAll(/\s+/g, "|")})(?=$|[\\s_-])`, "i");
/** Names of parts that readers open or expand. */
const OPENED = word(`
	accordions? carousel collaps(?:e|ed|ible) drawer dropdowns? expand(?:er|able)? faqs? megamenu menus? more nav navbar
	navigation offcanvas panels? read-?more sidenav slick slide slides slider slideshow splide steps? submenu swiper tab tabs
	tabpane tabpanel toggle toggles wizard`);
const OPENED_ROLES: ReadonlySet<string> = new Set("tabpanel menu menubar listbox tree".split(" "));
/** Names of parts outside the page's text, or for some readers only. */
const APART = word(`
	alerts? autocomplete consent cookies? dialog errors? gdpr hint lightbox loader loading messages? modals? onetrust overlay
	popovers? popups? preloader screenreader screen-reader(?:-text)? skip spinner sr sr-only success toast tooltips? visuallyhidden
	visually-hidden`);
const APART_ROLES: ReadonlySet<string> = new Set("alert alertdialog dialog status tooltip".split(" "));
/** Names that libraries use for content revealed on scroll. */
const REVEALED =
	/(?:^|[\s_-])(?:animate|animated|animation|aos|appear|elementor-invisible|fade|fadein|fadeinup|gsap|inview|lazy|reveal|sal|scroll|wow)(?=$|[\s_-])/i;
const FADING: ReadonlySet<HowHidden> = new Set<HowHidden>([
	"transparent",
	"visibility:hidden",
	"zero size",
	"off-screen",
]);
const NAMES_LENGTH = 500;

function namesOf(element: PageElement): string {
	if (element.attrs.length === 0) return "";
	const names = `${attribute(element, "class") ?? ""} ${attribute(element, "id") ?? ""}`.slice(0, NAMES_LENGTH);
	return names.replaceAll(/([a-z])(?=[A-Z])/g, "$1-");
}

function isApart(element: PageElement): boolean {
	if (element.tagName === "dialog" || hasAttribute(element, "popover")) return true;
	return APART_ROLES.has(firstRole(attribute(element, "role")) ?? "") || APART.test(namesOf(element));
}

const MAX_AROUND = 4;

/** By its own name or the name of a near ancestor. */
function opensByName(element: PageElement): boolean {
	let part: PageElement | undefined = element;
	for (let steps = 0; part && steps < MAX_AROUND; steps++) {
		if (WHOLE.has(part.tagName) || part.tagName === "main") return false;
		if (part.tagName === "nav" || OPENED_ROLES.has(firstRole(attribute(part, "role")) ?? "")) return true;
		if (OPENED.test(namesOf(part))) return true;
		part = parentOf(part);
	}
	return false;
}

/** Properties of content that moves or transitions while fading in. */
const MOVES = "transform translate scale transition transition-property will-change".split(" ");

function comesIn(element: PageElement, winners: Winners): boolean {
	const moves = MOVES.some((property) =>
		winners.get(property)?.some((value) => value !== undefined && value !== "none"),
	);
	const isCalled =
		REVEALED.test(namesOf(element)) ||
		element.attrs.some(({ name }) => /^data-(?:aos|sal|scroll|animat|framer|w-id)/.test(name));
	return isCalled || (moves && isFaint((property) => winners.get(property)?.[0]));
}
