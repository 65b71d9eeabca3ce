import { escapeMarkdown, plainText } from "./page-text.ts";

/** GitHub and GitLab read these in rendered text, too: mentions, references to issues, formulas. */
const SPOKEN = /\\([#$])|(?<=\bGH)(-)(?=\d)/gi;

/** A scheme, a mailbox, `www.`: GFM links them even without escapes, but not across an element. */
const LINKING = /(?<=www)\.|:(?=\\?\/\\?\/)|\\?@/gi;

/** No mark-up, no link, no mention; a copy of it is what it said. */
export function markdownText(text: string): string {
	return unlinked(escapeMarkdown(text)).replace(SPOKEN, (_, ...marks) => `<span>${marks.slice(0, 2).join("")}</span>`);
}

/** No renderer finds an address in it. */
export function unlinked(markdown: string): string {
	return markdown.replace(LINKING, (mark) => `<span>${mark.replace("\\", "")}</span>`);
}

/** No text can end it: its fence is longer than any run of backticks inside. */
export function markdownCode(text: string): string {
	const line = plainText(text) || " ";
	const fence = "`".repeat(longestRun(line) + 1);
	return `${fence} ${line} ${fence}`;
}

/** No text can end it. */
export function markdownBlock(text: string): string {
	const fence = "`".repeat(Math.max(2, longestRun(text)) + 1);
	return `${fence}text\n${text}\n${fence}`;
}

function longestRun(text: string): number {
	return Math.max(0, ...[...text.matchAll(/`+/g)].map(([run]) => run.length));
}
