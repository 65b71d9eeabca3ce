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
	weightReason: "This is one lab measurement. It shows what moves, not what most visitors see.",
	tableStakes: true,
	title: "The layout stays still while the page loads",
	fault: "The layout moves while the page loads",
	consequence: "People and agents may press the wrong button while the page is still moving.",
	hours: 6,
	doneBy: "developer",
	why: "People and browser agents press the wrong button when the page moves under them.",
	howToFix:
		"Set width and height on images, frames and boxes that load late, and do not insert content above what is already visible.",
	consumer: "visitors, Google Search (Core Web Vitals), agents that act on what they see",
	reference: "https://web.dev/articles/cls",
	reviewed: "2026-11-21",
	note: "We show this but do not score it, because the figure differs from run to run. We measure once, at phone size, without scrolling. We do not know the figures of real visitors, which Google uses.",
	scored: false,
	yieldsTo: ["home-status"],
	needs: ["rendered"],
	evaluate({ rendered }) {
		if (rendered.state === "absent") return { outcome: "not-applicable", says: "We could not render the page." };
		const { cls: shift, browser, url } = rendered.value;
		const opening = `${url} has a layout shift of ${shift} while it loads (${browser} at phone size; up to ${GOOD} is good)`;
		const exhibits = [{ url, at: "layout shift", excerpt: String(shift) }];
		if (shift <= GOOD) return { outcome: "pass", says: `${opening}.`, exhibits };
		const fix = `Reserve space on ${url} for content that loads late: width and height on images and frames, min-height on boxes that scripts fill.`;
		return shift <= POOR
			? { outcome: "partial", ratio: 0.5, says: `${opening}.`, fix, exhibits }
			: { outcome: "fail", says: `${opening}; above ${POOR} is poor.`, fix, exhibits };
	},
});
