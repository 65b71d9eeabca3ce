import { hash } from "node:crypto";
import { canonicalOf } from "#checks/shared/duplicate-pages.ts";
import { inputOf, instantRefresh, pageOf } from "#evidence/collect-home.ts";
import type { Page } from "#evidence/evidence-map.ts";
import type { PageDigest } from "#evidence/page-digest.ts";
import type { ForeignReader, ReaderInput } from "#evidence/reading/readers.ts";
import type { HttpResponse } from "#net/http-client.ts";
import type { JudgedPage, PageJudge } from "./evaluate.ts";

/** What is left of a page when it was read and judged. Plain data. */
export type PageRead =
	/** It sends its readers on at once. */
	| { readonly moved: string }
	/** A file that pages load in part, or one that proves to a service who owns the site. */
	| { readonly fragment: true }
	| { readonly judged: JudgedPage };

/** The answer to an address, which is HTML. Plain data. */
export interface PageAnswer extends HttpResponse {
	/** Of a folder whose files were listed, not asked for by their addresses. */
	readonly isListed?: true | undefined;
}

export interface PageReader {
	/** @throws as `ForeignReader` */
	readPage(answer: PageAnswer, judge: PageJudge, signal?: AbortSignal): Promise<PageRead>;
}

/** Judges in this thread what a reader reads, in whichever. */
export function judgingHere(reader: Pick<ForeignReader, "read">): PageReader {
	return {
		async readPage(answer, judge, signal) {
			const digest = await reader.read("page", inputOf(answer), signal);
			// As a thread sends it: an excerpt that was cut out of a page keeps the whole page in memory.
			return structuredClone(judgePage(pageOf(answer, digest), judge, answer.isListed));
		},
	};
}

/** What was read of pages, by their bytes and address. */
export type ReadDigests = Map<string, PageDigest>;
/** Of a larger site the rest is read again. */
const DIGESTS_KEPT = 1_000;

/** Reads no page twice that is as it was. @param known is added to; without it, the reader as it is */
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

/** Hosts serve `about.html` at `/about` too: the page says which of them is its own. */
function namedAddress(page: Page): string {
	const short = page.url.replace(/\.html$/, "");
	return canonicalOf(page) === short ? short : page.url;
}
