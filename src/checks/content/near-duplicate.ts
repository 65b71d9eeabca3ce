import { plainCount } from "#core/wording.ts";
import type { Page } from "#evidence/evidence-map.ts";
import { byShare, defineSiteCheck } from "../define-check.ts";
import { areLanguageVersions, similarityOf } from "../shared/duplicate-pages.ts";
import { attributeText } from "../shared/exhibits.ts";
import { cleanAddress } from "../shared/site-addresses.ts";

const SAME = 0.8;
/** Characters of main text below which two pages are alike because they hold so little. */
const MIN_MAIN = 300;
const SHOWN = 3;

interface Pair {
	readonly one: Page;
	readonly other: Page;
	readonly share: number;
}

export const nearDuplicate = defineSiteCheck({
	id: "near-duplicate",
	pillar: "content",
	engines: ["search", "answers"],
	grade: "vendor",
	mode: "deep",
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
	reviewed: "2026-11-21",
	note: "Google names no measure; ours is four fifths of all runs of five words in the main part, estimated from 128 of them. Pages without a main part are left out, since menus and footers would make them alike. Pages of which one names the other as canonical are excused, and so are versions for other languages and countries, by lang, hreflang or address, since a canonical link would drop one of them.",
	yieldsTo: ["soft-404", "text-without-js"],
	needs: ["home", "sample"],
	evaluate({ home, sample }) {
		const pages = [home, sample].flatMap((seen) => (seen.state === "found" ? seen.value : []));
		const readable = pages.filter(({ digest }) => digest.text.main >= MIN_MAIN && digest.text.fingerprint.length > 0);
		if (readable.length < 2) {
			return {
				outcome: "not-applicable",
				says: `${plainCount(readable.length, "page")} with a main text: nothing to compare.`,
			};
		}
		const pairs = pairsOf(readable);
		const [first] = pairs;
		if (!first) return { outcome: "pass", says: `${readable.length} pages were compared; each has a text of its own.` };
		const alike = new Set(pairs.flatMap(({ one, other }) => [one.url, other.url]));
		const ratio = (readable.length - alike.size) / readable.length;
		return byShare(ratio, {
			says: `${alike.size} of ${readable.length} pages share most of their main text with another; ${first.one.url} and ${first.other.url} have about ${Math.round(first.share * 100)} % in common.`,
			fix: fixOf(first),
			exhibits: pairs.slice(0, SHOWN).flatMap(({ one, other }) => [exhibitOf(one), exhibitOf(other)]),
		});
	},
});

function pairsOf(pages: readonly Page[]): readonly Pair[] {
	const pairs: Pair[] = [];
	for (const [index, one] of pages.entries()) {
		for (const other of pages.slice(index + 1)) {
			const share = similarityOf(one.digest.text.fingerprint, other.digest.text.fingerprint) ?? 0;
			if (share <= SAME || canonicalOf(one) === canonicalOf(other) || areLanguageVersions(one, other)) continue;
			pairs.push({ one, other, share });
		}
	}
	return pairs.toSorted((a, b) => b.share - a.share);
}

function canonicalOf({ url, digest }: Page): string {
	const link = digest.links.find(({ rel, href, inHead }) => inHead && href !== null && rel.includes("canonical"));
	return URL.parse(link?.href ?? url, url)?.href ?? url;
}

function fixOf({ one, other }: Pair): string {
	const tag = `<link rel="canonical" href="${attributeText(cleanAddress(canonicalOf(one)))}">`;
	const own = `give ${other.url} a text of its own`;
	const link = other.digest.links.find(({ rel, href, inHead }) => inHead && href !== null && rel.includes("canonical"));
	if (!link) return `Write into the <head> of ${other.url}: ${tag}, or ${own}.`;
	return `Write ${tag} in place of the canonical link of ${other.url} (${link.at}), or ${own}.`;
}

function exhibitOf({ url, digest }: Page) {
	return { url, at: "title", excerpt: digest.titles[0]?.excerpt ?? "" };
}
