import type { Page } from "#evidence/evidence-map.ts";
import { definePageCheck } from "../define-check.ts";
import { clip, exhibitsOf } from "../words/exhibits.ts";

/** Characters of visible text: below the first an app's frame holds nothing, below the second there is little to read. */
const NOTHING = 200;
const LITTLE = 500;

export const textWithoutJs = definePageCheck({
	id: "text-without-js",
	pillar: "content",
	engines: ["answers"],
	grade: "vendor",
	mode: "light",
	weight: 5,
	weightReason:
		"The crawlers of ChatGPT, Claude and Perplexity run no scripts: what is not in the HTML does not exist for them.",
	title: "The page's text is in the HTML, before any script runs",
	why: "Most AI crawlers read the HTML as it is served and run no JavaScript. A page that is drawn by scripts looks empty to them, and Google sees it later than others.",
	howToFix: "Render pages on the server or when the site is built, so that the HTML that is sent holds the text.",
	reference: "https://vercel.com/blog/the-rise-of-the-ai-crawler",
	reviewed: "2026-11-21",
	needs: [],
	evaluate(page) {
		const { text, appRoot } = page.digest;
		const has = `The HTML of ${page.url} holds ${text.visible} characters of visible text`;
		if (text.visible < NOTHING && appRoot) {
			return {
				outcome: "fail",
				says: `${has}; the place for its content is empty until scripts have run.`,
				fix: `Send ${clip(appRoot.excerpt, 80)} with its content already rendered.`,
				exhibits: exhibitsOf(page, [appRoot]),
			};
		}
		if (text.visible < LITTLE && runsScripts(page)) {
			return {
				outcome: "partial",
				ratio: 0.5,
				says: `${has}, which is little for a page that runs scripts: the rest may be drawn by them.`,
				fix: `Look at ${page.url} with JavaScript turned off, and send the text that is missing there as HTML.`,
				exhibits: [{ url: page.url, at: "visible text", excerpt: clip(text.start) }],
			};
		}
		return { outcome: "pass", says: `${has}.` };
	},
});

/** Blocks of JSON-LD are script elements too, and run nothing. */
function runsScripts({ digest }: Page): boolean {
	return digest.counts.scripts > digest.jsonLd.blocks.length || digest.appRoot !== null;
}
