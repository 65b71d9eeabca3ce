import { definePagesCheck } from "../define-check.ts";
import { deadAnswer, MOSTLY_SAME, similarityOf } from "../shared/duplicate-pages.ts";
import { attributeText, clip } from "../shared/exhibits.ts";
import { isIndexable, type PageRow, type PageRows } from "../shared/page-rows.ts";
import { addressKey, cleanAddress, isHome } from "../shared/site-addresses.ts";

/** From this number of different pages with the same canonical page on, it is a template's fault. */
const MANY = 3;

export const canonicalTargets = definePagesCheck({
	id: "canonical-targets",
	pillar: "discovery",
	engines: ["search", "answers"],
	grade: "vendor",
	atStake: "feature",
	weightReason:
		"If there is no page at the canonical address, engines ignore it. If there is a different page, they drop this one.",
	tableStakes: true,
	title: "Canonical links lead to the right page",
	fault: "Canonical links lead to the wrong address",
	problem: "search engines may list another page in place of some of yours",
	consequence: "Search engines may list another page instead of these, or none of them.",
	hours: 1.5,
	doneBy: "developer",
	why: "A canonical link gives a page's place in the index to the address it names. If that address is dead, redirects, or has different content, the page loses its place.",
	howToFix:
		'Make <link rel="canonical"> of each page name an address that has the same content and names itself as canonical.',
	consumer: "Google Search, Bing",
	reference: "https://developers.google.com/search/docs/crawling-indexing/consolidate-duplicate-urls",
	reviewed: "2026-11-28",
	note: "We compare the named address with its response, if we requested it, and with what other pages name. If 3 pages with different content all name one other page, that is a template error. So is an inner page that names the home page. We skip query variants (sorting, tracking, printing): the link is made for them.",
	yieldsTo: ["head-in-raw-html", "text-without-js"],
	evaluate(row, pages) {
		const { canonical, url } = row;
		if (canonical === null)
			return {
				outcome: "not-applicable",
				says: `${url} names no canonical address, which the check canonical covers.`,
			};
		const exhibits = [{ url, at: canonical.at, excerpt: canonical.excerpt }];
		const wrong = wrongTarget(row, canonical.url, pages);
		if (!wrong)
			return { outcome: "pass", says: `${url} names ${clip(canonical.url, 120)} as its canonical address.`, exhibits };
		return {
			outcome: "partial",
			ratio: 0.5,
			says: `${url} names ${clip(canonical.url, 120)} as its canonical address, ${wrong}.`,
			fix: `Write in the <head> of ${url}: <link rel="canonical" href="${attributeText(cleanAddress(url))}">`,
			exhibits,
		};
	},
});

/** A clause about the target; undefined if it is fine. */
function wrongTarget(row: PageRow, target: string, pages: PageRows): string | undefined {
	const answer = pages.answerOf(target);
	if (answer?.state === "dead") return `which ${deadAnswer(answer.visit)}`;
	if (answer?.state === "moved") return `which redirects to ${clip(answer.visit.end, 120)}`;
	if (addressKey(target) === addressKey(row.url)) return undefined;
	const named = answer?.row;
	if (named?.noindex) return "which says noindex, so search engines list neither";
	if (named && !isIndexable(named)) return `which itself names another page, ${clip(named.canonical?.url ?? "", 120)}`;
	if (!isOther(row.url, target)) return undefined;
	if (named && isHome(named) && !isAlike(row, named)) return "which is the home page and has different content";
	return merged(row, pages);
}

function merged(row: PageRow, pages: PageRows): string | undefined {
	const keyOf = ({ url, canonical }: PageRow) => {
		return canonical && isOther(url, canonical.url) ? addressKey(canonical.url) : "";
	};
	const distinct: PageRow[] = [row];
	for (const each of pages.alike(row, "canonical", keyOf)) {
		if (distinct.length < MANY && distinct.every((other) => !isAlike(each, other))) distinct.push(each);
	}
	return distinct.length >= MANY ? "like other pages with different content" : undefined;
}

function isOther(address: string, target: string): boolean {
	const plain = (each: string) => addressKey(each).replace(/\?.*$/, "");
	return plain(address) !== plain(target);
}

function isAlike(one: PageRow, other: PageRow): boolean {
	const share = similarityOf(one.fingerprint, other.fingerprint);
	return share === null ? one.title?.text.trim() === other.title?.text.trim() : share >= MOSTLY_SAME;
}
