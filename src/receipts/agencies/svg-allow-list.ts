import type { SaxesAttributeNS } from "saxes";
import { looksOf, type StyleRules } from "./svg-style.ts";

/** Shown as a group of their content. */
export const GROUPS: ReadonlySet<string> = new Set(["g", "a", "switch"]);
/** Draw nothing by themselves. */
export const PARTS: ReadonlySet<string> = new Set(["defs", "clipPath", "linearGradient", "radialGradient", "stop"]);
export const DRAWING: ReadonlySet<string> = new Set([
	"path",
	"rect",
	"circle",
	"ellipse",
	"line",
	"polyline",
	"polygon",
]);

/** Never taken: a logo without what it rests on would be another logo. */
export const NEEDED: ReadonlyMap<string, string> = new Map([
	["text", "It holds text, whose font readers may not have. Convert the text to outlines."],
	["image", "It holds a picture. Save it as a PNG, or draw it as outlines."],
	["use", "It repeats a symbol (<use>). Expand symbols to outlines."],
	["svg", "It holds a drawing within the drawing. Save it as one."],
	["mask", "It holds a mask. Expand masks to outlines, or save it as a PNG."],
	["filter", "It holds a filter, such as a shadow. Leave the filter out, or save it as a PNG."],
	["pattern", "It holds a pattern. Expand patterns to outlines, or save it as a PNG."],
]);

/** Digits match in one way only: two adjacent runs would be tried in every division. */
const NUMBER = String.raw`[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?`;
const one = (pattern: string) => new RegExp(`^(?:${pattern})$`);
const LENGTH = one(`${NUMBER}(?:px|%)?`);
/** Of any length, so gaps between numbers are not checked: such a pattern would take too long. */
const LIST = String.raw`[-+\d.eE,\s]*`;
const NUMBERS = one(LIST);
const OPACITY = one(`${NUMBER}%?`);
const LOCAL = String.raw`url\(\s*["']?#[A-Za-z_][\w.-]*["']?\s*\)`;
const COLOUR = String.raw`#[0-9a-fA-F]{3,8}|[a-zA-Z]{3,24}|(?:rgb|hsl)a?\([\d\s.,%/deg-]*\)`;
const PAINT = one(`${COLOUR}|${LOCAL}`);
const TRANSFORM = one(String.raw`(?:(?:matrix|translate|scale|rotate|skewX|skewY)\(${LIST}\)[\s,]*)*`);
const UNITS = one("userSpaceOnUse|objectBoundingBox");
const RULE = one("nonzero|evenodd|inherit");
const ID = one(String.raw`[A-Za-z_][\w.-]*`);

/** The look of any element, as an attribute or in a style. */
const LOOK: ReadonlyMap<string, RegExp> = patterns({
	fill: PAINT,
	"fill-opacity": OPACITY,
	"fill-rule": RULE,
	stroke: PAINT,
	"stroke-opacity": OPACITY,
	"stroke-width": LENGTH,
	"stroke-linecap": one("butt|round|square|inherit"),
	"stroke-linejoin": one("miter|miter-clip|round|bevel|arcs|inherit"),
	"stroke-miterlimit": one(NUMBER),
	"stroke-dasharray": one(`none|${LIST}`),
	"stroke-dashoffset": LENGTH,
	opacity: OPACITY,
	color: one(COLOUR),
	"stop-color": one(COLOUR),
	"stop-opacity": OPACITY,
	"clip-rule": RULE,
	"clip-path": one(`none|${LOCAL}`),
	display: one("none|inline|block|inherit"),
	visibility: one("visible|hidden|collapse|inherit"),
	"paint-order": one("normal|(?:(?:fill|stroke|markers)\\s*)+"),
	"vector-effect": one("none|non-scaling-stroke"),
});

/** Undefined for an unknown property, or a value that it cannot have. */
export function lookOf(name: string, value: string): string | undefined {
	return LOOK.get(name)?.test(value) ? tidy(value) : undefined;
}

/** Without quotes, and with one space between words. */
function tidy(value: string): string {
	return value.replace(/["'\s]+/g, (space) => (/\s/.test(space) ? " " : ""));
}

const PLACE = { id: ID, transform: TRANSFORM };
const GRADIENT = {
	id: ID,
	gradientUnits: UNITS,
	gradientTransform: TRANSFORM,
	spreadMethod: one("pad|reflect|repeat"),
};

/** Element → attributes of its own → what their values look like. */
const OWN: ReadonlyMap<string, ReadonlyMap<string, RegExp>> = new Map([
	["path", patterns({ ...PLACE, d: one(String.raw`[MmLlHhVvCcSsQqTtAaZz\d\s.,eE+-]*`) })],
	["rect", patterns({ ...PLACE, x: LENGTH, y: LENGTH, width: LENGTH, height: LENGTH, rx: LENGTH, ry: LENGTH })],
	["circle", patterns({ ...PLACE, cx: LENGTH, cy: LENGTH, r: LENGTH })],
	["ellipse", patterns({ ...PLACE, cx: LENGTH, cy: LENGTH, rx: LENGTH, ry: LENGTH })],
	["line", patterns({ ...PLACE, x1: LENGTH, y1: LENGTH, x2: LENGTH, y2: LENGTH })],
	["polyline", patterns({ ...PLACE, points: NUMBERS })],
	["polygon", patterns({ ...PLACE, points: NUMBERS })],
	["clipPath", patterns({ ...PLACE, clipPathUnits: UNITS })],
	["linearGradient", patterns({ ...GRADIENT, x1: LENGTH, y1: LENGTH, x2: LENGTH, y2: LENGTH })],
	["radialGradient", patterns({ ...GRADIENT, cx: LENGTH, cy: LENGTH, r: LENGTH, fx: LENGTH, fy: LENGTH, fr: LENGTH })],
	["stop", patterns({ offset: OPACITY })],
]);
const OTHERS = patterns(PLACE);

function patterns(values: Readonly<Record<string, RegExp>>): ReadonlyMap<string, RegExp> {
	return new Map(Object.entries(values));
}

const XLINK = "http://www.w3.org/1999/xlink";
/** A gradient may take its stops from another of the same drawing. */
const INHERITED = one(String.raw`#[A-Za-z_][\w.-]*`);

/** By the cascade: attributes, style sheet, own style. No value holds a quote, a bracket or an outside address. */
export function allowedAttributes(
	element: string,
	attributes: Readonly<Record<string, SaxesAttributeNS>>,
	rules: StyleRules,
): [string, string][] {
	const given = Object.values(attributes);
	const plain = new Map(given.flatMap(({ local, uri, value }) => (uri === "" ? [[local, value.trim()] as const] : [])));
	const own = OWN.get(element) ?? OTHERS;
	const kept = new Map<string, string>();
	for (const [name, value] of plain) if ((own.get(name) ?? LOOK.get(name))?.test(value)) kept.set(name, tidy(value));
	for (const [name, value] of rules(element, plain)) kept.set(name, value);
	for (const [name, value] of looksOf(plain.get("style") ?? "", lookOf)) kept.set(name, value);
	const linked = plain.get("href") ?? given.find(({ local, uri }) => local === "href" && uri === XLINK)?.value.trim();
	if (element.endsWith("Gradient") && linked !== undefined && INHERITED.test(linked)) kept.set("href", linked);
	return [...kept];
}
