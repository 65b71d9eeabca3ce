import { escapeMarkdown, plainText } from "./page-text.ts";

/** What GitHub and GitLab read in rendered text, too: mentions, references to issues, formulas. */
const SPOKEN = /\\([#$])|(?<=\bGH)(-)(?=\d)/gi;

/**
 * What makes a link of the words around it when the escapes are already gone (GFM, autolinks): a scheme, a mailbox, `www.`; two
 * pieces of text, with an element between them, it does not join.
 */
const LINKING = /(?<=www)\.|:(?=\\?\/\\?\/)|\\?@/gi;

/** Foreign text as nothing but text: no mark-up, no link, nobody called; what is copied from it is what it said. */
export function markdownText(text: string): string {
	return unlinked(escapeMarkdown(text)).replace(SPOKEN, (_, ...marks) => `<span>${marks.slice(0, 2).join("")}</span>`);
}

/** Escaped words, in which no renderer finds an address to make a link of. */
export function unlinked(markdown: string): string {
	return markdown.replace(LINKING, (mark) => `<span>${mark.replace("\\", "")}</span>`);
}

/** On one line in a span of code, which no text can end: its fence is longer than any run of backticks inside. */
export function markdownCode(text: string): string {
	const line = plainText(text) || " ";
	const fence = "`".repeat(longestRun(line) + 1);
	return `${fence} ${line} ${fence}`;
}

/** In a block of code, which no text can end either. */
export function markdownBlock(text: string): string {
	const fence = "`".repeat(Math.max(2, longestRun(text)) + 1);
	return `${fence}text\n${text}\n${fence}`;
}

function longestRun(text: string): number {
	return Math.max(0, ...[...text.matchAll(/`+/g)].map(([run]) => run.length));
}
