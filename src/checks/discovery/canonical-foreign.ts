import type { NamedAddress, Page } from "#evidence/evidence-map.ts";
import { defineSiteCheck, noHomePage } from "../define-check.ts";
import { canonicalStatements, isOtherSite } from "../shared/canonical-links.ts";
import { deadAnswer, isDead, similarityOf } from "../shared/duplicate-pages.ts";
import { attributeText, exhibitsOf } from "../shared/exhibits.ts";
import { cleanAddress } from "../shared/site-addresses.ts";

/** Less in common is another text; a page that changes with each visit has more. */
const OTHER_TEXT = 0.3;

function faultOf({ digest }: Page, seen: NamedAddress): { readonly fault: string; readonly says: string } | undefined {
	if (isDead(seen)) {
		return {
			fault: "The home page's canonical link names a page that does not exist",
			says: `, which ${deadAnswer(seen)}; engines may then list neither.`,
		};
	}
	if (seen.fingerprint === undefined) return undefined;
	const share = similarityOf(digest.text.fingerprint, seen.fingerprint);
	const isOther = share === null ? digest.titles[0]?.text.trim() !== seen.title : share < OTHER_TEXT;
	if (!isOther) return undefined;
	return {
		fault: "The home page's canonical link names a page with other content",
		says: `, a page of the site that says something else; engines then list that one in its place.`,
	};
}

export const canonicalForeign = defineSiteCheck({
	id: "canonical-foreign",
	pillar: "discovery",
	engines: ["search", "answers"],
	grade: "standard",
	atStake: "page",
	weightReason: "It hands the home page's place in search to another site.",
	tableStakes: true,
	title: "The home page hands its place in search to no other page",
	fault: "The home page's canonical link names another site",
	consequence: "Google and Bing list the other site in place of yours, or neither.",
	effort: "small",
	doneBy: "developer",
	consumer: "Google Search, Bing",
	why: "The canonical link says under which address a page should be listed. One that names another site, often left over from a template or a move, asks engines to list that site in place of this one.",
	howToFix:
		'Write the home page\'s own address into <link rel="canonical"> and into the Link header, where there is one.',
	reference: "https://developers.google.com/search/docs/crawling-indexing/consolidate-duplicate-urls",
	reviewed: "2026-11-22",
	note: "Sites are distinguished by their registrable domain; names that a provider hands out, such as someone.github.io, are sites of their own. A page of this site that does not answer, or that says something else, is as bad as another site; /en/ or /index.html with the same text is right. Where head and header name different addresses, engines follow neither, and the check canonical says so.",
	yieldsTo: ["home-status"],
	needs: ["home"],
	wants: ["named"],
	evaluate({ home, named }, { target }) {
		if (home.state === "absent") return noHomePage(home);
		const page = home.value;
		if (page.movesTo && isOtherSite(page.movesTo.url, page, target.registrableDomain)) {
			return {
				outcome: "fail",
				fault: "The home page sends everybody to another site",
				says: `${page.url} moves on to ${page.movesTo.url} at once, an address of another site; engines then list that one.`,
				fix: `Take the refresh out of ${page.url}, or, where the site has moved, redirect every address of it with 301 to the new one.`,
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
			const says = `${page.url} names ${elsewhere}, an address of another site, as its canonical one.`;
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
