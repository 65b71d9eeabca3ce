import { SaxesParser, type SaxesTagNS } from "saxes";
import type { ReadLogo } from "./agency-logo.ts";
import { allowedAttributes, DRAWING, GROUPS, lookOf, NEEDED, PARTS } from "./svg-allow-list.ts";
import { readStyleSheet, type StyleRules } from "./svg-style.ts";

const SVG = "http://www.w3.org/2000/svg";
/** Deeper or larger is no logo; the parser walks all open elements for each prefixed name. */
const DEPTH_MAX = 64;
const ELEMENTS_MAX = 5000;
/** Output limit: a style sheet may say much of each element in few words. */
const WRITTEN_MAX = 256 * 1024;
const TOO_MUCH = "It has too many parts for a logo.";

class Unusable extends Error {}

/** Keeps only listed parts, so it refuses text, pictures and effects. @returns a sentence where it cannot be shown */
export function readSvg(given: Uint8Array): ReadLogo {
	const text = new TextDecoder().decode(given);
	try {
		return new Drawing(readStyles(text)).read(text);
	} catch (error) {
		if (error instanceof Unusable) return error.message;
		throw error;
	}
}

function parserOf(opened: (tag: SaxesTagNS) => void, closed: () => void): SaxesParser<{ xmlns: true }> {
	const parser = new SaxesParser({ xmlns: true });
	let [depth, elements] = [0, 0];
	parser.on("opentag", (tag) => {
		if (++depth > DEPTH_MAX || ++elements > ELEMENTS_MAX) throw new Unusable(TOO_MUCH);
		opened(tag);
	});
	parser.on("closetag", () => {
		depth--;
		closed();
	});
	parser.on("error", ({ message }) => {
		throw new Unusable(`It is neither a PNG nor well-formed SVG: ${message.replace(/^(\d+):(\d+): /, "line $1, ")}`);
	});
	return parser;
}

/** Style sheets may stand behind what they style. */
function readStyles(text: string): StyleRules {
	let [sheet, inStyle] = ["", false];
	const parser = parserOf(
		({ local, uri }) => {
			inStyle = local === "style" && uri === SVG;
		},
		() => {
			inStyle = false;
		},
	);
	for (const event of ["text", "cdata"] as const)
		parser.on(event, (piece) => {
			if (inStyle) sheet += piece;
		});
	parser.write(text).close();
	const rules = readStyleSheet(sheet, lookOf);
	if (typeof rules === "string") throw new Unusable(rules);
	return rules;
}

interface Size {
	readonly width: number;
	readonly height: number;
}

class Drawing {
	readonly #rules: StyleRules;
	readonly #written: string[] = [];
	/** What closes each open element; `""` for one whose tag is left out. */
	readonly #open: string[] = [];
	/** Depth of an element that is skipped with its content. */
	#skippedFrom = Number.POSITIVE_INFINITY;
	#drawn = 0;
	#length = 0;
	#size: Size | undefined;

	constructor(rules: StyleRules) {
		this.#rules = rules;
	}

	read(text: string): ReadLogo {
		const parser = parserOf(
			(tag) => this.#start(tag),
			() => this.#end(),
		);
		parser.write(text).close();
		if (!this.#size) return "It is neither a PNG nor an SVG.";
		if (this.#drawn === 0) return "It draws nothing that can be shown.";
		return { ...this.#size, bytes: Uint8Array.from(Buffer.from(`${this.#written.join("")}\n`)) };
	}

	#start(tag: SaxesTagNS): void {
		const depth = this.#open.length;
		const closing = depth > this.#skippedFrom ? "" : this.#tag(tag, depth);
		this.#open.push(closing ?? "");
		if (closing === undefined) this.#skippedFrom = Math.min(this.#skippedFrom, depth);
	}

	#end(): void {
		this.#written.push(this.#open.pop() ?? "");
		if (this.#open.length <= this.#skippedFrom) this.#skippedFrom = Number.POSITIVE_INFINITY;
	}

	/** @returns what closes it; undefined where it is left out with its content */
	#tag(tag: SaxesTagNS, depth: number): string | undefined {
		const { local } = tag;
		if (tag.uri !== SVG) return undefined;
		const needed = depth > 0 ? NEEDED.get(local) : undefined;
		if (needed !== undefined) throw new Unusable(needed);
		if (depth === 0) {
			if (local !== "svg") return undefined;
			this.#size = sizeOf(tag);
			const { width, height } = this.#size;
			return this.#write(
				"svg",
				`xmlns="${SVG}" width="${width}" height="${height}" ${viewBoxOf(tag, this.#size)}`,
				tag,
			);
		}
		// A link or a choice of languages is shown as a group.
		if (GROUPS.has(local)) return this.#write("g", "", tag);
		if (PARTS.has(local)) return this.#write(local, "", tag);
		if (!DRAWING.has(local)) return undefined;
		this.#drawn++;
		return this.#write(local, "", tag);
	}

	#write(name: string, first: string, { local, attributes }: SaxesTagNS): string {
		// Nested clips could be drawn more often than any reader waits for.
		const isClip = name === "clipPath" || this.#open.includes("</clipPath>");
		const allowed = allowedAttributes(local, attributes, this.#rules).filter(
			([each]) => !isClip || each !== "clip-path",
		);
		const written = allowed.map(([attribute, value]) => ` ${attribute}="${value}"`).join("");
		const tag = `<${name}${first && ` ${first}`}${written}>`;
		this.#length += tag.length;
		if (this.#length > WRITTEN_MAX) throw new Unusable(TOO_MUCH);
		this.#written.push(tag);
		return `</${name}>`;
	}
}

const NUMBER = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?/i;
const SIDE_MAX = 1e6;

function numberOf(text: string | undefined): number | undefined {
	const number = Number(NUMBER.exec(text?.trim() ?? "")?.[0] ?? Number.NaN);
	return Number.isFinite(number) ? number : undefined;
}

function boxOf(tag: SaxesTagNS): number[] | undefined {
	const numbers = tag.attributes.viewBox?.value
		.trim()
		.split(/[\s,]+/)
		.map(numberOf);
	return numbers?.length === 4 && numbers.every((each) => each !== undefined) ? numbers : undefined;
}

/** Of the drawing, whose shape is that of its box. */
function sizeOf(tag: SaxesTagNS): Size {
	const [, , width, height] = boxOf(tag) ?? [0, 0, ...["width", "height"].map(sideOf)];
	if (isSide(width) && isSide(height)) return { width, height };
	throw new Unusable("It does not say how large it is: its first element needs a viewBox, or width and height.");

	function sideOf(name: string): number | undefined {
		const text = tag.attributes[name]?.value;
		return text?.trim().endsWith("%") ? undefined : numberOf(text);
	}
}

function isSide(side: number | undefined): side is number {
	return side !== undefined && side > 0 && side <= SIDE_MAX;
}

function viewBoxOf(tag: SaxesTagNS, { width, height }: Size): string {
	return `viewBox="${(boxOf(tag) ?? [0, 0, width, height]).join(" ")}"`;
}
