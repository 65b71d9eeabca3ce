import type { Block, CssNode, Rule } from "css-tree";
import parse from "css-tree/parser";
import { ident } from "css-tree/utils";
import { attribute } from "../tree/attributes.ts";
import { ownText, type PageElement } from "../tree/page-tree.ts";
import { screensOf } from "./media.ts";

/** Characters of all `<style>` elements of a page, and rules kept of them; people write less. */
const SHEETS_LENGTH = 500_000;
const MAX_RULES = 5_000;
const MAX_PRELUDE = 1_000;
const MAX_VALUE = 300;
const MAX_NESTING = 8;

export interface Declaration {
	readonly value: string;
	readonly important: boolean;
}

export type Declarations = ReadonlyMap<string, Declaration>;

export interface SheetRule {
	readonly selector: string;
	/** Screens that it applies to; never empty. */
	readonly screens: number;
	/** Index of its cascade layer; unlayered rules come last. */
	readonly layer: number;
	readonly order: number;
	readonly declarations: Declarations;
}

export interface Sheets {
	readonly rules: readonly SheetRule[];
	/** Animations that end visible. */
	readonly reveals: ReadonlySet<string>;
	/** Whether one of the sheets imports an external one. */
	readonly imports: boolean;
}

/** Properties that may hide, show or move text. */
const WATCHED: ReadonlySet<string> = new Set(
	`display visibility opacity font-size font clip clip-path position left top right bottom inset margin-left margin-top
	float text-indent width height max-width max-height overflow overflow-x overflow-y color background background-color
	background-image background-clip -webkit-background-clip -webkit-text-fill-color text-shadow transform translate scale
	filter content-visibility animation animation-name transition transition-property will-change`.split(/\s+/),
);

const LAST_LAYER = Number.MAX_SAFE_INTEGER;

interface Place {
	readonly screens: number;
	readonly layer: string;
	readonly parents: string;
	readonly nesting: number;
}

