import { crawlersOf } from "#core/crawlers.ts";
import { namesAgent, type RobotsGroup } from "#core/robots-rules.ts";
import { listing } from "#core/wording.ts";
import { defineSiteCheck } from "../define-check.ts";
import { blockedCrawlers, ruleExhibits } from "../shared/robots.ts";
import { reservationsOf } from "../shared/usage-vocabulary.ts";

const TRAINERS = crawlersOf("training");
const ADS = crawlersOf("ads");
const GOOGLE = "Google-Extended does not govern AI Overviews or AI Mode, which use the search index.";

export const trainingStance = defineSiteCheck({
	id: "training-stance",
	pillar: "access",
	engines: ["answers"],
	grade: "vendor",
	atStake: "advice",
	weightReason: "Whether a site's text may train models is its owner's choice, so nothing is scored.",
	title: "The site states whether its text may train AI models",
	fault: "The site does not state whether its text may train AI models",
	consequence: "Nothing is lost: whether your text may train AI models is your own choice.",
	effort: "small",
	doneBy: "developer",
	why: "Crawlers for training and crawlers for answers bear different names. A site may turn the former away and still be found, cited and fetched for people.",
	howToFix:
		'Nothing needs to change. To opt out of training, give the tokens named here a group with "Disallow: /"; to allow it, say nothing.',
	consumer:
		"GPTBot, ClaudeBot, Google-Extended, Applebot-Extended, CCBot, meta-externalagent, Amazonbot, MistralAI-Training",
	counterEvidence: {
		says: "Google-Extended has no bearing on Google Search, and so none on AI Overviews or AI Mode, which use the search index.",
		source: "https://developers.google.com/search/docs/crawling-indexing/google-common-crawlers",
	},
	reference: "https://developers.google.com/search/docs/crawling-indexing/google-common-crawlers",
	reviewed: "2026-11-28",
	note: "Reservations by TDMRep (a header or tag) and terms named by RSL are shown beside the rules; whether crawlers honour them is theirs to say. OAI-AdsBot looks at landing pages of advertisements in ChatGPT alone, so a rule against it concerns no answer and no training. Others take points away for a rule against GPTBot, ClaudeBot, CCBot or Google-Extended. Their vendors say that such a rule has no bearing on search or citation, so we show it and score nothing. A draft of October 2026 proposes one name for all training, and Google says that it means to support it; it is not read here yet.",
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
						? "There is no robots.txt that could take a stance on training."
						: `robots.txt names none of the ${TRAINERS.length} training crawlers that we know; they follow the rules for all.${adsClause(groups)}`,
			};
		}
		const blocks = blockedCrawlers(groups ?? [], trainers);
		const blocked = blocks.map(({ crawler }) => crawler.token);
		const welcome = trainers.map(({ token }) => token).filter((token) => !blocked.includes(token));
		const unnamed = TRAINERS.filter((each) => !trainers.includes(each)).map(({ token }) => token);
		const stances = [
			clause("turns away", blocked),
			clause("lets in by name", welcome),
			clause("says nothing of its own to", trainers.length === 0 ? [] : unnamed),
		].filter((each) => each !== "");
		const said = [
			...(stances.length === 0 ? [] : [`robots.txt ${listing(stances)}.`]),
			...(reserved.length === 0 ? [] : [`The site ${listing([...new Set(reserved.map(({ says }) => says))], 7)}.`]),
		].join(" ");
		const google = blocked.includes("Google-Extended") ? ` ${GOOGLE}` : "";
		return {
			outcome: "pass",
			says: `${said} That is the owner's choice and costs nothing.${google}${adsClause(groups ?? [])}`,
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
	return names === "" ? "" : ` It turns away ${names} too, which only looks at the landing pages of advertisements.`;
}

function clause(verb: string, tokens: readonly string[]): string {
	return tokens.length === 0 ? "" : `${verb} ${listing(tokens, 7)}`;
}
