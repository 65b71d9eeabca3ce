import { isBodyHidden } from "../barriers.ts";
import { definePageCheck } from "../define-check.ts";
import { exhibitsOf } from "../exhibits.ts";
import { percent } from "../phrasing.ts";

/** Share of the visible text that the main part should hold. */
const MOST = 0.6;

export const mainLandmarkHoldsText = definePageCheck({
	id: "main-landmark-holds-text",
	pillar: "content",
	engines: ["search", "answers"],
	grade: "standard",
	mode: "light",
	weight: 2,
	weightReason: "Readers of the text can guess the main part without it, at the price of taking menus for content.",
	title: "A main landmark holds most of the page's text",
	why: "The main element tells extractors, screen readers and agents where the content begins and the menus end. Without it they guess, and quote the cookie notice.",
	howToFix: "Wrap the page's own content in one <main> element, and keep header, navigation and footer outside it.",
	reference: "https://www.w3.org/TR/WCAG22/#info-and-relationships",
	reviewed: "2026-11-21",
	yieldsTo: ["text-without-js"],
	needs: [],
	evaluate(page) {
		const { text, landmarks } = page.digest;
		if (text.visible === 0) return { outcome: "not-applicable", says: "The page has no visible text to hold." };
		if (isBodyHidden(page)) return { outcome: "not-applicable", says: "All of the page is hidden by aria-hidden." };
		const mains = landmarks.filter((landmark) => landmark.role === "main");
		const exhibits = exhibitsOf(page, mains);
		const share = Math.min(1, text.main / text.visible);
		if (mains.length === 0) {
			const instead = text.main > 0 ? `; ${percent(share)} of its text is inside <article>` : "";
			return {
				outcome: "partial",
				ratio: 0.5,
				says: `${page.url} has no <main> element${instead}.`,
				fix: `Wrap the content of ${page.url}, without header, navigation and footer, in <main> … </main>.`,
			};
		}
		if (share < MOST) {
			return {
				outcome: "partial",
				ratio: 0.5,
				says: `<main> holds ${percent(share)} of the visible text of ${page.url}; ${percent(MOST)} or more is expected.`,
				fix: `Move the content that stands outside ${mains[0]?.excerpt ?? "<main>"} into it; leave out what repeats on every page.`,
				exhibits,
			};
		}
		return { outcome: "pass", says: `<main> holds ${percent(share)} of the page's visible text.`, exhibits };
	},
});
