import { canonicalOf } from "#checks/shared/duplicate-pages.ts";
import { inputOf, instantRefresh, pageOf } from "#evidence/collect-home.ts";
import type { Page } from "#evidence/evidence-map.ts";
import type { ForeignReader } from "#evidence/reading/readers.ts";
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
			return judgePage(pageOf(answer, digest), judge, answer.isListed);
		},
	};
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
