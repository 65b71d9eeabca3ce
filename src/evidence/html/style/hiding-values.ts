import { color, type RGBColor } from "d3-color";
import { pixelsOf } from "./media.ts";

/** Pixels: offsets that authors use to move content off-screen. */
const FAR_OFF = -999;
const FAR_RIGHT = 4_999;
/** Size in pixels and opacity of boxes and letters that are invisible. */
const SPECK = 1;
const FAINT = 0.05;
/** WCAG contrast below which text and background look the same. */
const NO_CONTRAST = 1.12;

/** The value of an element's property, in lower case, with references resolved. */
export type ValueOf = (property: string) => string | undefined;

/** Properties by which each technique hides. */
export const WAYS = {
	"display:none": ["display", "content-visibility"],
	"visibility:hidden": ["visibility"],
	transparent: ["opacity", "filter", "color", "-webkit-text-fill-color"],
	"zero size": ["font-size", "font", "width", "height", "max-width", "max-height", "transform", "scale"],
	"off-screen": ["left", "top", "right", "bottom", "inset", "margin-left", "margin-top", "text-indent", "translate"],
	clipped: ["clip", "clip-path"],
	"colour of its background": ["color", "background-color", "background"],
} as const;

/** Whether a value may hide, alone or in combination; false for values that show. */
export function mayHide(property: string, value: string): boolean {
	if (value === "") return false;
	switch (property) {
		case "display":
			return value === "none";
		case "visibility":
			return value === "hidden" || value === "collapse";
		case "content-visibility":
			return value === "hidden";
		case "opacity":
			return numberOf(value) <= FAINT;
		case "filter":
			return /opacity\(\s*0?\.?0*%?\s*\)/.test(value);
		case "font-size":
		case "width":
		case "height":
		case "max-width":
		case "max-height":
			return Math.abs(lengthIn(value)) <= SPECK;
		case "font":
			return lengthIn(fontSizeIn(value)) <= SPECK;
		case "transform":
		case "scale":
		case "translate":
			return isShrunk(property, value) || isMovedAway(property, value);
		case "clip":
		case "clip-path":
			return isClipped(property, value);
		case "color":
		case "-webkit-text-fill-color":
			return isTransparent(value);
		default:
			return PLACES.has(property) && value.split(" ").some((part) => isFar(property, part));
	}
}

const PLACES: ReadonlySet<string> = new Set(
	"left top right bottom inset margin-left margin-top text-indent".split(" "),
);

function isFar(property: string, value: string): boolean {
	const pixels = lengthIn(value);
	return pixels <= FAR_OFF || (property === "left" && pixels >= FAR_RIGHT);
}

export function isFaint(stated: ValueOf): boolean {
	return ["opacity", "filter"].some((property) => mayHide(property, stated(property) ?? ""));
}

/** Whether it is clipped to nothing; the legacy `clip` only affects positioned elements. */
export function isCutAway(stated: ValueOf): boolean {
	if (isClipped("clip-path", stated("clip-path") ?? "")) return true;
	const position = stated("position") ?? "absolute";
	return (position === "absolute" || position === "fixed") && isClipped("clip", stated("clip") ?? "");
}

function isClipped(property: string, value: string): boolean {
	const [, shape, inner = ""] = /^([a-z]+)\((.*)\)$/.exec(value) ?? [];
	const sizes = inner.split(/[\s,]+/).map((part) => pixelsOf(part));
	if (property === "clip") {
		const [top = 0, right = 0, bottom = 0, left = 0] = sizes;
		return shape === "rect" && sizes.length === 4 && (bottom - top <= SPECK || right - left <= SPECK);
	}
	if (shape === "inset") {
		const [top = 0, right = top, bottom = top, left = right] = inner
			.split(/\s+round\b/)[0]
			?.split(/\s+/)
			.map((part) => (part.endsWith("%") ? Number.parseFloat(part) : 0)) ?? [0];
		return top + bottom >= 100 || left + right >= 100;
	}
	if (shape === "circle" || shape === "ellipse") return sizes[0] === 0;
	return shape === "polygon" && /\d/.test(inner) && new Set(inner.split(",").map((point) => point.trim())).size === 1;
}

/** @param isInline an inline box has no size unless it is taken out of the flow */
export function hasNoArea(stated: ValueOf, isInline: boolean): boolean {
	if (["transform", "scale"].some((property) => isShrunk(property, stated(property) ?? ""))) return true;
	const clips = ["overflow", "overflow-x", "overflow-y"].some((property) => {
		const value = stated(property) ?? "";
		return value.startsWith("hidden") || value.startsWith("clip");
	});
	const isBox = !isInline || ["display", "float", "position"].some((property) => stated(property) !== undefined);
	if (!clips || !isBox) return false;
	return ["width", "height", "max-width", "max-height"].some((property) => mayHide(property, stated(property) ?? ""));
}

function isShrunk(property: string, value: string): boolean {
	if (property === "scale") return value.split(" ").some((part) => numberOf(part) === 0);
	return /\b(?:scale(?:x|y|3d)?\((?:[^)]*,)?\s*[+-]?0*\.?0*\s*[,)]|matrix\(\s*0\s*,)/.test(value);
}

