import { listing, plainCount, plural } from "#core/wording.ts";
import { byShare, definePagesCheck } from "../define-check.ts";
import { deadAnswer } from "../shared/duplicate-pages.ts";
import { clip } from "../shared/exhibits.ts";
import { isHome } from "../shared/site-addresses.ts";

export const internalLinks = definePagesCheck({
	id: "internal-links",
	pillar: "discovery",
	engines: ["search", "answers"],
	grade: "vendor",
	atStake: "feature",
	weightReason: "A dead link stops readers and crawlers once; the pages behind other links stay reachable.",
	tableStakes: true,
	title: "Links between pages lead to pages",
	fault: "Links between pages lead nowhere",
	consequence: "Visitors who follow these links come to a dead end.",
	effort: "small",
	doneBy: "editor",
	why: "Crawlers and agents that follow a link into an error learn nothing and come back less often; people leave.",
	howToFix: "Correct each dead address, redirect it to the page that took its place, or remove the link.",
	consumer: "visitors, Googlebot, Bingbot, AI agents",
	reference: "https://developers.google.com/search/docs/crawling-indexing/http-network-errors",
	reviewed: "2026-11-28",
	note: "Asked of every page but the home page, whose links are judged at broken-links, and of links to the site's own host. An address that was not asked for, a challenge and a time-out are no dead links.",
	yieldsTo: ["soft-404"],
	evaluate(row, pages) {
		if (isHome(row)) return { outcome: "not-applicable", says: "Links of the home page are judged at broken-links." };
		const answered = row.links.flatMap((link) => {
			const answer = pages.answerOf(link.url);
			return answer ? [{ link, answer }] : [];
		});
		if (answered.length === 0)
			return {
				outcome: "not-applicable",
				says: `No link of ${row.url} leads to an address of this host that was asked for.`,
			};
		const dead = answered.flatMap(({ link, answer }) =>
			answer.state === "dead" ? [{ link, visit: answer.visit }] : [],
		);
		const [first] = dead;
		if (!first)
			return {
				outcome: "pass",
				says: `${plainCount(answered.length, "link")} of ${row.url} ${plural(answered.length, "leads", "lead")} to a page.`,
			};
		const names = dead.map(({ link, visit }) => `${clip(link.url, 80)} (${deadAnswer(visit)})`);
		return byShare(1 - dead.length / answered.length, {
			says: `${dead.length} of ${plainCount(answered.length, "link")} on ${row.url} ${plural(dead.length, "leads", "lead")} nowhere: ${listing(names)}.`,
			fix: `Correct or remove the link to ${clip(first.link.url, 120)} on ${row.url}, or redirect that address to the page that replaced it.`,
			exhibits: dead.map(({ link }) => ({ url: row.url, at: link.at, excerpt: link.excerpt })),
		});
	},
});
