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
		"A search engine that may not read the home page cannot show what it says, nor can the answers built on its index.",
	tableStakes: true,
	title: "robots.txt lets Google and Bing read the site",
	fault: "robots.txt closes the site to search engines",
	consequence:
		"The search engines that are shut out cannot show what your pages say, nor can the AI answers built on them.",
	effort: "small",
	doneBy: "developer",
	why: "Of a page closed to Googlebot or Bingbot, Google or Bing list the bare address at most. AI Overviews, AI Mode and Copilot draw on the same indexes, so they cannot use the page either.",
	howToFix:
		"Remove the Disallow rule that covers the home page, or give the search crawlers a group of their own that allows it.",
	consumer: "Google Search, AI Overviews, AI Mode, Bing, Microsoft Copilot",
	reference: "https://developers.google.com/search/docs/appearance/ai-features",
	reviewed: "2026-11-21",
	note: "The sitemap's first addresses are asked about as well, without a request; paths made for one visitor, such as /cart or /search, may be closed. Only a closed home page fails and caps the score.",
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
			fault: closedFault("the site", blocks),
			says: `robots.txt closes the home page to ${nameBlocks(blocks)}.`,
			fix: openingLines(url, blocks),
			exhibits: ruleExhibits(url, blocks),
		};
	},
});
