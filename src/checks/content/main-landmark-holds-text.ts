import { listing, percentAtLeast } from "#core/wording.ts";
import { definePageCheck } from "../define-check.ts";
import { exhibitsOf } from "../shared/exhibits.ts";

/** Minimum share in the main part, of the visible text outside of headers, menus, asides and footers. */
const MOST = 0.6;

export const mainLandmarkHoldsText = definePageCheck({
	id: "main-landmark-holds-text",
	pillar: "content",
	engines: ["search", "answers"],
	grade: "standard",
	atStake: "advice",
	weightReason: "Machines can guess the main part without it, but may mistake menus for content.",
	title: "The page has a <main> element that contains its text",
	fault: "The <main> element leaves out much of the page's text",
	problem: "screen readers and machines have to guess where your content begins",
	consequence:
		"Screen readers and machines have to guess where your content begins, and may read out menus and notices instead.",
	hours: 0.5,
	doneBy: "developer",
	why: "The <main> element tells text extractors, screen readers and agents where the content starts and the menus end. Without it they guess, and may quote the cookie notice.",
	howToFix: "Wrap the page's own content in one <main> element, and keep header, navigation and footer outside it.",
	consumer: "Screen readers (NVDA, JAWS, VoiceOver); ChatGPT's browser agent; text extractors",
	reference: "https://www.w3.org/TR/WCAG22/#info-and-relationships",
	reviewed: "2026-11-21",
	note: "A page with no <main> element or an empty one fails. HTML allows one visible <main> element; a page with two earns half. Otherwise we score the share of the text inside it against the 60 % that we expect. No standard sets a share.",
	yieldsTo: ["text-without-js", "auth-gate"],
	evaluate(page) {
		const { text, landmarks } = page.digest;
		if (text.visible === 0) return { outcome: "not-applicable", says: "The page has no visible text." };
		const mains = landmarks.filter((landmark) => landmark.role === "main");
		const exhibits = exhibitsOf(page, mains);
		const share = Math.min(1, text.main / text.visible);
		if (mains.length === 0) {
			const instead = text.main > 0 ? `; ${percentAtLeast(share)} of its text is inside <article>` : "";
			return {
				outcome: "fail",
				fault: "The page has no <main> element, so machines guess where your content starts",
				says: `${page.url} has no <main> element${instead}.`,
				fix: `Wrap the content of ${page.url}, without header, navigation and footer, in <main> … </main>.`,
			};
		}
		const own = text.main / Math.max(text.main, text.visible - (text.frame ?? 0), 1);
		if (own < MOST) {
			const outside = text.frame ? " outside header, menus and footer" : "";
			const details = {
				says: `<main> contains ${percentAtLeast(own)} of the visible text of ${page.url}${outside}. We expect ${percentAtLeast(MOST)} or more.`,
				fix: `Move the content outside ${mains[0]?.excerpt ?? "<main>"} into it. Leave out the parts that repeat on every page.`,
				exhibits,
			};
			if (own === 0) return { outcome: "fail", fault: "The page's <main> element is empty", ...details };
			return { outcome: "partial", ratio: own / MOST, ...details };
		}
		if (mains.length > 1) {
			return {
				outcome: "partial",
				ratio: 1 / mains.length,
				fault: "The page has more than one <main> element",
				says: `${page.url} has ${mains.length} main parts where one is expected: ${listing(
					mains.map(({ at }) => at),
					4,
				)}.`,
				fix: `Keep one <main> around the content of ${page.url}, and make ${mains[1]?.excerpt ?? "each other"} a <div> or a <section>.`,
				exhibits,
			};
		}
		if (share < MOST) {
			const says = `<main> contains ${percentAtLeast(own)} of the visible text outside header, menus and footer.`;
			return { outcome: "pass", says, exhibits };
		}
		return { outcome: "pass", says: `<main> contains ${percentAtLeast(share)} of the page's visible text.`, exhibits };
	},
});
