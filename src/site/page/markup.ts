import { ENTITIES, escapeMarkup } from "./page-text.ts";

/** HTML that was put together by `html`: the only text that is not escaped where it is put into more of it. */
export class Markup {
	readonly text: string;

	constructor(text: string) {
		this.text = text;
	}
}

/** What may stand in HTML: nothing for what is absent or false, a list one after another. */
export type Part = Markup | string | number | false | undefined | readonly Part[];

/** HTML of this template, in which every value is escaped, for content and quoted attributes alike. */
export function html(template: TemplateStringsArray, ...values: readonly Part[]): Markup {
	return filled(template, values, escapeMarkup);
}

/** The same with values as they are, for what was seen; they stand in content, and in attributes between double quotes. */
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
