/** Parses a picture as strict XML and reports what is not on our allow-list; never shipped. */

import { SaxesParser } from "saxes";

const NUMBER = "-?\\d*\\.?\\d+";
const COLOUR = /^#[0-9a-f]{6}$/;
const SIZE = /^\d+$/;

/** Element → attribute → pattern of its value. */
const ALLOWED: Readonly<Record<string, Readonly<Record<string, RegExp>>>> = {
	svg: {
		xmlns: /^http:\/\/www\.w3\.org\/2000\/svg$/,
		width: SIZE,
		height: SIZE,
		viewBox: /^0 0 \d+ \d+$/,
		role: /^img$/,
		"aria-labelledby": /^sightline-title sightline-desc$/,
		"font-family": /^[\w ,'-]+$/,
	},
	text: {
		class: /^sightline-[a-z]+$/,
		fill: COLOUR,
		x: new RegExp(`^${NUMBER}$`),
		y: new RegExp(`^${NUMBER}$`),
		"font-size": new RegExp(`^${NUMBER}$`),
		"font-weight": /^600$/,
		textLength: new RegExp(`^${NUMBER}$`),
		lengthAdjust: /^spacingAndGlyphs$/,
	},
	title: { id: /^sightline-title$/ },
	desc: { id: /^sightline-desc$/ },
	style: {},
	path: {
		class: /^sightline-[a-z]+(?:-line)?$/,
		fill: /^(?:none|#[0-9a-f]{6})$/,
		stroke: COLOUR,
		"stroke-width": /^[\d.]+$/,
		"stroke-dasharray": /^\d+ \d+$/,
		"stroke-linecap": /^round$/,
		transform: new RegExp(`^translate\\(${NUMBER} ${NUMBER}\\)scale\\(${NUMBER}\\)$`),
		d: /^[Mm][MmLlHhVvQqTtAaZz\d .-]*$/,
	},
};
const STYLE =
	/^@media\(prefers-color-scheme:dark\)\{(?:\.sightline-[a-z]+(?:-line)?\{(?:fill|stroke):#[0-9a-f]{6}\})+\}$/;

export interface ReadPicture {
	readonly title: string;
	readonly description: string;
	/** Elements in document order. */
	readonly elements: readonly string[];
	/** Anything not on the allow-list. */
	readonly foreign: readonly string[];
}

/** @throws Error when it is not well-formed XML */
export function readPicture(svg: string): ReadPicture {
	const foreign: string[] = [];
	const elements: string[] = [];
	const texts: Record<string, string> = { title: "", desc: "", style: "", text: "" };
	const open: string[] = [];
	const parser = new SaxesParser({ xmlns: false });
	parser.on("error", (error) => {
		throw error;
	});
	for (const event of ["doctype", "comment", "cdata"] as const)
		parser.on(event, (text) => foreign.push(`${event} ${text}`));
	parser.on("processinginstruction", ({ target }) => foreign.push(`instruction ${target}`));
	parser.on("opentag", ({ name, attributes }) => {
		if (open.length !== (name === "svg" ? 0 : 1)) foreign.push(`${name} in ${open.join("/")}`);
		open.push(name);
		elements.push(name);
		foreign.push(...foreignAttributes(name, attributes));
	});
	parser.on("closetag", () => open.pop());
	parser.on("text", (text) => {
		const parent = open.at(-1) ?? "";
		if (parent in texts) texts[parent] += text;
		else if (text.trim() !== "") foreign.push(`text ${text}`);
	});
	parser.write(svg).close();
	if (!STYLE.test(texts.style ?? "")) foreign.push(`style ${texts.style}`);
	return { title: texts.title ?? "", description: texts.desc ?? "", elements, foreign };
}

function foreignAttributes(element: string, attributes: Readonly<Record<string, string>>): string[] {
	const allowed = ALLOWED[element];
	if (!allowed) return [`element ${element}`];
	return Object.entries(attributes)
		.filter(([name, value]) => !allowed[name]?.test(value))
		.map(([name, value]) => `${element} ${name}="${value}"`);
}
