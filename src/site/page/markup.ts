import { escapeMarkup } from "./page-text.ts";

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
	const text = template.map((literal, index) => literal + written(values[index]));
	return new Markup(text.join(""));
}

function written(part: Part): string {
	if (part === undefined || part === false) return "";
	if (part instanceof Markup) return part.text;
	if (typeof part === "string" || typeof part === "number") return escapeMarkup(String(part));
	return part.map(written).join("");
}
