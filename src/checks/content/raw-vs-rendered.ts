import { percentAtLeast } from "#core/wording.ts";
import { defineSiteCheck } from "../define-check.ts";
import { clip } from "../shared/exhibits.ts";

const HALF = 0.5;
const MOST = 0.8;
/** Characters of rendered text below which shares mean nothing. */
const MIN_TEXT = 200;

export const rawVsRendered = defineSiteCheck({
	id: "raw-vs-rendered",
	pillar: "content",
	engines: ["answers"],
	grade: "vendor",
	mode: "deep",
	atStake: "feature",
	weightReason: "What scripts add is invisible to the crawlers that answer engines are built on.",
	tableStakes: true,
	title: "Most of the text is there before scripts run",
	fault: "Much of the text appears only after scripts run",
	consequence:
		"Most AI crawlers run no scripts, so ChatGPT, Claude and Perplexity do not see what scripts add to your page.",
	effort: "large",
	doneBy: "developer",
	why: "A page may look complete in a browser and still send only a part of its text: prices, reviews or the article itself are fetched by scripts that AI crawlers do not run.",
	howToFix:
		"Render the parts that scripts fetch on the server or when the site is built, and let scripts refresh them.",
	consumer: "OAI-SearchBot, Claude-SearchBot, PerplexityBot",
	reference: "https://vercel.com/blog/the-rise-of-the-ai-crawler",
	reviewed: "2026-11-21",
	note: "The source counts which crawlers run scripts and names no share; four fifths are enough for us, less than that earns its part, and less than a half nothing. The browser has no network of its own: it is given what the page asks for within the audit's bounds.",
	yieldsTo: ["text-without-js"],
	needs: ["home", "rendered"],
	evaluate({ home, rendered }) {
		if (home.state === "absent" || rendered.state === "absent") {
			return { outcome: "not-applicable", says: "There is no home page to render." };
		}
		const raw = home.value.digest.text;
		const after = rendered.value.text;
		// Only where both mark a main part are the two the same thing.
		const both = raw.main > 0 && after.main > 0;
		const [sent, shown] = both ? [raw.main, after.main] : [raw.visible, after.visible];
		if (shown < MIN_TEXT) {
			return {
				outcome: "not-applicable",
				says: `The rendered page has ${shown} characters of text: too few to compare.`,
			};
		}
		const { url } = home.value;
		const share = Math.min(1, sent / shown);
		// No fault: what scripts fold away may be opened again.
		const less =
			shown < sent * MOST ? ` Scripts take away or hide ${sent - shown} of the characters that were sent.` : "";
		const says = `${percentAtLeast(share)} of the ${both ? "main " : ""}text that ${rendered.value.browser} shows on ${url} (${sent} of ${shown} characters) is in the HTML that was sent.${less}`;
		if (share >= MOST) return { outcome: "pass", says };
		const details = {
			says,
			fix: `Look at ${url} with JavaScript turned off, and render on the server what is missing there.`,
			exhibits: [{ url, at: "rendered text", excerpt: clip(after.start) }],
		};
		return share < HALF ? { outcome: "fail", ...details } : { outcome: "partial", ratio: share / MOST, ...details };
	},
});
