import type { MarkdownAnswer } from "#evidence/evidence-map.ts";

const SILENT: ReadonlySet<string> = new Set(["", "application/octet-stream"]);

/**
 * True where a media type (without parameters) does not deny that the bytes are JSON: the JSON types themselves, no
 * type, and `application/octet-stream`, by which static hosts say only that a file has no extension.
 */
export function admitsJson(contentType: string): boolean {
	return SILENT.has(contentType) || /^application\/(?:[^\s/]+\+)?json$/.test(contentType);
}

/** True where nothing is said about the bytes. */
export function isSilentType(contentType: string): boolean {
	return SILENT.has(contentType);
}

/** True where the bytes are Markdown, or text that may be, whatever the header calls them. */
export function isMarkdown({ sniffed, words }: MarkdownAnswer): boolean {
	return sniffed === "markdown" || (sniffed === "text" && words > 0);
}
