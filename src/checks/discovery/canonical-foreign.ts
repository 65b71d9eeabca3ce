import type { NamedAddress, Page } from "#evidence/evidence-map.ts";
import { defineSiteCheck, noHomePage } from "../define-check.ts";
import { canonicalStatements, isOtherSite } from "../shared/canonical-links.ts";
import { deadAnswer, isDead, similarityOf } from "../shared/duplicate-pages.ts";
import { attributeText, exhibitsOf } from "../shared/exhibits.ts";
import { cleanAddress } from "../shared/site-addresses.ts";

/** Similarity below which it is another text; a page that changes with each visit stays above. */
const OTHER_TEXT = 0.3;

function faultOf({ digest }: Page, seen: NamedAddress): { readonly fault: string; readonly says: string } | undefined {
	if (isDead(seen)) {
		return {
			fault: "The home page's canonical link names a page that does not exist",
			says: `, which ${deadAnswer(seen)}. Search engines may then list neither.`,
		};
	}
	if (seen.fingerprint === undefined) return undefined;
	const share = similarityOf(digest.text.fingerprint, seen.fingerprint);
	const isOther = share === null ? digest.titles[0]?.text.trim() !== seen.title : share < OTHER_TEXT;
	if (!isOther) return undefined;
	return {
		fault: "The home page's canonical link names a page with different content",
		says: `, a page of your site with different content. Search engines then list that page instead.`,
	};
}

export const canonicalForeign = defineSiteCheck({
	id: "canonical-foreign",
	pillar: "discovery",
	engines: ["search", "answers"],
	grade: "standard",
	atStake: "page",
	weightReason: "It gives the home page's place in search results to another site.",
	tableStakes: true,
	title: "The home page keeps its own place in search results",
	fault: "The home page's canonical link names another site",
	problem: "your home page tells search engines to list another site",
	consequence: "Google and Bing list the other site instead of yours, or neither.",
	hours: 0.5,
	doneBy: "developer",
	consumer: "Google Search, Bing",
	why: "The canonical link tells search engines which address to list for a page. If it names another site, often left over from a template or a move, engines list that site instead of yours.",
	howToFix: 'Write the home page\'s own address into <link rel="canonical"> and into the Link header, if you send one.',
	reference: "https://developers.google.com/search/docs/crawling-indexing/consolidate-duplicate-urls",
	reviewed: "2026-11-22",
	note: "We tell sites apart by their registrable domain. Names from a provider, such as someone.github.io, are separate sites. A page of your own site that does not respond or has different content is as bad as another site. /en/ or /index.html with the same text is fine. If the head and the header name different addresses, engines follow neither, and the check canonical reports it.",
	yieldsTo: ["home-status"],
	needs: ["home"],
	wants: ["named"],
	evaluate({ home, named }, { target }) {
		if (home.state === "absent") return noHomePage(home);
		const page = home.value;
		if (page.movesTo && isOtherSite(page.movesTo.url, page, target.registrableDomain)) {
			return {
				outcome: "fail",
				fault: "The home page sends all visitors to another site",
				says: `${page.url} immediately forwards to ${page.movesTo.url}, an address of another site. Search engines then list that site.`,
				fix: `Remove the refresh from ${page.url}. If the site has moved, redirect each of its addresses with a 301 to the new one.`,
				exhibits: exhibitsOf(page, [page.movesTo]),
			};
		}
		const statements = canonicalStatements(page).filter(({ url }) => url !== null);
		const exhibits = statements.flatMap((each) => each.exhibits);
		const [first] = statements;
		if (!first) return { outcome: "not-applicable", says: `${page.url} names no canonical address.` };
		const foreign = statements.flatMap(({ url }) =>
			url !== null && isOtherSite(url, page, target.registrableDomain) ? [url] : [],
		);
		const fix = `Write in the <head> of ${page.url}: <link rel="canonical" href="${attributeText(cleanAddress(page.url))}">`;
		const [elsewhere] = foreign;
		if (elsewhere !== undefined && foreign.length === statements.length) {
			const says = `${page.url} names ${elsewhere}, an address of another site, as its canonical address.`;
			return { outcome: "fail", says, fix, exhibits };
		}
		const seen =
			named.state === "found" ? named.value.find(({ by, url }) => by === "canonical" && url === first.url) : undefined;
		const fault = seen && statements.every(({ url }) => url === first.url) ? faultOf(page, seen) : undefined;
		if (fault)
			return {
				outcome: "fail",
				...fault,
				says: `${page.url} names ${first.url} as its canonical address${fault.says}`,
				fix,
				exhibits,
			};
		return { outcome: "pass", says: `${page.url} names an address of its own site as canonical.`, exhibits };
	},
});
