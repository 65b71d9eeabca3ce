import { refreshOf } from "#core/refresh.ts";
import { plainCount } from "#core/wording.ts";
import { definePageCheck } from "../define-check.ts";
import { clip, exhibitsOf } from "../shared/exhibits.ts";

/** WCAG 2.2.1 exempts time limits longer than 20 hours. */
const TWENTY_HOURS = 20 * 60 * 60;

export const metaRefresh = definePageCheck({
	id: "meta-refresh",
	pillar: "semantics",
	engines: ["search", "answers"],
	grade: "standard",
	atStake: "quality",
	weightReason: "The page disappears while slow readers are still reading, and they lose their place.",
	tableStakes: true,
	title: "The page does not reload or redirect by itself",
	fault: "The page reloads or redirects by itself",
	problem: "your page reloads or moves on while people read it",
	consequence: "Slow readers and people with a screen reader lose their place, or the page, before they have finished.",
	hours: 0.5,
	doneBy: "developer",
	why: "When a page reloads by itself, a screen reader starts again from the top, and slow readers never reach the end. An agent may find a different page from the one it wanted to read.",
	howToFix:
		"Remove the refresh. To send visitors to another page, use a redirect (301 or 308). To update part of the page, let visitors request it.",
	consumer: "Screen readers (NVDA, JAWS, VoiceOver); slow readers",
	reference: "https://www.w3.org/WAI/standards-guidelines/act/rules/bc659a/",
	reviewed: "2026-11-21",
	note: "A delay of 0 is a redirect, and WCAG 2.2.1 allows a delay of more than 20 hours. WCAG level AAA, which we do not require, allows only the redirect. The Refresh header counts like the element. If there are several, the first that browsers understand counts.",
	evaluate(page) {
		const { refresh: header } = page.response.headers;
		const refresh = refreshOf(header, page.digest.metas);
		if (!refresh) return { outcome: "not-applicable", says: "The page has no refresh." };
		const { delay, meta = { at: "header refresh", excerpt: `refresh: ${header}` } } = refresh;
		const exhibits = exhibitsOf(page, [meta]);
		if (delay === 0)
			return { outcome: "pass", says: "The page's refresh acts immediately, like a redirect.", exhibits };
		if (delay > TWENTY_HOURS)
			return { outcome: "pass", says: "The page's refresh waits for more than 20 hours.", exhibits };
		return {
			outcome: "fail",
			says: `After ${plainCount(delay, "second")}, ${page.url} reloads or redirects by itself.`,
			fix: `Remove ${clip(meta.excerpt, 120)} (${meta.at}). If the page has moved, use a redirect.`,
			exhibits,
		};
	},
});
