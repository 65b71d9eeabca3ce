import { listing, percentAtLeast } from "#core/wording.ts";
import { definePageCheck } from "../define-check.ts";
import { exhibitsOf } from "../shared/exhibits.ts";

/** Share that the main part should hold of the visible text that stands in no header, menu, aside or footer. */
const MOST = 0.6;

export const mainLandmarkHoldsText = definePageCheck({
	id: "main-landmark-holds-text",
	pillar: "content",
	engines: ["search", "answers"],
	grade: "standard",
	atStake: "advice",
	weightReason: "Readers of the text can guess the main part without it, at the price of taking menus for content.",
	title: "The main part of the page is marked and holds its text",
	fault: "The marked main part leaves out much of the page's text",
	consequence:
		"Screen readers and machines have to guess where your content begins, and may read out menus and notices in its place.",
	effort: "small",
	doneBy: "developer",
	why: "The main element tells extractors, screen readers and agents where the content begins and the menus end. Without it they guess, and quote the cookie notice.",
	howToFix: "Wrap the page's own content in one <main> element, and keep header, navigation and footer outside it.",
	consumer: "Screen readers (NVDA, JAWS, VoiceOver); ChatGPT's browser agent; text extractors",
	reference: "https://www.w3.org/TR/WCAG22/#info-and-relationships",
	reviewed: "2026-11-21",
	note: "A page without a main landmark, or with an empty one, fails. HTML allows one that is not hidden; of two, one inside the other or beside it, half counts. Otherwise the share of the text that it holds counts, measured against the 60 % that we expect; no standard names a share.",
	yieldsTo: ["text-without-js", "auth-gate"],
	evaluate(page) {
		const { text, landmarks } = page.digest;
		if (text.visible === 0) return { outcome: "not-applicable", says: "The page has no visible text to hold." };
		const mains = landmarks.filter((landmark) => landmark.role === "main");
		const exhibits = exhibitsOf(page, mains);
		const share = Math.min(1, text.main / text.visible);
		if (mains.length === 0) {
			const instead = text.main > 0 ? `; ${percentAtLeast(share)} of its text is inside <article>` : "";
			return {
				outcome: "fail",
				fault: "The page has no <main> element",
				says: `${page.url} has no <main> element${instead}.`,
				fix: `Wrap the content of ${page.url}, without header, navigation and footer, in <main> … </main>.`,
			};
		}
		const own = text.main / Math.max(text.main, text.visible - (text.frame ?? 0), 1);
		if (own < MOST) {
			const outside = text.frame ? " outside header, menus and footer" : "";
			const details = {
				says: `<main> holds ${percentAtLeast(own)} of the visible text of ${page.url}${outside}; ${percentAtLeast(MOST)} or more is expected.`,
				fix: `Move the content that stands outside ${mains[0]?.excerpt ?? "<main>"} into it; leave out what repeats on every page.`,
				exhibits,
			};
			if (own === 0) return { outcome: "fail", fault: "The marked main part is empty", ...details };
			return { outcome: "partial", ratio: own / MOST, ...details };
		}
		if (mains.length > 1) {
			return {
				outcome: "partial",
				ratio: 1 / mains.length,
				fault: "More than one part is marked as the main part",
				says: `${page.url} has ${mains.length} main parts where one is expected: ${listing(
					mains.map(({ at }) => at),
					4,
				)}.`,
				fix: `Keep one <main> around the content of ${page.url}, and make ${mains[1]?.excerpt ?? "each other"} a <div> or a <section>.`,
				exhibits,
			};
		}
		if (share < MOST) {
			const says = `<main> holds ${percentAtLeast(own)} of the visible text that stands in no header, menu or footer.`;
			return { outcome: "pass", says, exhibits };
		}
		return { outcome: "pass", says: `<main> holds ${percentAtLeast(share)} of the page's visible text.`, exhibits };
	},
});
