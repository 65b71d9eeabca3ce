import { definePageCheck } from "../define-check.ts";
import { exhibitsOf } from "../shared/exhibits.ts";

/** Bytes: Next.js warns from 128 kB. */
const MOST = 128_000;

export const inlineState = definePageCheck({
	id: "inline-state",
	pillar: "content",
	engines: ["answers"],
	grade: "vendor",
	atStake: "advice",
	weightReason:
		"The text is still there. But the size costs loading time, and tools that cut off long pages lose the end.",
	tableStakes: true,
	title: "The page carries little data for its scripts",
	fault: "The page carries a large block of data for its scripts",
	problem: "a large block of data slows your page down",
	consequence: "The page loads more slowly, and tools that cut off long pages lose its end.",
	hours: 4,
	doneBy: "developer",
	why: "Frameworks write the data of a page into its HTML a second time, for their scripts. If the data is large, it delays the page, and a crawler that cuts off long pages never reaches the content after it.",
	howToFix: "Pass only the fields that the page shows, and let scripts load the rest when needed.",
	consumer: "Browsers; page fetchers of AI assistants that cut off long pages",
	reference: "https://nextjs.org/docs/messages/large-page-data",
	reviewed: "2026-11-21",
	note: "Next.js gives this limit for its own __NEXT_DATA__. We apply it to the largest data block of any framework. Structured data is not counted.",
	evaluate(page) {
		const state = page.digest.inlineState;
		if (!state) return { outcome: "not-applicable", says: "The page carries no data for its scripts." };
		const size = `${Math.round(state.bytes / 1000)} kB`;
		const exhibits = exhibitsOf(page, [state]);
		if (state.bytes <= MOST) {
			return { outcome: "pass", says: `The largest block of data for scripts is ${size}.`, exhibits };
		}
		return {
			outcome: "partial",
			ratio: MOST / state.bytes,
			says: `${page.url} carries a ${size} block of data for its scripts. Next.js warns from ${MOST / 1000} kB.`,
			fix: `Reduce the data in ${state.excerpt} at ${state.at} of ${page.url} to the fields that the page shows.`,
			exhibits,
		};
	},
});