/** @param knowsPosition false if an external sheet may take it out of the flow */
export function isOffScreen(stated: ValueOf, knowsPosition: boolean): boolean {
	const position = stated("position") ?? (knowsPosition ? "static" : "absolute");
	const edges = position === "static" ? ["margin-left", "margin-top"] : [...PLACES];
	if (edges.some((property) => property !== "text-indent" && mayHide(property, stated(property) ?? ""))) return true;
	return ["transform", "translate"].some((property) => isMovedAway(property, stated(property) ?? ""));
}

function isMovedAway(property: string, value: string): boolean {
	const [, moved = ""] =
		property === "translate" ? [value, value] : (/translate(?:x|y|3d)?\(([^)]*)/.exec(value) ?? []);
	return moved.split(/[\s,]+/).some((part) => !part.endsWith("%") && lengthIn(part) <= FAR_OFF);
}

/** Undefined if the size is inherited or relative. */
export function isTiny(stated: ValueOf): boolean | undefined {
	const value = stated("font-size") ?? fontSizeIn(stated("font") ?? "");
	if (value === undefined || value === "inherit" || value === "unset") return undefined;
	const pixels = lengthIn(value);
	return /(?:em|ex|ch|%|er)$/.test(value) && !value.endsWith("rem") && !(pixels <= SPECK) ? undefined : pixels <= SPECK;
}

function fontSizeIn(font: string): string | undefined {
	return /(?:^|\s)([\d.]+[a-z%]*)(?:\/\S+)?\s+\S/.exec(font)?.[1];
}

/** `calc()` with one length equals that length. NaN otherwise. */
function lengthIn(value: string | undefined): number {
	return pixelsOf(value?.replace(/^calc\(\s*([^\s()]+)\s*\)$/, "$1"));
}

function numberOf(value: string): number {
	return value.endsWith("%") ? Number.parseFloat(value) / 100 : value === "" ? Number.NaN : Number(value);
}

/** `unknown`: an image, or an unsupported value. */
export type Colour = RGBColor | "unknown";

function isTransparent(value: string): boolean {
	const read = colourOf(value);
	return read !== "unknown" && read.opacity <= FAINT;
}

const KNOWN = new Map<string, Colour>();
const MAX_KNOWN = 2_000;

/** CSS Color 4 separates components by spaces, and the alpha value by a slash. */
export function colourOf(value: string): Colour {
	const known = KNOWN.get(value);
	if (known) return known;
	const old = value.replace(/^(rgb|hsl)a?\(\s*([^,()]+)\s*\)$/, (_, name: string, parts: string) => {
		const [channels = "", share] = parts.split("/");
		const list = channels.trim().split(/\s+/).join(",");
		if (share === undefined) return `${name}(${list})`;
		return `${name}a(${list},${numberOf(share.trim())})`;
	});
	const read = value === "transparent" ? color("rgba(0,0,0,0)") : color(old);
	const found = read?.rgb() ?? "unknown";
	if (KNOWN.size < MAX_KNOWN) KNOWN.set(value, found);
	return found;
}

/** Undefined if not set: the ancestor's background is visible. */
export function groundOf(stated: ValueOf): Colour | undefined {
	const image = stated("background-image");
	if (image !== undefined && image !== "none" && image !== "initial") return "unknown";
	const plain = stated("background-color");
	const background = plain ?? stated("background");
	if (background === undefined || /^(?:none|initial|unset|inherit|transparent|0(?: 0)?)$/.test(background)) {
		return undefined;
	}
	const read = colourOf(background);
	return read !== "unknown" && read.opacity <= FAINT ? undefined : read;
}

/** A shadow, an outline or a background clipped to the text makes letters of any colour visible. */
export function lettersOf(stated: ValueOf): Colour | undefined {
	const shadow = stated("text-shadow");
	const isCut = ["background-clip", "-webkit-background-clip"].some((property) => stated(property)?.includes("text"));
	if (isCut || (shadow !== undefined && shadow !== "none")) return "unknown";
	const letters = stated("-webkit-text-fill-color") ?? stated("color");
	if (letters === undefined || letters === "inherit" || letters === "currentcolor") return undefined;
	return colourOf(letters);
}

export function looksAlike(letters: Colour, ground: Colour): boolean {
	if (letters === "unknown") return false;
	if (letters.opacity <= FAINT) return true;
	if (ground === "unknown" || ground.opacity < 1 || letters.opacity < 1) return false;
	const [light, dark] = [luminance(letters), luminance(ground)].sort((a, b) => b - a) as [number, number];
	return (light + 0.05) / (dark + 0.05) < NO_CONTRAST;
}

/** WCAG 2.2, relative luminance. */
function luminance({ r, g, b }: RGBColor): number {
	const [red, green, blue] = [r, g, b].map((channel) => {
		const share = channel / 255;
		return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
	}) as [number, number, number];
	return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
