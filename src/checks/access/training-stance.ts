import { crawlersOf } from "#core/crawlers.ts";
import { namesAgent, type RobotsGroup } from "#core/robots-rules.ts";
import { listing } from "#core/wording.ts";
import { defineSiteCheck } from "../define-check.ts";
import { blockedCrawlers, ruleExhibits } from "../shared/robots.ts";
import { reservationsOf } from "../shared/usage-vocabulary.ts";

const TRAINERS = crawlersOf("training");
const ADS = crawlersOf("ads");
const GOOGLE = "Google-Extended has no effect on AI Overviews or AI Mode, which use the search index.";

export const trainingStance = defineSiteCheck({
	id: "training-stance",
	pillar: "access",
	engines: ["answers"],
	grade: "vendor",
	atStake: "advice",
	weightReason: "Whether your text may train models is your choice, so we do not score it.",
	title: "Your site states whether AI models may train on its text",
	fault: "Your site does not state whether AI models may train on its text",
	consequence: "Nothing is lost: whether AI models may train on your text is your choice.",
	hours: 0.25,
	doneBy: "developer",
	why: "Training crawlers and answer crawlers have different names. You can block training crawlers and still be found, cited and opened for people.",
	howToFix:
		'Nothing needs to change. To opt out of training, add a group with "Disallow: /" for the names listed here. To allow it, leave robots.txt as it is.',
	consumer:
		"GPTBot, ClaudeBot, Google-Extended, Applebot-Extended, CCBot, meta-externalagent, Amazonbot, MistralAI-Training",
	counterEvidence: {
		says: "Google-Extended does not affect Google Search, so it does not affect AI Overviews or AI Mode, which use the search index.",
		source: "https://developers.google.com/search/docs/crawling-indexing/google-common-crawlers",
	},
	reference: "https://developers.google.com/search/docs/crawling-indexing/google-common-crawlers",
	reviewed: "2026-11-28",
	note: "We show TDMRep reservations (a header or tag that reserves text and data mining) and RSL licence terms next to the rules. Whether crawlers respect them is up to the crawlers. OAI-AdsBot only reads landing pages of ads in ChatGPT, so a rule against it affects neither answers nor training. Other tools deduct points for a rule against GPTBot, ClaudeBot, CCBot or Google-Extended. The vendors say that such a rule does not affect search or citations, so we show it and score nothing. A draft of October 2026 proposes one name for all training crawlers, and Google says it plans to support it. We do not read it yet.",
	scored: false,
	needs: ["robots"],
	wants: ["home"],
	evaluate({ robots, home }) {
		const { url } = robots;
		const groups = robots.state === "found" && robots.value.kind === "text" ? robots.value.groups : undefined;
		const reserved = reservationsOf({ robots, home });
		const trainers = TRAINERS.filter(({ token }) => namesAgent(groups ?? [], token));
		if (trainers.length + reserved.length === 0) {
			return {
				outcome: "not-applicable",
				says:
					groups === undefined
						? "There is no robots.txt, so it states nothing about training."
						: `robots.txt names none of the ${TRAINERS.length} training crawlers that we know. They follow the rules for all crawlers.${adsClause(groups)}`,
			};
		}
		const blocks = blockedCrawlers(groups ?? [], trainers);
		const blocked = blocks.map(({ crawler }) => crawler.token);
		const welcome = trainers.map(({ token }) => token).filter((token) => !blocked.includes(token));
		const unnamed = TRAINERS.filter((each) => !trainers.includes(each)).map(({ token }) => token);
		const stances = [
			clause("blocks", blocked),
			clause("allows by name", welcome),
			clause("has no own rules for", trainers.length === 0 ? [] : unnamed),
		].filter((each) => each !== "");
		const said = [
			...(stances.length === 0 ? [] : [`robots.txt ${listing(stances)}.`]),
			...(reserved.length === 0 ? [] : [`The site ${listing([...new Set(reserved.map(({ says }) => says))], 7)}.`]),
		].join(" ");
		const google = blocked.includes("Google-Extended") ? ` ${GOOGLE}` : "";
		return {
			outcome: "pass",
			says: `${said} That is your choice and costs no points.${google}${adsClause(groups ?? [])}`,
			exhibits: [...ruleExhibits(url, blocks), ...reserved.flatMap(({ exhibits }) => exhibits)],
		};
	},
});

function adsClause(groups: readonly RobotsGroup[]): string {
	const blocked = blockedCrawlers(
		groups,
		ADS.filter(({ token }) => namesAgent(groups, token)),
	);
	const names = listing(blocked.map(({ crawler }) => crawler.token));
	return names === "" ? "" : ` It also blocks ${names}, which only reads landing pages of ads.`;
}

function clause(verb: string, tokens: readonly string[]): string {
	return tokens.length === 0 ? "" : `${verb} ${listing(tokens, 7)}`;
}
