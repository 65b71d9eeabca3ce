/** Bit set of screens: 1 a computer, 2 a phone. Content hidden on both is invisible. */
export const ALL_SCREENS = 3;

const SCREENS = [
	{ bit: 1, width: 1_280, height: 800, hover: "hover", pointer: "fine", orientation: "landscape" },
	{ bit: 2, width: 390, height: 844, hover: "none", pointer: "coarse", orientation: "portrait" },
] as const;
type Screen = (typeof SCREENS)[number];

/** CSS pixels per unit; viewport units assume a computer. */
const PIXELS: Readonly<Record<string, number>> = {
	"": 1,
	px: 1,
	pt: 4 / 3,
	pc: 16,
	in: 96,
	cm: 37.8,
	mm: 3.78,
	em: 16,
	rem: 16,
	ex: 8,
	ch: 8,
	vw: 12.8,
	vh: 8,
	vmin: 8,
	vmax: 12.8,
	"%": 10,
};
const LENGTH = /^([+-]?(?:\d{1,9}(?:\.\d{0,9})?|\.\d{1,9})(?:e\d)?)([a-z%]{0,4})$/;

/** NaN unless it is a plain length. */
export function pixelsOf(length: string | undefined): number {
	const parts = LENGTH.exec(length ?? "");
	return Number(parts?.[1] ?? Number.NaN) * (PIXELS[parts?.[2] ?? ""] ?? Number.NaN);
}

/** @returns the screens that match the media query list, as bits */
export function screensOf(queries: string): number {
	if (queries === "") return ALL_SCREENS;
	const list = queries
		.toLowerCase()
		.split(",")
		.map((query) => query.trim());
	let bits = 0;
	for (const screen of SCREENS) if (list.some((query) => query === "" || holds(query, screen))) bits |= screen.bit;
	return bits;
}

function holds(query: string, screen: Screen): boolean {
	const negated = /^not\s/.test(query);
	const parts = query.replace(/^(?:not|only)\s+/, "").split(/\s+and\s+/);
	return parts.every((part) => holdsPart(part.trim(), screen)) !== negated;
}

const MEDIA_TYPES: ReadonlySet<string> = new Set(["all", "screen"]);

function holdsPart(part: string, screen: Screen): boolean {
	if (!part.startsWith("(")) return MEDIA_TYPES.has(part);
	const feature = part.replace(/^\(\s*|\s*\)$/g, "");
	const [, name = "", value] = /^([\w-]+)\s*(?::\s*(.+))?$/.exec(feature) ?? [];
	const edge = /^(min|max)-(?:device-)?(width|height)$/.exec(name);
	if (edge) return isWithin(screen[edge[2] as "width" | "height"], edge[1] === "min" ? ">=" : "<=", value);
	const range = /^(width|height)\s*([<>]=?)\s*([^<>]+)$/.exec(feature);
	if (range) return isWithin(screen[range[1] as "width" | "height"], range[2] ?? "", range[3]);
	const between = /^([^<>]+?)\s*(<=?)\s*(width|height)\s*(<=?)\s*([^<>]+)$/.exec(feature);
	if (between) {
		const [, least, , side, below, most] = between;
		const length = screen[side as "width" | "height"];
		return isWithin(length, ">=", least) && isWithin(length, below ?? "", most);
	}
	return isUsual(name, value, screen);
}

function isWithin(length: number, operator: string, value: string | undefined): boolean {
	const limit = pixelsOf(value?.trim());
	if (operator.startsWith(">")) return operator === ">" ? length > limit : length >= limit;
	return operator === "<" ? length < limit : length <= limit;
}

/** Assumes a light colour scheme, scripts, and no preference for reduced motion and the like. */
function isUsual(name: string, value: string | undefined, screen: Screen): boolean {
	if (name === "hover" || name === "any-hover") return value === undefined || value === screen.hover;
	if (name === "pointer" || name === "any-pointer") return value === undefined || value === screen.pointer;
	if (name === "orientation") return value === screen.orientation;
	if (name === "scripting") return value === "enabled";
	if (name === "color") return true;
	return value === "light" || value === "no-preference";
}
