/**
 * The text of a Markdown document (CommonMark 0.31, GFM tables) without its markup, near enough to count its words and
 * to compare them with those of the page: link targets, images, HTML tags and front matter are taken out. Works line by
 * line, in time linear to the document.
 */
export function markdownText(markdown: string): string {
	const lines = markdown.replace(/^\ufeff/, "").split(/\r\n?|\n/);
	const kept: string[] = [];
	let fence = "";
	for (const line of lines.slice(frontMatter(lines))) {
		const mark = /^ {0,3}(`{3,}|~{3,})/.exec(line)?.[1] ?? "";
		if (mark !== "" && (fence === "" || mark.startsWith(fence))) fence = fence === "" ? mark : "";
		else kept.push(fence === "" ? lineText(line) : line);
	}
	return kept.join("\n");
}

/** Lines of a leading block between two lines of `---`. */
function frontMatter(lines: readonly string[]): number {
	if (lines[0]?.trimEnd() !== "---") return 0;
	const end = lines.findIndex((line, index) => index > 0 && index < 200 && line.trimEnd() === "---");
	return end < 0 ? 0 : end + 1;
}

/** A link's target in its definition: `[id]: https://…`. */
const DEFINITION = /^ {0,3}\[[^\]]{1,200}\]:\s/;
/** Marks before a line's text; a list's numbers are drawn by a browser, and are no text of a page. */
const OPENING = /^[\s>]*(?:#{1,6}\s|[-*+]\s|\d{1,9}[.)]\s)?/;
const IMAGE = /!\[[^\]]{0,1000}\](?:\([^)]{0,2000}\)|\[[^\]]{0,200}\])/g;
const TARGET = /\]\([^)]{0,2000}\)|\]\[[^\]]{0,200}\]/g;
const TAG = /<\/?[a-z][^<>]{0,2000}>|<!--[^<>]{0,2000}-->/gi;
const ENTITIES: Readonly<Record<string, string>> = { amp: "&", lt: "<", gt: ">", quot: '"', nbsp: " " };

/** Longer ones are data. */
const LINE_LENGTH = 100_000;

function lineText(line: string): string {
	if (DEFINITION.test(line)) return "";
	return line
		.slice(0, LINE_LENGTH)
		.replace(OPENING, "")
		.replace(IMAGE, " ")
		.replace(TARGET, "]")
		.replace(TAG, "")
		.replace(/&(amp|lt|gt|quot|nbsp);/g, (_, name: string) => ENTITIES[name] ?? "")
		.replace(/\\(?=[!-/:-@[-`{-~])/g, "")
		.replace(/[*`~[\]]/g, "");
}
