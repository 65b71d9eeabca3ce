import { defineSiteCheck } from "../define-check.ts";

/** https://web.dev/articles/cls: good up to 0.1, poor above 0.25. */
const GOOD = 0.1;
const POOR = 0.25;

export const cls = defineSiteCheck({
	id: "cls",
	pillar: "delivery",
	engines: ["answers"],
	grade: "vendor",
	mode: "deep",
	atStake: "advice",
	weightReason: "A lab figure of one visit; it shows what shifts, not what most visitors met.",
	tableStakes: true,
	title: "The layout keeps still while the page loads",
	fault: "The layout moves while the page loads",
	consequence: "People and agents may press the wrong button while the page still moves.",
	effort: "medium",
	doneBy: "developer",
	why: "People and agents that act on what they see press the wrong thing when the page moves under them.",
	howToFix: "Give images, frames and late boxes their width and height, and put nothing above what is already shown.",
	consumer: "visitors, Google Search (Core Web Vitals), agents that act on what they see",
	reference: "https://web.dev/articles/cls",
	reviewed: "2026-11-21",
	note: "Shown and not scored: one visit's figure differs from run to run. Measured once, on a phone's screen, without scrolling. The field figure of real visitors, which Google uses, is not known here.",
	scored: false,
	yieldsTo: ["home-status"],
	needs: ["rendered"],
	evaluate({ rendered }) {
		if (rendered.state === "absent")
			return { outcome: "not-applicable", says: "There is no page that could be rendered." };
		const { cls: shift, browser, url } = rendered.value;
		const opening = `${url} shifts by ${shift} while it loads (${browser}, a phone's screen; up to ${GOOD} is good)`;
		const exhibits = [{ url, at: "layout shift", excerpt: String(shift) }];
		if (shift <= GOOD) return { outcome: "pass", says: `${opening}.`, exhibits };
		const fix = `Reserve room on ${url} for what arrives late: width and height on images and frames, min-height on boxes that scripts fill.`;
		return shift <= POOR
			? { outcome: "partial", ratio: 0.5, says: `${opening}.`, fix, exhibits }
			: { outcome: "fail", says: `${opening}; above ${POOR} is poor.`, fix, exhibits };
	},
});
