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

/** Only crawlers that feed answers with sources. A crawler that collects training data is the owner's own choice. */
const CRAWLERS = crawlersOf("answer-index");
const SEARCH = crawlersOf("search");

export const answerIndexers = defineSiteCheck({
	id: "answer-indexers",
	pillar: "access",
	engines: ["answers"],
	grade: "vendor",
	atStake: "reader",
	weightReason: "An answer engine cites what its index crawler may read; shut out, the site cannot be a source at all.",
	tableStakes: true,
	title: "robots.txt lets the crawlers behind AI answers read the site",
	fault: "robots.txt closes the site to crawlers behind AI answers",
	consequence:
		"The AI services that are shut out cannot cite your pages as a source when people ask about your subject.",
	effort: "small",
	doneBy: "developer",
	why: "ChatGPT search, Claude and Perplexity build their own indexes. A site closed to their index crawlers is not found or cited there, while a training opt-out alone would cost nothing.",
	howToFix:
		"Keep rules against training crawlers if you want them, and let the index crawlers (OAI-SearchBot, Claude-SearchBot, PerplexityBot and their like) read the site.",
	consumer: "ChatGPT search, Claude, Perplexity, Siri and Spotlight, Alexa, Meta AI, DuckDuckGo, Mistral, You.com",
	reference: "https://developers.openai.com/api/docs/bots",
	reviewed: "2026-11-21",
	yieldsTo: ["search-bots"],
	note: "Addresses beyond the home page count only where the search engines may read them: what closes both is counted at search-bots. Where only crawlers with few readers are shut out, their share is deducted.",
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
		fault: closedFault("the site", blocks),
		says: `robots.txt closes the home page to ${nameBlocks(blocks)}.`,
		fix: openingLines(url, blocks),
		exhibits: ruleExhibits(url, blocks),
	};
	const major = blocks.some(({ crawler }) => crawler.reach === "major");
	return major
		? ({ outcome: "fail", ...details } as const)
		: ({ outcome: "partial", ratio: 1 - blocks.length / CRAWLERS.length, ...details } as const);
}
