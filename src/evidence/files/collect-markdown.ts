import { EXCERPT_LENGTH } from "#core/verdict.ts";
import type { HttpResponse } from "#net/http-client.ts";
import { decodeText } from "../charset.ts";
import { isSuccess, type MarkdownAnswer, notShown, type Observation, type Page, settle } from "../evidence-map.ts";
import { printable } from "../html/tree/fold-text.ts";
import { mediaTypeOf, sniffBody } from "../response-body.ts";
import type { SiteSource } from "../site/site-source.ts";
import { fingerprintOf, shareHeld, WordCounter } from "../words.ts";

/** As agents send it: HTML is acceptable. */
const ACCEPT = "text/markdown, text/html;q=0.5";

const MAX_LENGTH = 2_000_000;

/** Requests the page's address. `absent` if the site refuses; `not-shown` if it sends the HTML page, as it may. */
export function collectMarkdown(source: SiteSource, home: Observation<Page>): Promise<Observation<MarkdownAnswer>> {
	return settle(home.url, source.signal, async () => {
		if (source.kind === "folder") return notShown(home.url, "A folder cannot show which format a server chooses.");
		if (home.state !== "found") return notShown(home.url, "There is no home page to request in another format.");
		const response = await source.get(new URL(home.value.url), "page", { headers: { accept: ACCEPT } });
		const { url, status } = response;
		if (!isSuccess(status)) return { state: "absent", url, status };
		const { body, headers } = response;
		const page = home.value.digest.text.fingerprint;
		const reading = await source.read("markdown", { url, body, contentType: headers["content-type"], page });
		const answer: MarkdownAnswer = { contentType: mediaTypeOf(response), vary: varyOf(response), ...reading };
		if (answer.contentType !== "text/markdown" && answer.sniffed !== "markdown")
			return notShown(url, "When asked for Markdown, the site sends its usual HTML page.");
		return { state: "found", url, status, value: answer };
	});
}

function varyOf({ headers }: HttpResponse): string[] {
	const names = (headers.vary ?? "").toLowerCase().split(",");
	return names.map((name) => name.trim()).filter(Boolean);
}

export interface MarkdownBody {
	readonly url: string;
	readonly body: Uint8Array;
	readonly contentType: string | undefined;
	readonly page: readonly number[];
}

type MarkdownReading = Omit<MarkdownAnswer, "contentType" | "vary">;

export function readMarkdown({ body, contentType, page }: MarkdownBody): MarkdownReading {
	const sniffed = sniffBody(body);
	const source = sniffed === "binary" ? "" : decodeText(body, contentType).text.slice(0, MAX_LENGTH);
	const words = new WordCounter();
	words.add(markdownText(source));
	words.gap();
	return {
		sniffed,
		words: words.count,
		fingerprint: fingerprintOf(words.hashes),
		holds: shareHeld(page, words.hashes),
		excerpt: printable(source.slice(0, EXCERPT_LENGTH * 8), EXCERPT_LENGTH),
	};
}

/** Approximates CommonMark 0.31 and GFM tables, to compare words: no targets, images, tags, front matter. Linear. */
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

function frontMatter(lines: readonly string[]): number {
	if (lines[0]?.trimEnd() !== "---") return 0;
	const end = lines.findIndex((line, index) => index > 0 && index < 200 && line.trimEnd() === "---");
	return end < 0 ? 0 : end + 1;
}

const DEFINITION = /^ {0,3}\[[^\]]{1,200}\]:\s/;
/** Browsers generate list numbers: they are not text. */
const OPENING = /^[\s>]*(?:#{1,6}\s|[-*+]\s|\d{1,9}[.)]\s)?/;
const IMAGE = /!\[[^\]]{0,1000}\](?:\([^)]{0,2000}\)|\[[^\]]{0,200}\])/g;
const TARGET = /\]\([^)]{0,2000}\)|\]\[[^\]]{0,200}\]/g;
const TAG = /<\/?[a-z][^<>]{0,2000}>|<!--[^<>]{0,2000}-->/gi;
const ENTITIES: Readonly<Record<string, string>> = { amp: "&", lt: "<", gt: ">", quot: '"', nbsp: " " };

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
