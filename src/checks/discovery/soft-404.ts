import type { RedirectTrace } from "#evidence/evidence-map.ts";
import { defineSiteCheck } from "../define-check.ts";

export const soft404 = defineSiteCheck({
	id: "soft-404",
	pillar: "discovery",
	engines: ["search", "answers"],
	grade: "vendor",
	atStake: "feature",
	weightReason: "While every address answers with success, no address can be trusted, and indexes fill with copies.",
	tableStakes: true,
	title: "An address that does not exist is answered as not found (404)",
	fault: "Missing pages do not return a 404",
	consequence: "Search engines may list endless copies, and broken links on your site stay unnoticed.",
	effort: "medium",
	doneBy: "developer",
	why: "A site that answers 200 to every address lets search engines index endless copies, wastes their visits, and hides broken links from you and from agents.",
	howToFix: "Answer addresses that do not exist with status 404 (or 410), also where a nice page is shown with it.",
	consumer: "Googlebot, Bingbot, AI agents",
	reference: "https://developers.google.com/search/docs/crawling-indexing/http-network-errors",
	reviewed: "2026-11-21",
	needs: ["randomPath"],
	evaluate({ randomPath: seen }) {
		if (seen.state === "found") {
			return {
				outcome: "fail",
				says: `${seen.value.start} cannot exist, yet the site ${howItAnswered(seen.value)}.`,
				fix: `Answer 404 for addresses without a page; try it with ${seen.value.start}.`,
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
				fault: "Addresses that do not exist answer with a server error",
				says: `For an address that cannot exist the site answers ${status}, a server error, in place of "not found".`,
				fix: `Answer 404 for ${url} and other addresses without a page.`,
			};
		}
		if (status === 429) return { outcome: "not-applicable", says: `${url} answers 429: it asked us to wait.` };
		return { outcome: "pass", says: `An address that cannot exist is answered with ${status}.` };
	},
});

function howItAnswered({ hops, end, status }: RedirectTrace): string {
	return hops.length > 0 ? `redirects it to ${end}, which answers ${status}` : `answers ${status}`;
}
