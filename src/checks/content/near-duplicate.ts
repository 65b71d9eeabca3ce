import { definePagesCheck } from "../define-check.ts";
import { similarityOf } from "../shared/duplicate-pages.ts";
import { attributeText, clip } from "../shared/exhibits.ts";
import { areLanguageVersions, type PageRow, type PageRows } from "../shared/page-rows.ts";
import { cleanAddress } from "../shared/site-addresses.ts";

const SAME = 0.8;
/** Characters of main text below which two pages are alike because they hold so little. */
const MIN_MAIN = 300;
/** Places of a fingerprint that have to be the same for two pages to be compared: of pairs above SAME, one in 10⁷ is missed. */
const BAND = 4;

export const nearDuplicate = definePagesCheck({
	id: "near-duplicate",
	pillar: "content",
	engines: ["search", "answers"],
	grade: "vendor",
	atStake: "advice",
	weightReason: "Engines pick one of two pages by themselves; the price is that they may pick the wrong one.",
	tableStakes: true,
	title: "Each page has its own text",
	fault: "Several pages have nearly the same text",
	consequence: "Search engines show one of these pages and drop the others, and it may not be the one you want.",
	effort: "medium",
	doneBy: "editor",
	why: "Of pages that say the same, engines keep one and drop the rest, and split the links between them until they have decided. Pages that differ in one name are the usual case.",
	howToFix:
		'Bring pages with the same text together, or let all of them name the one that counts: <link rel="canonical" href="…">.',
	consumer: "Google Search, Bing",
	reference: "https://developers.google.com/search/docs/crawling-indexing/consolidate-duplicate-urls",
	reviewed: "2026-11-28",
	note: "Google names no measure; ours is four fifths of all runs of five words in the main part, estimated from 128 of them. Pages without a main part are left out, since menus and footers would make them alike. Each page is held against those that share runs of words with it. Pages of which one names the other as canonical are excused, and so are versions for other languages and countries, by lang, hreflang or address, since a canonical link would drop one of them.",
	yieldsTo: ["soft-404", "text-without-js"],
	evaluate(row, pages) {
		if (!isReadable(row)) return { outcome: "not-applicable", says: `${row.url} has no main text to compare.` };
		const [twin] = twinsOf(row, pages);
		if (!twin) return { outcome: "pass", says: `${row.url} has a text of its own.` };
		const { canonical, parts, title, url } = row;
		const tag = `<link rel="canonical" href="${attributeText(cleanAddress(twin.other.canonical?.url ?? twin.other.url))}">`;
		const own = `give ${url} a text of its own`;
		const { at, excerpt } = title ?? parts.html;
		return {
			outcome: "fail",
			says: `${url} shares about ${Math.round(twin.share * 100)} % of its main text with ${clip(twin.other.url, 120)}.`,
			fix: canonical
				? `Write ${tag} in place of the canonical link of ${url} (${canonical.at}), or ${own}.`
				: `Write into the <head> of ${url}: ${tag}, or ${own}.`,
			exhibits: [{ url, at, excerpt }],
		};
	},
});

function isReadable({ main, fingerprint, noindex }: PageRow): boolean {
	return main >= MIN_MAIN && fingerprint.length > 0 && !noindex;
}

/** Most alike first. */
function twinsOf(row: PageRow, pages: PageRows): readonly { readonly other: PageRow; readonly share: number }[] {
	const candidates = new Map<string, PageRow>();
	for (let from = 0; from < row.fingerprint.length; from += BAND) {
		const keyOf = (each: PageRow) => {
			if (!isReadable(each)) return "";
			const { [from]: a, [from + 1]: b, [from + 2]: c, [from + 3]: d } = each.fingerprint;
			return `${a} ${b} ${c} ${d}`;
		};
		for (const other of pages.alike(row, `text ${from}`, keyOf)) candidates.set(other.url, other);
	}
	return [...candidates.values()]
		.map((other) => ({ other, share: similarityOf(row.fingerprint, other.fingerprint) ?? 0 }))
		.filter(({ other, share }) => share > SAME && !isExcused(row, other))
		.toSorted((a, b) => b.share - a.share);
}

function isExcused(one: PageRow, other: PageRow): boolean {
	return (one.canonical?.url ?? one.url) === (other.canonical?.url ?? other.url) || areLanguageVersions(one, other);
}
