import { STYLE_LENGTH } from "../page-caps.ts";
import { attribute } from "./attributes.ts";
import type { PageElement } from "./page-tree.ts";

type Style = ReadonlyMap<string, string>;

const FAR_OFF = -999;

/** Why nobody sees an element with this style attribute; null when it is not the style that hides it. */
export function styleHides(element: PageElement): string | null {
	const style = readStyle(attribute(element, "style"));
	if (style.size === 0) return null;
	return displayHides(style) ?? WAYS.find((way) => way.hides(style))?.how ?? null;
}

/** `display:none` or `visibility:hidden`: not drawn, and not in the accessibility tree either. */
export function displayHides(style: Style): string | null {
	if (style.get("display") === "none") return "display:none";
	const visibility = style.get("visibility");
	return visibility === "hidden" || visibility === "collapse" ? "visibility:hidden" : null;
}

const WAYS: readonly { readonly how: string; hides(style: Style): boolean }[] = [
	{ how: "transparent", hides: (style) => isZero(style.get("opacity")) || style.get("color") === "transparent" },
	{ how: "zero size", hides: (style) => isZero(style.get("font-size")) || hasNoArea(style) },
	{ how: "off-screen", hides: isOffScreen },
	{ how: "colour of its background", hides: isOwnBackground },
];

/** Declarations by property, lower case, without `!important`; a later one wins. */
export function readStyle(text: string | null): Style {
	const style = new Map<string, string>();
	if (text === null) return style;
	for (const declaration of text.slice(0, STYLE_LENGTH).toLowerCase().split(";")) {
		const colon = declaration.indexOf(":");
		if (colon < 0) continue;
		const value = declaration.slice(colon + 1).replace("!important", "");
		style.set(declaration.slice(0, colon).trim(), value.trim());
	}
	return style;
}

function isZero(value: string | undefined): boolean {
	return value !== undefined && /^[+-]?(?:0+\.?0*|\.0+)(?:px|em|rem|pt|%|vw|vh)?$/.test(value);
}

function hasNoArea(style: Style): boolean {
	const clips = style.get("overflow") === "hidden" || style.get("overflow") === "clip";
	return clips && (isZero(style.get("width")) || isZero(style.get("height")));
}

export function isOffScreen(style: Style): boolean {
	return ["left", "top", "text-indent"].some((property) => {
		const pixels = /^(-\d{1,9}(?:\.\d*)?)px$/.exec(style.get(property) ?? "")?.[1];
		return pixels !== undefined && Number(pixels) <= FAR_OFF;
	});
}

function isOwnBackground(style: Style): boolean {
	const text = plainColour(style.get("color"));
	const background = plainColour(style.get("background-color") ?? style.get("background"));
	return text !== null && text === background;
}

const NAMED: ReadonlyMap<string, string> = new Map(Object.entries({ white: "#ffffff", black: "#000000" }));

/** They take their value from elsewhere, each property from its own place. */
const NO_COLOURS = new Set(["inherit", "initial", "unset", "revert", "none", "transparent", "currentcolor"]);

/** One spelling for `#fff`, `#FFFFFF`, `white` and `rgb(255, 255, 255)`; null when it is no single colour. */
function plainColour(value: string | undefined): string | null {
	const colour = value?.replaceAll(" ", "") ?? "";
	if (/^#[0-9a-f]{6}$/.test(colour)) return colour;
	if (/^#[0-9a-f]{3}$/.test(colour)) return colour.replace(/[0-9a-f]/g, "$&$&");
	const rgb = /^rgba?\((\d{1,3}),(\d{1,3}),(\d{1,3})(?:,1)?\)$/.exec(colour);
	if (rgb)
		return `#${rgb
			.slice(1, 4)
			.map((part) => Number(part).toString(16).padStart(2, "0"))
			.join("")}`;
	if (NO_COLOURS.has(colour)) return null;
	return NAMED.get(colour) ?? (/^[a-z]{3,30}$/.test(colour) ? colour : null);
}
