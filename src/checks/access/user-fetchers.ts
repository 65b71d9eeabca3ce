import { crawlersOf, isBound } from "#core/crawlers.ts";
import { listing } from "#core/wording.ts";
import { byShare, defineSiteCheck } from "../define-check.ts";
import {
	type BlockedCrawler,
	blockedCrawlers,
	closedFault,
	judgeWithoutRules,
	nameBlocks,
	openingLines,
	ownLines,
	ruleExhibits,
} from "../shared/robots.ts";

const FETCHERS = crawlersOf("user-fetch");
const BOUND = FETCHERS.filter(isBound);
const UNBOUND = FETCHERS.filter((crawler) => !isBound(crawler));
const INDEXERS = [...crawlersOf("search"), ...crawlersOf("answer-index")];

export const userFetchers = defineSiteCheck({
	id: "user-fetchers",
	pillar: "access",
	engines: ["answers"],
	grade: "vendor",
	atStake: "feature",
	weightReason: "People who ask an assistant about this very page get no answer from the page itself.",
	tableStakes: true,
	title: "robots.txt lets AI assistants open your pages when a user asks",
	fault: "robots.txt stops AI assistants from opening your pages for a user",
	problem: "assistants that a customer sends to you cannot read your pages",
	consequence:
		"A customer who asks such an assistant about your page gets an answer based on what others say about you.",
	hours: 0.25,
	doneBy: "developer",
	why: "When a user gives an assistant your address, it opens the page right away, for that one user. If you block it, the assistant answers from what others say about you.",
	howToFix:
		"Let the fetchers that follow robots.txt (Claude-User, MistralAI-User, Amzn-User) read your site. You can keep rules against training crawlers.",
	consumer: "Claude, Mistral Vibe, Alexa",
	counterEvidence: {
		says: "OpenAI, Perplexity, Meta and Google say that they may ignore robots.txt when a user asks for a page, so rules against their fetchers cost nothing here.",
		source: "https://developers.google.com/crawling/docs/crawlers-fetchers/google-user-triggered-fetchers",
	},
	reference: "https://support.claude.com/en/articles/8896518",
	reviewed: "2026-11-21",
	note: "Anthropic, Mistral and Amazon say that their fetchers follow robots.txt. OpenAI, Perplexity, Meta and Google say that they may ignore it when a user asks for a page, so we show a rule against ChatGPT-User, Perplexity-User, meta-externalfetcher, Google-Agent or Google-GeminiNotebook but deduct nothing.",
	yieldsTo: ["search-bots", "answer-indexers"],
	needs: ["robots"],
	evaluate({ robots }) {
		const { url } = robots;
		if (robots.state === "absent") return judgeWithoutRules(url, robots.status);
		const { groups } = robots.value;
		const blocks = blockedCrawlers(groups, BOUND);
		const unbound = blockedCrawlers(groups, UNBOUND);
		const caveat = caveatOf(unbound);
		if (blocks.length === 0) {
			const says = `robots.txt lets ${listing(BOUND.map(({ token }) => token))} read the home page.${caveat}`;
			return { outcome: "pass", says, exhibits: ruleExhibits(url, unbound) };
		}
		return byShare(1 - blocks.length / BOUND.length, {
			fault: closedFault("your site", blocks),
			says: `robots.txt blocks the home page for ${nameBlocks(blocks)}.${caveat}`,
			fix: openingLines(url, blocks),
			exhibits: ruleExhibits(url, blocks),
			...ownLines(blocks, blockedCrawlers(groups, INDEXERS)),
		});
	},
});

function caveatOf(blocks: readonly BlockedCrawler[]): string {
	if (blocks.length === 0) return "";
	const tokens = listing(
		blocks.map(({ crawler }) => crawler.token),
		5,
	);
	return ` Its rules against ${tokens} cost nothing, because their vendors say that they may ignore robots.txt.`;
}
