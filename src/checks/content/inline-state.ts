import { definePageCheck } from "../define-check.ts";
import { exhibitsOf } from "../shared/exhibits.ts";

/** Next.js warns at this size, in decimal kilobytes. */
const MOST = 128_000;

export const inlineState = definePageCheck({
	id: "inline-state",
	pillar: "content",
	engines: ["answers"],
	grade: "vendor",
	atStake: "advice",
	weightReason: "The text is there all the same; the weight costs time, and tools that cut long pages lose its end.",
	tableStakes: true,
	title: "The page carries little data for its scripts",
	fault: "The page carries a large block of data for its scripts",
	consequence: "The page loads more slowly, and tools that cut long pages lose what stands at its end.",
	effort: "medium",
	doneBy: "developer",
	why: "Frameworks write the data of a page into its HTML a second time, for their scripts. Beyond some size it delays the page, and a crawler that cuts long pages never reaches what stands behind it.",
	howToFix: "Pass to the page only the fields that it shows, and let scripts fetch the rest when it is needed.",
	consumer: "Browsers; page fetchers of AI assistants that cut long pages",
	reference: "https://nextjs.org/docs/messages/large-page-data",
	reviewed: "2026-11-21",
	note: "Next.js speaks of its __NEXT_DATA__ alone; the same limit is held here against the largest block of any framework. Structured data is not counted.",
	evaluate(page) {
		const state = page.digest.inlineState;
		if (!state) return { outcome: "not-applicable", says: "The page carries no data for its scripts." };
		const size = `${Math.round(state.bytes / 1000)} kB`;
		const exhibits = exhibitsOf(page, [state]);
		if (state.bytes <= MOST) {
			return { outcome: "pass", says: `The largest block of data for scripts has ${size}.`, exhibits };
		}
		return {
			outcome: "partial",
			ratio: MOST / state.bytes,
			says: `${page.url} carries a block of ${size} of data for its scripts; ${MOST / 1000} kB is where Next.js begins to warn.`,
			fix: `Cut the data in ${state.excerpt} at ${state.at} of ${page.url} down to the fields that the page shows.`,
			exhibits,
		};
	},
});
