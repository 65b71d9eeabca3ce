import { percentAtLeast } from "#core/wording.ts";
import { defineSiteCheck } from "../define-check.ts";
import { clip } from "../shared/exhibits.ts";

const HALF = 0.5;
const MOST = 0.8;
/** Characters of rendered text; shares of less are meaningless. */
const MIN_TEXT = 200;

export const rawVsRendered = defineSiteCheck({
	id: "raw-vs-rendered",
	pillar: "content",
	engines: ["answers"],
	grade: "vendor",
	mode: "deep",
	atStake: "feature",
	weightReason: "The crawlers of AI answer engines do not see text that scripts add.",
	tableStakes: true,
	title: "Most of the text is there before scripts run",
	fault: "Much of the text appears only after scripts run",
	problem: "most AI assistants miss the text that scripts add to your page",
	consequence:
		"Most AI crawlers run no scripts, so ChatGPT, Claude and Perplexity do not see what scripts add to your page.",
	hours: 24,
	doneBy: "developer",
	why: "A page may look complete in a browser but send only part of its text. Scripts then load prices, reviews or the article itself, and AI crawlers do not run scripts.",
	howToFix:
		"Render the parts that scripts load on the server or when you build the site, and let scripts refresh them.",
	consumer: "OAI-SearchBot, Claude-SearchBot, PerplexityBot",
	reference: "https://vercel.com/blog/the-rise-of-the-ai-crawler",
	reviewed: "2026-11-21",
	note: "The source lists which crawlers run scripts and sets no share. For us 80 % is enough, less earns its share, and less than half earns nothing. The browser has no network access of its own. We give it what the page requests, within the audit's limits.",
	yieldsTo: ["text-without-js"],
	needs: ["home", "rendered"],
	evaluate({ home, rendered }) {
		if (home.state === "absent" || rendered.state === "absent") {
			return { outcome: "not-applicable", says: "We have no home page to render." };
		}
		const raw = home.value.digest.text;
		const after = rendered.value.text;
		// Main parts are comparable only if both versions mark one.
		const both = raw.main > 0 && after.main > 0;
		const [sent, shown] = both ? [raw.main, after.main] : [raw.visible, after.visible];
		if (shown < MIN_TEXT) {
			return {
				outcome: "not-applicable",
				says: `The rendered page has ${shown} characters of text, too few to compare.`,
			};
		}
		const { url } = home.value;
		const share = Math.min(1, sent / shown);
		// Not a fault: readers may expand what scripts collapse.
		const less = shown < sent * MOST ? ` Scripts remove or hide ${sent - shown} of the characters that were sent.` : "";
		const says = `${percentAtLeast(share)} of the ${both ? "main " : ""}text that ${rendered.value.browser} shows on ${url} (${sent} of ${shown} characters) is in the HTML that was sent.${less}`;
		if (share >= MOST) return { outcome: "pass", says };
		const details = {
			says,
			fix: `Open ${url} with JavaScript turned off, and render the missing text on the server.`,
			exhibits: [{ url, at: "rendered text", excerpt: clip(after.start) }],
		};
		return share < HALF ? { outcome: "fail", ...details } : { outcome: "partial", ratio: share / MOST, ...details };
	},
});
