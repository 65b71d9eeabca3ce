/** Words of this project's own code, which no reader knows; ids of checks are names and stay. */
const PRIVATE =
	/(?<![\w-])(?:(?:un)?gat(?:e|es|ed|ing)|mend(?:s|ed|ing)?|charg(?:e|es|ed|ing) (?:to|there|here))(?![\w-])/gi;

/** Each with what stands around it. */
export function privateWords(text: string): string[] {
	return [...text.matchAll(PRIVATE)].map(({ index }) =>
		text.slice(Math.max(0, index - 40), index + 40).replaceAll(/\s+/g, " "),
	);
}

/** The visible text of a page, without what a site wrote as evidence or a command prints. */
export function pageText(html: string): string {
	return html
		.replaceAll(/<(script|style|template)\b.*?<\/\1>/gs, " ")
		.replaceAll(/<(code|pre)\b.*?<\/\1>/gs, " ")
		.replaceAll(/<[^>]*>/g, " ");
}
