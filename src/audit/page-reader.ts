import { hash } from "node:crypto";
import { canonicalOf } from "#checks/shared/duplicate-pages.ts";
import { inputOf, instantRefresh, pageOf } from "#evidence/collect-home.ts";
import type { Page } from "#evidence/evidence-map.ts";
import type { PageDigest } from "#evidence/page-digest.ts";
import type { ForeignReader, ReaderInput } from "#evidence/reading/readers.ts";
import type { HttpResponse } from "#net/http-client.ts";
import type { JudgedPage, PageJudge } from "./evaluate.ts";

/** What remains of a page after judging. Plain data. */
export type PageRead =
	/** Redirects its readers at once. */
	| { readonly moved: string }
	/** A file that pages include, or one that proves ownership to a service. */
	| { readonly fragment: true }
	| { readonly judged: JudgedPage };

/** An HTML response. Plain data. */
export interface PageAnswer extends HttpResponse {
	/** From listing a folder, not from a request for this address. */
	readonly isListed?: true | undefined;
}

export interface PageReader {
	/** @throws as `ForeignReader` */
	readPage(answer: PageAnswer, judge: PageJudge, signal?: AbortSignal): Promise<PageRead>;
}

/** Judges pages on this thread, wherever `reader` parses them. */
export function judgingHere(reader: Pick<ForeignReader, "read">): PageReader {
	return {
		async readPage(answer, judge, signal) {
			const digest = await reader.read("page", inputOf(answer), signal);
			// As a thread would send it: a substring of a page would keep the whole page in memory.
			return structuredClone(judgePage(pageOf(answer, digest), judge, answer.isListed));
		},
	};
}

/** Parsed pages by bytes and address. */
export type ReadDigests = Map<string, PageDigest>;
/** Pages beyond this are parsed again. */
const DIGESTS_KEPT = 1_000;

/** Caches parsed pages. @param known the cache; if undefined, the reader itself is returned */
export function rememberingReader(
	reader: ForeignReader & PageReader,
	known: ReadDigests | undefined,
): ForeignReader & PageReader {
	if (!known) return reader;
	const read = async (kind: "page", input: ReaderInput<"page">, signal?: AbortSignal): Promise<PageDigest> => {
		const { body, url, contentType = "", truncated } = input;
		const key = `${hash("sha256", body)} ${truncated} ${contentType} ${url}`;
		const digest = known.get(key) ?? (await reader.read(kind, input, signal));
		if (known.size < DIGESTS_KEPT) known.set(key, digest);
		return digest;
	};
	const remembering: ForeignReader = {
		read: ((kind, input, signal) =>
			kind === "page" ? read(kind, input as never, signal) : reader.read(kind, input, signal)) as ForeignReader["read"],
	};
	return { ...remembering, ...judgingHere(remembering) };
}

export function judgePage(page: Page, judge: PageJudge, isListed: true | undefined): PageRead {
	const moved = instantRefresh(page)?.next.href;
	if (moved !== undefined) return { moved };
	if (!isListed) return { judged: judge.judge(page) };
	if (isFragment(page)) return { fragment: true };
	const { sitePath } = judge;
	const named = { ...page, ...(sitePath === undefined ? {} : { sitePath }), url: namedAddress(page) };
	return { judged: judge.judge(named) };
}

function isFragment({ digest }: Page): boolean {
	return !digest.doctype && digest.titles.length === 0 && digest.lang === null && digest.metas.length === 0;
}

/** Hosts serve `about.html` at `/about` too: the canonical link decides. */
function namedAddress(page: Page): string {
	const short = page.url.replace(/\.html$/, "");
	return canonicalOf(page) === short ? short : page.url;
}
