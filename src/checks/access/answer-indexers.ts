import { crawlersOf } from "#core/crawlers.ts";
import { defineSiteCheck } from "../define-check.ts";
import {
	type BlockedCrawler,
	blockedCrawlers,
	closedAddresses,
	closedFault,
	judgeAddresses,
	judgeWithoutRules,
	nameBlocks,
	openingLines,
	openTo,
	ownLines,
	ruleExhibits,
} from "../shared/robots.ts";
import { ownAddresses, pathOf } from "../shared/site-addresses.ts";

/** Only crawlers for answers with sources. Whether to allow training crawlers is the owner's choice. */
const CRAWLERS = crawlersOf("answer-index");
const SEARCH = crawlersOf("search");

export const answerIndexers = defineSiteCheck({
	id: "answer-indexers",
	pillar: "access",
	engines: ["answers"],
	grade: "vendor",
	atStake: "reader",
	weightReason:
		"An answer engine can only cite pages that its index crawler may read. If you block the crawler, your site cannot be a source.",
	tableStakes: true,
	title: "robots.txt lets AI answer engines read your site",
	fault: "robots.txt blocks AI answer engines from your site",
	problem: "your site keeps AI services from citing it",
	consequence: "The blocked AI services cannot cite your pages when people ask about what you offer.",
	hours: 0.25,
	doneBy: "developer",
	why: "ChatGPT search, Claude and Perplexity build their own indexes. If you block their index crawlers, they neither find nor cite your site. Opting out of AI training alone would cost you nothing.",
	howToFix:
		"Let the index crawlers (OAI-SearchBot, Claude-SearchBot, PerplexityBot and similar) read your site. You can keep rules against training crawlers.",
	consumer: "ChatGPT search, Claude, Perplexity, Siri and Spotlight, Alexa, Meta AI, DuckDuckGo, Mistral, You.com",
	reference: "https://developers.openai.com/api/docs/bots",
	reviewed: "2026-11-21",
	yieldsTo: ["search-bots"],
	note: "Pages other than the home page count only if search engines may read them. A rule that blocks both is counted under search-bots. If you block only crawlers with few readers, we deduct their share.",
	needs: ["robots"],
	wants: ["sitemap", "visits"],
	evaluate({ robots, ...named }) {
		const { url } = robots;
		if (robots.state === "absent") return judgeWithoutRules(url, robots.status);
		const { groups } = robots.value;
		const blocks = blockedCrawlers(groups, CRAWLERS);
		const root = blockedCrawlers(groups, SEARCH);
		if (blocks.length > 0) return { ...closedTo(url, blocks), ...ownLines(blocks, root) };
		const searchable = ownAddresses(url, named).filter(
			(each) => blockedCrawlers(groups, SEARCH, pathOf(each)).length === 0,
		);
		const addresses = closedAddresses(groups, CRAWLERS, searchable);
		const readers = `all ${CRAWLERS.length} index crawlers of answer engines`;
		const fault = judgeAddresses(url, addresses);
		if (fault) return { ...fault, ...ownLines(addresses.blocks, root) };
		return { outcome: "pass", says: `${openTo(readers, addresses)}.` };
	},
});

function closedTo(url: string, blocks: readonly BlockedCrawler[]) {
	const details = {
		fault: closedFault("your site", blocks),
		says: `robots.txt blocks the home page for ${nameBlocks(blocks)}.`,
		fix: openingLines(url, blocks),
		exhibits: ruleExhibits(url, blocks),
	};
	const major = blocks.some(({ crawler }) => crawler.reach === "major");
	return major
		? ({ outcome: "fail", ...details } as const)
		: ({ outcome: "partial", ratio: 1 - blocks.length / CRAWLERS.length, ...details } as const);
}