/** Values that hide, and the properties that then matter. */
const HINTS: readonly (readonly [value: RegExp, properties: string])[] = [
	[/display\s*:\s*none/i, "display"],
	[/visibility\s*:\s*(?:hidden|collapse)/i, "visibility"],
	[/opacity\s*[:(]\s*0?\.?0(?![.\d]*[1-9])/i, "opacity|filter"],
	[/font(?:-size)?\s*:(?:[^;}]{0,60}\s)?\s*(?:0(?![.\d]*[1-9])|1px|\.0)/i, "font"],
	[/(?:width|height)\s*:\s*(?:[01](?:px|\s|;|\})|0[a-z.%])/i, "overflow|width|height"],
	[/clip(?:-path)?\s*:/i, "clip|position"],
	[/[:(\s]-\d{3,}(?!%)|:\s*\d{4,}px|translate/i, "left|top|right|bottom|inset|margin-[lt]|indent|position|translate"],
	[/(?:scale\w{0,2}[(:]|matrix\()\s*0?\.?0(?![.\d]*[1-9])/i, "transform|scale"],
	[/color\s*:\s*(?:transparent|#\w{3}0(?!\w)|#\w{6}00|(?:rgb|hsl)[^;}]{0,40}[,/]\s*0?\.?0)/i, "color"],
];
/** A custom property with one of these values, or a part of one. */
const CUSTOM_HINT =
	/--[\w-]{1,60}\s*:\s*(?:[+-]?0?\.?0(?![.\d]*[1-9])|1px|none|hidden|collapse|transparent|-\d{3,}|rect|inset|circle|ellipse|polygon|scale|matrix|translate|opacity|(?:rgb|hsl)[^;}]{0,40}[,/]\s*0)/i;
const LETTERS = /[\s;{]color\s*:/i;
/** An escape may spell any letter of a name or value; strings contain many more escapes. */
const ESCAPED = /[{;:]\s*[\w-]*\\/;

/** Test for blocks that may affect visibility; undefined if no sheet hides anything. */
function sayOf(css: string, comparesColours: boolean): ((block: string) => boolean) | undefined {
	const refers = CUSTOM_HINT.test(css) || /var\([^;}]{0,100},/.test(css);
	const live = HINTS.filter(([value, properties]) => {
		const referring = () => new RegExp(`(?:${properties})[\\w-]{0,20}\\s*:[^;}]{0,${MAX_VALUE}}var\\(`, "i");
		return value.test(css) || (refers && referring().test(css));
	}).map(([, properties]) => properties);
	const paints = comparesColours
		? (block: string) => /color|background/i.test(block)
		: (block: string) => LETTERS.test(block) && block.includes("background");
	if (live.length === 0 && !paints(css) && !ESCAPED.test(css)) return undefined;
	const says = new RegExp(["content-vis", "animation", "--[\\w-]{1,60}\\s*:", ESCAPED.source, ...live].join("|"), "i");
	return (block) => says.test(block) || paints(block);
}

/**
 * Whether a rule may match an element by the names on the page, also after a script changes its classes. True if the
 * text alone cannot tell.
 */
function mayConcern(prelude: string, isOnPage: (name: string) => boolean): boolean {
	if (/@font-face/i.test(prelude)) return false;
	const plain = prelude.replace(/\([^()]*\)|\[[^\]"']*(?:"[^"]*"|'[^']*')?\]/g, "");
	if (/[\\&@%()[\]|"']/.test(plain)) return true;
	return plain.split(",").some((selector) => {
		const own = lastWord(selector.trim()).match(NAMES);
		return own ? own.some(isOnPage) : (selector.match(NAMES) ?? []).every(isOnPage);
	});
}

const NAMES = /[.#][^\s.#:>+~]+/g;

function lastWord(selector: string): string {
	let from = selector.length;
	while (from > 0 && !/[\s>+~]/.test(selector.charAt(from - 1))) from--;
	return selector.slice(from);
}

/** Real sheets nest less deeply. */
const MAX_DEPTH = 30;

/** Drops innermost rules that cannot affect visibility, which leaves a third of the sheet to parse. */
function withoutIdleRules(css: string, hasSay: (prelude: string, block: string) => boolean): string {
	const marks = /["'{};]/g;
	let kept = "";
	let copied = 0;
	let depth = 0;
	/** Start of the current statement, and of the innermost rule with its block. */
	let statement = 0;
	let rule = 0;
	let block = -1;
	for (let mark = marks.exec(css); mark; mark = marks.exec(css)) {
		const { 0: char, index } = mark;
		if (char === '"' || char === "'") {
			marks.lastIndex = stringEnd(css, index);
			continue;
		}
		if (char === "{") {
			if (++depth > MAX_DEPTH) return kept;
			rule = statement;
			block = index;
		} else if (char === "}") {
			depth = Math.max(0, depth - 1);
			if (block >= 0 && !hasSay(css.slice(rule, block), css.slice(block, index))) {
				kept += css.slice(copied, rule);
				copied = index + 1;
			}
			block = -1;
		}
		statement = index + 1;
	}
	return kept + css.slice(copied);
}

/** Index after a string, which at the latest ends at a line break. */
function stringEnd(text: string, from: number): number {
	const end = /["'\n]/g;
	end.lastIndex = from + 1;
	for (let found = end.exec(text); found; found = end.exec(text)) {
		const isEscaped = text[found.index - 1] === "\\";
		if (found[0] === "\n" || (found[0] === text[from] && !isEscaped)) return found.index + 1;
	}
	return text.length;
}

/** A comment; or a string, because comments cannot start in it. */
const COMMENT = /\/\*.*?(?:\*\/|$)|(?<quote>["'])(?:\\.|(?!\k<quote>)[^\\\n])*\k<quote>?/gs;

function withoutComments(css: string): string {
	return css.includes("/*") ? css.replace(COMMENT, (found) => (found.startsWith("/*") ? " " : found)) : css;
}

class SheetReader {
	readonly found: (Omit<SheetRule, "layer"> & { readonly layer: string })[] = [];
	readonly reveals = new Set<string>();
	readonly layers = new Map<string, number>();

	read(css: string, screens: number): void {
		const options = { parseValue: false, parseRulePrelude: false, parseAtrulePrelude: false };
		const tree = parse(css, { ...options, onParseError: () => undefined });
		if (tree.type === "StyleSheet") this.#all(tree.children, { screens, layer: "", parents: "", nesting: 0 });
	}

	#all(nodes: Iterable<CssNode>, place: Place): void {
		for (const node of nodes) {
			if (node.type === "Rule") this.#rule(node, place);
			else if (node.type === "Atrule") this.#atRule(node.name.toLowerCase(), textOf(node.prelude), node.block, place);
		}
	}

	#rule({ prelude, block }: Rule, place: Place): void {
		const selectors = nested(textOf(prelude), place.parents);
		if (selectors.length > MAX_PRELUDE * 2 || place.nesting > MAX_NESTING) return;
		this.#add(selectors, declarationsOf(block), place);
		this.#all(block.children, { ...place, parents: selectors, nesting: place.nesting + 1 });
	}

	#add(selector: string, declarations: Declarations, { screens, layer }: Place): void {
		if (declarations.size === 0 || this.found.length >= MAX_RULES) return;
		this.found.push({ selector, screens, layer, order: this.found.length, declarations });
	}

	#atRule(name: string, prelude: string, block: Block | null, place: Place): void {
		if (name === "layer") this.#layer(prelude, block, place);
		else if (block === null) return;
		else if (/^(?:-\w+-)?keyframes$/.test(name)) this.#keyframes(prelude, block);
		else if (name === "media" || name === "container") {
			// A container is at most as wide as its screen; drop its name from the query.
			const query = name === "media" ? prelude : prelude.replace(/^[\w-]+\s*(?=\()/, "");
			this.#inside(block, { ...place, screens: place.screens & screensOf(query) });
		} else if (name === "supports" && !/^not\b/i.test(prelude)) this.#inside(block, place);
	}

	#layer(prelude: string, block: Block | null, place: Place): void {
		const names = prelude.split(",").map((name) => `${place.layer}${name.trim()}.`);
		for (const name of names) if (!this.layers.has(name)) this.layers.set(name, this.layers.size);
		if (block) this.#inside(block, { ...place, layer: names[0] ?? "" });
	}

	/** Inside a rule, at-rule blocks may contain declarations. */
	#inside(block: Block, place: Place): void {
		if (place.screens === 0 || place.nesting > MAX_NESTING) return;
		if (place.parents !== "") this.#add(place.parents, declarationsOf(block), place);
		this.#all(block.children, { ...place, nesting: place.nesting + 1 });
	}

	#keyframes(name: string, block: Block): void {
		for (const frame of block.children) {
			if (frame.type !== "Rule") continue;
			const end = /\bto\b|\b100%/i.test(textOf(frame.prelude));
			const { opacity, visibility, transform } = Object.fromEntries(declarationsOf(frame.block));
			const shows = Number(opacity?.value ?? 1) > 0.5 && visibility?.value !== "hidden";
			if (end && shows && (opacity || visibility || transform)) this.reveals.add(name.toLowerCase());
		}
	}
}

/** Watched declarations and custom properties, in lower case; later ones win. */
function declarationsOf(block: Block): Declarations {
	const found = new Map<string, Declaration>();
	for (const node of block.children) {
		if (node.type !== "Declaration" || node.value.type !== "Raw") continue;
		const name = plainWord(node.property);
		const { value } = node.value;
		if ((!name.startsWith("--") && !WATCHED.has(name)) || value.length > MAX_VALUE) continue;
		note(found, name, { value: plainWord(value.trim()), important: node.important !== false });
	}
	return found;
}

function plainWord(text: string): string {
	return (text.includes("\\") ? ident.decode(text) : text).toLowerCase();
}

function note(found: Map<string, Declaration>, name: string, next: Declaration): void {
	if (next.important || !found.get(name)?.important) found.set(name, next);
}

/** Matches values that may hide or show. */
const MAY_MATTER =
	/\\|--|display|visib|opacity|font|clip|overflow|index|indent|color|background|transform|scale|translate|:\s*-\d|filter/i;

/** Declarations of a style attribute. */
export function inlineDeclarations(style: string | null): Declarations {
	if (style === null || style.length > INLINE_LENGTH || !MAY_MATTER.test(style)) return NONE;
	// Each parser call clears buffers as large as the largest sheet, so simple styles bypass it.
	if (!/\/\*|[()\\"'[{]/.test(style.replaceAll(PLAIN_CALL, ""))) return plainDeclarations(style);
	const tree = parse(`a{${style}}`, { parseValue: false, parseRulePrelude: false, onParseError: () => undefined });
	const first = tree.type === "StyleSheet" ? tree.children.first : null;
	return first?.type === "Rule" ? declarationsOf(first.block) : NONE;
}

const INLINE_LENGTH = 20_000;
/** `(…)` with nothing inside that would obscure where it ends. */
const PLAIN_CALL = /\((?:[^()\\"'[{;*]*|"[^()\\"[{;*\n]*"|'[^()\\'[{;*\n]*')\)/g;
const NONE: Declarations = new Map();

function plainDeclarations(style: string): Declarations {
	const found = new Map<string, Declaration>();
	for (const declaration of style.toLowerCase().split(";")) {
		const colon = declaration.indexOf(":");
		const name = declaration.slice(0, colon).trim();
		if (colon < 0 || (!name.startsWith("--") && !WATCHED.has(name))) continue;
		const text = declaration.slice(colon + 1).trim();
		const value = text.replace(/!\s*important$/, "");
		note(found, name, { value: value.trim(), important: value !== text });
	}
	return found;
}

/** CSS Nesting 1: `&` is the parent rule; without it the selector matches descendants. */
function nested(selectors: string, parents: string): string {
	if (parents === "") return selectors;
	const all = parents.includes(",") ? `:is(${parents})` : parents;
	return selectors
		.split(",")
		.map((one) => (one.includes("&") ? one.replaceAll("&", all) : `${all} ${one.trim()}`))
		.join(",");
}

function textOf(node: CssNode | null): string {
	return node?.type === "Raw" ? node.value.slice(0, MAX_PRELUDE).trim() : "";
}

/** @param comparesColours whether text and background of different rules may meet @param isOnPage see `Cascade` */
export function readSheets(
	styles: readonly PageElement[],
	comparesColours: boolean,
	isOnPage: (name: string) => boolean,
): Sheets {
	const reader = new SheetReader();
	let room = SHEETS_LENGTH;
	const texts: { css: string; screens: number }[] = [];
	for (const style of styles) {
		const type = attribute(style, "type")?.trim().toLowerCase() ?? "";
		if (room <= 0 || (type !== "" && type !== "text/css")) continue;
		const screens = screensOf(attribute(style, "media") ?? "");
		const css = ownText(style).slice(0, room);
		room -= css.length;
		if (screens > 0) texts.push({ css: withoutComments(css), screens });
	}
	const hasSay = sayOf(texts.map(({ css }) => css).join("\n"), comparesColours);
	const concerns = (prelude: string, block: string) => !!hasSay?.(block) && mayConcern(prelude, isOnPage);
	if (hasSay) for (const { css, screens } of texts) reader.read(withoutIdleRules(css, concerns), screens);
	const { found, reveals, layers } = reader;
	const imports = texts.some(({ css }) => /@import/i.test(css));
	return { rules: found.map((rule) => ({ ...rule, layer: layers.get(rule.layer) ?? LAST_LAYER })), reveals, imports };
}
