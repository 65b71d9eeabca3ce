import { articleOf, authorOf, publicationOf } from "#checks/shared/article.ts";
import type { Page } from "#evidence/evidence-map.ts";
import { digestPage } from "#evidence/html/digest-page.ts";
import type { JudgeResult } from "../judge-result.ts";
import { readingOf } from "./read-by-hand.ts";
import { WCXB_CONTENT_TYPE, type WcxbCase, wcxbCases } from "./read-cases.ts";

const AUTHORS = "WCXB, authors";
const DATES = "WCXB, dates";
const KINDS = "WCXB, article or not";

/** What the benchmark says of a page and what the checks read of it; "" for nothing. */
interface Statement {
	readonly id: string;
	readonly expected: string;
	readonly ours: string;
	readonly agrees: boolean;
}

/** Author, day of publication and kind of the benchmark's pages, as the checks of articles read them. */
export function judgeWcxbStatements(folder: string): JudgeResult[] {
	const seen = Array.from(wcxbCases(folder), (each) => ({ each, page: pageOf(each) }));
	const authors = seen.map(({ each, page }) => statement(each.id, each.author, authorOf(page) ?? "", isSameAuthor));
	const days = seen.map(({ each, page }) =>
		statement(each.id, each.published.slice(0, 10), publicationOf(page) ?? "", (one, other) => one === other),
	);
	const kinds = seen.map(({ each, page }) => {
		const ours = articleOf(page) ? "an article" : "no article";
		return statement(each.id, each.type === "article" ? "an article" : "no article", ours, (a, b) => a === b);
	});
	return [stated(AUTHORS, authors), stated(DATES, days), resultOf(KINDS, kinds, undefined)];
}

/** Agreement over the pages of which the benchmark states something; pages of which only we do are told apart. */
function stated(judge: string, all: readonly Statement[]): JudgeResult {
	const silent = all.filter(({ expected }) => expected === "");
	const only = silent.filter(({ ours }) => ours !== "").length;
	const leftOut = `${silent.length} pages about which it states nothing; we state something about ${only} of them`;
	return resultOf(
		judge,
		all.filter(({ expected }) => expected !== ""),
		leftOut,
	);
}

function resultOf(judge: string, all: readonly Statement[], leftOut: string | undefined): JudgeResult {
	const apart = all.filter(({ agrees }) => !agrees);
	return {
		judge,
		cases: all.length,
		agreed: all.length - apart.length,
		disagreements: apart.map(({ id, expected, ours }) => ({
			case: [id, readingOf(judge, id)].filter((part) => part !== "").join(" · "),
			expected,
			ours: ours || "nothing",
		})),
		...(leftOut === undefined ? {} : { leftOut }),
	};
}

function statement(id: string, expected: string, ours: string, isSame: (a: string, b: string) => boolean): Statement {
	return { id, expected, ours, agrees: expected === "" ? ours === "" : ours !== "" && isSame(expected, ours) };
}

function pageOf({ url, body }: WcxbCase): Page {
	const digest = digestPage({ body, contentType: WCXB_CONTENT_TYPE, url, truncated: false });
	const timings = { dns: 0, connect: 0, ttfb: 0, total: 0 };
	return { url, response: { headers: {}, hops: [], encodedBytes: body.length, timings, tls: undefined }, digest };
}

/** The same words, or those of one within the other: with a title, an office, a second author. */
export function isSameAuthor(one: string, other: string): boolean {
	const [a, b] = [plain(one), plain(other)];
	return a.trim() !== "" && b.trim() !== "" && (a.includes(b) || b.includes(a));
}

function plain(name: string): string {
	const letters = name
		.replaceAll(/&amp;/g, "&")
		.toLowerCase()
		.replaceAll(/[^\p{L}\p{N}]+/gu, " ");
	return ` ${letters.trim()} `;
}
