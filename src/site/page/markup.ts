import { ENTITIES, escapeMarkup } from "./page-text.ts";

/** The only text that `html` does not escape again. */
export class Markup {
	readonly text: string;

	constructor(text: string) {
		this.text = text;
	}
}

/** Nothing for what is absent or false; a list one after another. */
export type Part = Markup | string | number | false | undefined | readonly Part[];

/** Escapes every value, for content and quoted attributes alike. */
export function html(template: TemplateStringsArray, ...values: readonly Part[]): Markup {
	return filled(template, values, escapeMarkup);
}

/** Values as they were seen, for content and for attributes between double quotes. */
export function seenHtml(template: TemplateStringsArray, ...values: readonly Part[]): Markup {
	return filled(template, values, escapeSeen);
}

type Escape = (text: string) => string;

function filled(template: TemplateStringsArray, values: readonly Part[], escaped: Escape): Markup {
	let text = "";
	for (const [index, literal] of template.entries()) text += literal + written(values[index], escaped);
	return new Markup(text);
}

function written(part: Part, escaped: Escape): string {
	if (part === undefined || part === false) return "";
	if (part instanceof Markup) return part.text;
	if (typeof part === "string") return escaped(part);
	if (typeof part === "number") return String(part);
	return part.map((each) => written(each, escaped)).join("");
}

function escapeSeen(text: string): string {
	return text.replace(/[&<>"]/g, (letter) => ENTITIES[letter] ?? "");
}
