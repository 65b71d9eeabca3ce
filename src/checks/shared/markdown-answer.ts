import type { MarkdownAnswer } from "#evidence/digest/machine-interfaces.ts";

/** True where the bytes are Markdown, or text that may be, whatever the header calls them. */
export function isMarkdown({ sniffed, words }: MarkdownAnswer): boolean {
	return sniffed === "markdown" || (sniffed === "text" && words > 0);
}
