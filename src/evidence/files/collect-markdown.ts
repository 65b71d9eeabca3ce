import { EXCERPT_LENGTH } from "#core/verdict.ts";
import { decodeText } from "#net/charset.ts";
import type { HttpResponse } from "#net/http-client.ts";
import type { MarkdownAnswer } from "../digest/machine-interfaces.ts";
import type { Page } from "../evidence-map.ts";
import { fingerprintOf, shareHeld } from "../fingerprint.ts";
import { WordCounter } from "../html/content/word-counter.ts";
import { printable } from "../html/tree/fold-text.ts";
import { mediaTypeOf } from "../media-type.ts";
import type { Observation } from "../observation.ts";
import { isSuccess, notShown, settle } from "../site/settle.ts";
import type { SiteSource } from "../site/site-source.ts";
import { sniffBody } from "../sniff-body.ts";
import { markdownText } from "./markdown-text.ts";

/** As agents send it: HTML will do where there is no Markdown. */
const ACCEPT = "text/markdown, text/html;q=0.5";

/** Characters of a body that are read as Markdown. */
const MAX_LENGTH = 2_000_000;

/**
 * The home page asked for as Markdown, at the address where the page was found. `absent` where the site refuses;
 * `failed` with `not-shown` where it answers with the page as ever, which is its right.
 */
export function collectMarkdown(source: SiteSource, home: Observation<Page>): Promise<Observation<MarkdownAnswer>> {
	return settle(home.url, source.signal, async () => {
		if (source.kind === "folder") return notShown(home.url, "A folder cannot show how a server negotiates.");
		if (home.state !== "found") return notShown(home.url, "There is no home page to ask for in another format.");
		const response = await source.get(new URL(home.value.url), "page", { headers: { accept: ACCEPT } });
		const { url, status } = response;
		if (!isSuccess(status)) return { state: "absent", url, status };
		const answer = read(response, home.value.digest.text.fingerprint);
		if (answer.contentType !== "text/markdown" && answer.sniffed !== "markdown") {
			return notShown(url, "Asked for Markdown, the site answers with its page as ever.");
		}
		return { state: "found", url, status, value: answer };
	});
}

function read(response: HttpResponse, page: readonly number[]): MarkdownAnswer {
	const { body, headers } = response;
	const sniffed = sniffBody(body);
	const source = sniffed === "binary" ? "" : decodeText(body, headers["content-type"]).text.slice(0, MAX_LENGTH);
	const words = new WordCounter();
	words.add(markdownText(source));
	words.gap();
	return {
		contentType: mediaTypeOf(response),
		sniffed,
		vary: (headers.vary ?? "")
			.toLowerCase()
			.split(",")
			.map((name) => name.trim())
			.filter(Boolean),
		words: words.count,
		fingerprint: fingerprintOf(words.hashes),
		holds: shareHeld(page, words.hashes),
		excerpt: printable(source.slice(0, EXCERPT_LENGTH * 8), EXCERPT_LENGTH),
	};
}
