import type { Page } from "#evidence/evidence-map.ts";
import { definePageCheck } from "../define-check.ts";
import { clip, exhibitsOf } from "../shared/exhibits.ts";
import { lettersOf, NEXT_TO_NOTHING } from "../shared/text-language.ts";

/** Characters of visible text: below the first the page is an empty frame, below the second there is little to read. */
const NOTHING = 200;
const LITTLE = 500;

export const textWithoutJs = definePageCheck({
	id: "text-without-js",
	pillar: "content",
	engines: ["answers"],
	grade: "vendor",
	listedOnly: true,
	atStake: "page",
	weightReason:
		"The crawlers of ChatGPT, Claude and Perplexity run no scripts. For them, text that is not in the HTML does not exist.",
	tableStakes: true,
	title: "The page has its text before any script runs",
	fault: "The page has almost no text without scripts",
	problem: "ChatGPT, Claude and Perplexity miss the text that scripts add to your page",
	consequence:
		"Crawlers of ChatGPT, Claude and Perplexity run no scripts, so they cannot see or quote what scripts add to this page.",
	hours: 40,
	doneBy: "developer",
	why: "Most AI crawlers read the HTML as your server sends it and run no JavaScript. To them, a page that scripts fill looks empty. Google may index it later.",
	howToFix: "Render pages on the server or when you build the site, so that the HTML contains the text.",
	consumer: "OAI-SearchBot, Claude-SearchBot, PerplexityBot",
	reference: "https://vercel.com/blog/the-rise-of-the-ai-crawler",
	reviewed: "2026-11-21",
	note: "No source sets a number. Ours are 80, 200 and 500 characters. One character of Chinese, Japanese, Korean or Thai counts as 2.5. Data blocks and known analytics do not count as scripts that fill the page. Pages other than the home page may be short: with a main heading and no empty content container they pass. A page without any text fails, with or without scripts.",
	yieldsTo: ["auth-gate"],
	wants: ["home"],
	evaluate(page, { home }) {
		const { text, appRoot } = page.digest;
		const length = lettersOf(page);
		const scripts = runsScripts(page);
		const has = `The HTML of ${page.url} contains ${text.visible} characters of visible text`;
		if (length < NOTHING && appRoot) {
			return {
				outcome: "fail",
				says: `${has}. The content container is empty until scripts run.`,
				fix: `Send ${clip(appRoot.excerpt, 80)} with its content already rendered.`,
				exhibits: exhibitsOf(page, [appRoot]),
			};
		}
		if (length === 0 || (length < NEXT_TO_NOTHING && scripts)) {
			return {
				outcome: "fail",
				...(scripts ? {} : { fault: "The page has no text" }),
				says: `${has}${scripts ? ". Scripts may add more" : ", so there is nothing to read or quote"}.`,
				fix: `Send the text of ${page.url} in its HTML, inside <main>.`,
			};
		}
		const isHome = home.state !== "found" || home.value.url === page.url;
		if (length < LITTLE && scripts && (isHome || appRoot || !hasMainHeading(page))) {
			return {
				outcome: "partial",
				ratio: 0.5,
				fault: "The page has little text without scripts",
				says: `${has}, which is little for a page that runs scripts. They may add more.`,
				fix: `Open ${page.url} with JavaScript turned off, and send the missing text as HTML.`,
				exhibits: [{ url: page.url, at: page.digest.parts.body.at, excerpt: clip(text.start) }],
			};
		}
		return { outcome: "pass", says: `${has}.` };
	},
});

function hasMainHeading({ digest }: Page): boolean {
	return digest.headings.some(({ level, text, unseen }) => level === 1 && text !== "" && !unseen);
}

/** JSON-LD blocks are script elements too, but run nothing. */
function runsScripts({ digest }: Page): boolean {
	const { scripts, idleScripts = 0 } = digest.counts;
	return scripts > Math.max(idleScripts, digest.jsonLd.blocks.length) || digest.appRoot !== null;
}
