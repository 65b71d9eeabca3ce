import { refreshOf } from "#core/refresh.ts";
import { plainCount } from "#core/wording.ts";
import { definePageCheck } from "../define-check.ts";
import { clip, exhibitsOf } from "../shared/exhibits.ts";

/** WCAG 2.2.1 leaves out limits that are longer than 20 hours. */
const TWENTY_HOURS = 20 * 60 * 60;

export const metaRefresh = definePageCheck({
	id: "meta-refresh",
	pillar: "semantics",
	engines: ["search", "answers"],
	grade: "standard",
	atStake: "quality",
	weightReason: "Slow readers lose the page under their eyes, and their place in it.",
	tableStakes: true,
	title: "The page does not reload or move on by itself",
	fault: "The page reloads or moves on by itself",
	consequence: "Slow readers and people with a screen reader lose their place, or the page, before they have finished.",
	effort: "small",
	doneBy: "developer",
	why: "A page that reloads by itself throws people with a screen reader back to its beginning, and slow readers never reach its end. An agent may find another page than the one it meant to read.",
	howToFix:
		"Take the refresh away. To move visitors on, answer with a redirect (301 or 308); to renew a part of the page, let the reader ask for it.",
	consumer: "Screen readers (NVDA, JAWS, VoiceOver); slow readers",
	reference: "https://www.w3.org/WAI/standards-guidelines/act/rules/bc659a/",
	reviewed: "2026-11-21",
	note: "A delay of 0 is a redirect, and one of more than 20 hours is excepted by WCAG 2.2.1; WCAG's level AAA, which we do not ask for, excepts only the former. The Refresh header counts like the element; of several the first that browsers understand.",
	evaluate(page) {
		const { refresh: header } = page.response.headers;
		const refresh = refreshOf(header, page.digest.metas);
		if (!refresh) return { outcome: "not-applicable", says: "The page has no refresh." };
		const { delay, meta = { at: "header refresh", excerpt: `refresh: ${header}` } } = refresh;
		const exhibits = exhibitsOf(page, [meta]);
		if (delay === 0) return { outcome: "pass", says: "The page's refresh acts at once, as a redirect does.", exhibits };
		if (delay > TWENTY_HOURS)
			return { outcome: "pass", says: "The page's refresh waits for more than 20 hours.", exhibits };
		return {
			outcome: "fail",
			says: `After ${plainCount(delay, "second")}, ${page.url} reloads or moves on by itself.`,
			fix: `Take ${clip(meta.excerpt, 120)} (${meta.at}) away; where the page has moved, answer with a redirect.`,
			exhibits,
		};
	},
});
