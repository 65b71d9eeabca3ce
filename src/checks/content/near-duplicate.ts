import { byCodeUnits } from "#core/wording.ts";
import { definePagesCheck } from "../define-check.ts";
import { similarityOf } from "../shared/duplicate-pages.ts";
import { attributeText, clip } from "../shared/exhibits.ts";
import { areLanguageVersions, type PageRow, type PageRows } from "../shared/page-rows.ts";
import { cleanAddress, levelsOf } from "../shared/site-addresses.ts";

const SAME = 0.8;
/** Letters of main text; shorter pages are similar because they contain so little. */
const MIN_MAIN = 300;
/** Equal fingerprint positions for pages to be compared: misses 1 in 10⁷ pairs above SAME. */
const BAND = 4;

export const nearDuplicate = definePagesCheck({
	id: "near-duplicate",
	pillar: "content",
	engines: ["search", "answers"],
	grade: "vendor",
	atStake: "advice",
	weightReason: "Search engines choose one of the pages themselves, and may choose the wrong one.",
	tableStakes: true,
	title: "Each page has its own text",
	fault: "Several pages have nearly the same text",
	problem: "search engines may drop some of your pages as copies of others",
	consequence: "Search engines show one of these pages and drop the others, and it may not be the one you want.",
	hours: 3,
	hoursPerPage: 1,
	doneBy: "editor",
	needsWriting: true,
	why: "When pages say the same thing, engines keep one and drop the rest. Until they decide, links to your pages are split between them. The usual case is pages that differ in a single name.",
	howToFix:
		'Merge pages with the same text, or have all of them name the main one with a canonical link (it tells engines which page to list): <link rel="canonical" href="…">.',
	consumer: "Google Search, Bing",
	reference: "https://developers.google.com/search/docs/crawling-indexing/consolidate-duplicate-urls",
	reviewed: "2026-11-28",
	note: "Google sets no number. Ours is 80 % of all runs of 5 words in the main part, estimated from 128 of them. We leave out pages without a main part, because menus and footers would make them look alike. We compare each page with those that share runs of words with it. We excuse pages if one names the other as canonical, and versions for other languages and countries (by lang, hreflang or address), because a canonical link would drop one of them.",
	yieldsTo: ["soft-404", "text-without-js"],
	evaluate(row, pages) {
		if (!isReadable(row)) return { outcome: "not-applicable", says: `${row.url} has no main text to compare.` };
		const [twin] = twinsOf(row, pages);
		if (!twin) return { outcome: "pass", says: `${row.url} has its own text.` };
		const { parts, title, url } = row;
		const [main, copy] = isAbove(row, twin.other) ? [row, twin.other] : [twin.other, row];
		const tag = `<link rel="canonical" href="${attributeText(cleanAddress(main.canonical?.url ?? main.url))}">`;
		const own = `give ${url} its own text`;
		const { at, excerpt } = title ?? parts.html;
		return {
			outcome: "fail",
			says: `${url} shares about ${Math.round(twin.share * 100)} % of its main text with ${clip(twin.other.url, 120)}.`,
			fix: copy.canonical
				? `Replace the canonical link of ${copy.url} (${copy.canonical.at}) with ${tag}, or ${own}.`
				: `Add ${tag} to the <head> of ${copy.url}, or ${own}.`,
			exhibits: [{ url, at, excerpt }],
		};
	},
});

function isReadable({ main, fingerprint, noindex }: PageRow): boolean {
	return main >= MIN_MAIN && fingerprint.length > 0 && !noindex;
}

/** Most similar first. */
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

/** Of two similar pages, the one closer to the home page is the original, whichever is judged. */
function isAbove(one: PageRow, other: PageRow): boolean {
	const [own, others] = [levelsOf(one).length, levelsOf(other).length];
	return own === others ? byCodeUnits(one.url, other.url) < 0 : own < others;
}

function isExcused(one: PageRow, other: PageRow): boolean {
	return (one.canonical?.url ?? one.url) === (other.canonical?.url ?? other.url) || areLanguageVersions(one, other);
}
