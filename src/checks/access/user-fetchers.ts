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
	weightReason: "A person who asks an assistant about this very page gets no answer from it.",
	tableStakes: true,
	title: "robots.txt lets assistants open a page that a person asked for",
	fault: "robots.txt closes the site to assistants that a person sends",
	consequence: "A customer who gives such an assistant your address gets an answer from what others say about you.",
	effort: "small",
	doneBy: "developer",
	why: "When somebody gives an assistant your address, it fetches the page then and there, for this one person. Shut out, the assistant answers from what others say about you.",
	howToFix:
		"Let the fetchers that keep to robots.txt (Claude-User, MistralAI-User, Amzn-User) read the site; rules against training crawlers may stay.",
	consumer: "Claude, Mistral Vibe, Alexa",
	counterEvidence: {
		says: "OpenAI, Perplexity, Meta and Google say that a fetch which a person asked for may pass robots.txt by; rules against theirs cost nothing here.",
		source: "https://developers.google.com/crawling/docs/crawlers-fetchers/google-user-triggered-fetchers",
	},
	reference: "https://support.claude.com/en/articles/8896518",
	reviewed: "2026-11-21",
	note: "Anthropic, Mistral and Amazon say that their fetchers follow robots.txt. OpenAI, Perplexity, Meta and Google say that a fetch which a person asked for may pass it by: a rule against ChatGPT-User, Perplexity-User, meta-externalfetcher, Google-Agent or Google-GeminiNotebook is shown and costs nothing.",
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
			fault: closedFault("the site", blocks),
			says: `robots.txt closes the home page to ${nameBlocks(blocks)}.${caveat}`,
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
	return ` Its rules against ${tokens} cost nothing, since their vendors say that they may come all the same.`;
}
