import { listing, plainCount, plural } from "#core/wording.ts";
import { byShare, definePagesCheck } from "../define-check.ts";
import { deadAnswer } from "../shared/duplicate-pages.ts";
import { andMore, clip } from "../shared/exhibits.ts";
import { isHome } from "../shared/site-addresses.ts";

export const internalLinks = definePagesCheck({
	id: "internal-links",
	pillar: "discovery",
	engines: ["search", "answers"],
	grade: "vendor",
	atStake: "feature",
	weightReason: "A dead link stops readers and crawlers once. They can still reach pages through other links.",
	tableStakes: true,
	title: "Links between your pages work",
	fault: "Links between your pages are broken",
	problem: "some links between your pages lead nowhere",
	consequence: "Visitors who follow these links hit a dead end.",
	hours: 0.5,
	hoursPerPage: 0.15,
	doneBy: "editor",
	why: "Crawlers and agents that follow a link to an error learn nothing and come back less often. People leave.",
	howToFix: "Correct each broken address, redirect it to the page that replaced it, or remove the link.",
	consumer: "visitors, Googlebot, Bingbot, AI agents",
	reference: "https://developers.google.com/search/docs/crawling-indexing/http-network-errors",
	reviewed: "2026-11-28",
	note: "We check the links to your own host on every page except the home page, which broken-links covers. An address that we did not request, a challenge and a timeout do not count as broken links.",
	yieldsTo: ["soft-404"],
	evaluate(row, pages) {
		if (isHome(row))
			return { outcome: "not-applicable", says: "The check broken-links covers the links of the home page." };
		const answered = row.links.flatMap((link) => {
			const answer = pages.answerOf(link.url);
			return answer ? [{ link, answer }] : [];
		});
		if (answered.length === 0)
			return {
				outcome: "not-applicable",
				says: `We requested none of the addresses on this host that ${row.url} links to.`,
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
			says: `${dead.length} of ${plainCount(answered.length, "link")} on ${row.url} ${plural(dead.length, "leads to an error", "lead to errors")}: ${listing(names)}.`,
			fix: `Correct or remove the link to ${clip(first.link.url, 120)} on ${row.url}, or redirect that address to the page that replaced it.${andMore(dead.length)}`,
			exhibits: dead.map(({ link }) => ({ url: row.url, at: link.at, excerpt: link.excerpt })),
		});
	},
});
