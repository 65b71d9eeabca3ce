import { crawlersOf } from "#core/crawlers.ts";
import { listing } from "#core/wording.ts";
import { defineSiteCheck } from "../define-check.ts";
import {
	blockedCrawlers,
	closedAddresses,
	closedFault,
	judgeAddresses,
	judgeWithoutRules,
	nameBlocks,
	openingLines,
	openTo,
	ruleExhibits,
} from "../shared/robots.ts";
import { ownAddresses } from "../shared/site-addresses.ts";

const CRAWLERS = crawlersOf("search");
const NAMES = listing(CRAWLERS.map((crawler) => crawler.token));

export const searchBots = defineSiteCheck({
	id: "search-bots",
	pillar: "access",
	engines: ["search", "answers"],
	grade: "vendor",
	atStake: "page",
	weightReason:
		"A search engine that may not read the home page cannot show its content, and neither can AI answers built on that index.",
	tableStakes: true,
	title: "robots.txt lets Google and Bing read your site",
	fault: "robots.txt blocks search engines from your site",
	problem: "your site keeps search engines out",
	consequence:
		"The blocked search engines cannot show your content, and neither can AI answers that are built on them.",
	hours: 0.25,
	doneBy: "developer",
	why: "If you block Googlebot or Bingbot, Google or Bing show the bare address at most. AI Overviews, AI Mode and Copilot use the same indexes, so they cannot use the page either.",
	howToFix:
		"Remove the Disallow rule that covers the home page, or add a group for the search crawlers that allows it.",
	consumer: "Google Search, AI Overviews, AI Mode, Bing, Microsoft Copilot",
	reference: "https://developers.google.com/search/docs/appearance/ai-features",
	reviewed: "2026-11-21",
	note: "We also test the sitemap's first addresses against the rules, without requesting them. You may block pages made for a single visitor, such as /cart or /search. Only a blocked home page fails and limits the score.",
	needs: ["robots"],
	wants: ["sitemap", "visits"],
	evaluate({ robots, ...named }) {
		const { url } = robots;
		if (robots.state === "absent") return judgeWithoutRules(url, robots.status);
		const blocks = blockedCrawlers(robots.value.groups, CRAWLERS);
		if (blocks.length === 0) {
			const addresses = closedAddresses(robots.value.groups, CRAWLERS, ownAddresses(url, named));
			return judgeAddresses(url, addresses) ?? { outcome: "pass", says: `${openTo(NAMES, addresses)}.` };
		}
		return {
			outcome: "fail",
			fault: closedFault("your site", blocks),
			says: `robots.txt blocks the home page for ${nameBlocks(blocks)}.`,
			fix: openingLines(url, blocks),
			exhibits: ruleExhibits(url, blocks),
		};
	},
});
