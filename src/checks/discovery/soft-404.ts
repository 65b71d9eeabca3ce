import type { RedirectTrace } from "#evidence/evidence-map.ts";
import { defineSiteCheck } from "../define-check.ts";

export const soft404 = defineSiteCheck({
	id: "soft-404",
	pillar: "discovery",
	engines: ["search", "answers"],
	grade: "vendor",
	atStake: "feature",
	weightReason:
		"If every address returns success, search engines cannot tell real pages from missing ones, and index copies.",
	tableStakes: true,
	title: "Pages that do not exist return a 404 (not found)",
	fault: "Missing pages do not return a 404",
	problem: "search engines cannot tell your pages from missing ones",
	consequence: "Search engines may list endless copies, and broken links on your site stay unnoticed.",
	hours: 3,
	doneBy: "developer",
	why: "If every address returns 200 (success), search engines index endless copies and waste their visits, and you and agents do not notice broken links.",
	howToFix: "Return status 404 (or 410) for missing pages, even if you show a friendly page with it.",
	consumer: "Googlebot, Bingbot, AI agents",
	reference: "https://developers.google.com/search/docs/crawling-indexing/http-network-errors",
	reviewed: "2026-11-21",
	needs: ["randomPath"],
	evaluate({ randomPath: seen }) {
		if (seen.state === "found") {
			return {
				outcome: "fail",
				says: `${seen.value.start} does not exist, but the site ${howItAnswered(seen.value)}.`,
				fix: `Return 404 for addresses without a page. Test it with ${seen.value.start}.`,
				exhibits: [
					{
						url: seen.value.start,
						at: "status line",
						excerpt: seen.value.hops[0]?.status.toString() ?? `${seen.status}`,
					},
				],
			};
		}
		const { url, status } = seen;
		if (status >= 500) {
			return {
				outcome: "partial",
				ratio: 0.5,
				fault: "Missing pages return a server error",
				says: `For a missing page the site returns ${status}, a server error, instead of "not found".`,
				fix: `Return 404 for ${url} and other addresses without a page.`,
			};
		}
		if (status === 429)
			return { outcome: "not-applicable", says: `${url} returned 429 (too many requests) and asked us to wait.` };
		return { outcome: "pass", says: `A missing page returns ${status}.` };
	},
});

function howItAnswered({ hops, end, status }: RedirectTrace): string {
	return hops.length > 0 ? `redirects it to ${end}, which returns ${status}` : `returns ${status}`;
}
