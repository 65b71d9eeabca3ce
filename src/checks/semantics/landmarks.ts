import type { Verdict } from "#core/verdict.ts";
import { listing, plainCount } from "#core/wording.ts";
import type { Page } from "#evidence/evidence-map.ts";
import type { Barrier } from "#evidence/page-digest.ts";
import { definePageCheck } from "../define-check.ts";
import { describeBarriers, place, tallyBarriers } from "../shared/barriers.ts";
import { exhibitsOf } from "../shared/exhibits.ts";

/** A page with fewer links has no menu apart from its text. */
const MENU = 5;

export const landmarks = definePageCheck({
	id: "landmarks",
	pillar: "semantics",
	engines: ["answers"],
	grade: "standard",
	atStake: "advice",
	weightReason: "They let people and agents skip the menu. Another check covers where the text starts.",
	title: "Header, navigation and footer are marked up",
	fault: "Header, navigation and footer are not marked up",
	problem: "people with a screen reader cannot easily skip your menu",
	consequence: "People who use a screen reader, and machines, cannot easily skip the menu on every page.",
	hours: 1,
	doneBy: "developer",
	why: "Header, navigation and footer elements are landmarks. Screen readers jump between them, and agents use them to skip the parts that repeat on every page. Nothing distinguishes 2 navigations without names.",
	howToFix:
		"Put <header>, <nav> and <footer> around these parts. If there are several <nav> elements, give each an aria-label.",
	consumer: "Screen readers (NVDA, JAWS, VoiceOver); ChatGPT's browser agent",
	reference: "https://www.w3.org/TR/WCAG22/#bypass-blocks",
	reviewed: "2026-11-21",
	note: "WCAG accepts other ways to skip a repeated block, such as headings or a skip link. Agents use only landmarks. The check main-landmark-holds-text covers the <main> element.",
	yieldsTo: ["text-without-js", "auth-gate"],
	evaluate(page) {
		const marked = page.digest.landmarks.filter(({ role }) => role !== "main");
		if (marked.length === 0) return withoutLandmarks(page);
		const alike = tallyBarriers(page, ["landmark-unlabelled"]);
		const [first] = alike.barriers;
		if (first) {
			return {
				outcome: "partial",
				ratio: 1 - alike.found / Math.max(marked.length, alike.found + 1),
				fault: "Several menus or parts of the page have the same name or none",
				says: `Some landmarks of ${page.url} have no distinct name: ${describeBarriers(alike)}.`,
				fix: distinguishLandmarks(page, first),
				exhibits: exhibitsOf(page, alike.barriers),
			};
		}
		const roles = listing([...new Set(marked.map(({ role }) => role))], 6);
		return {
			outcome: "pass",
			says: `${plainCount(marked.length, "landmark")} in addition to the main part: ${roles}.`,
		};
	},
});

const PURPOSES: readonly (readonly [RegExp, string])[] = [
	[/bread-?crumb/i, "Breadcrumb"],
	[/(?<![a-z])foot(?:er)?(?![a-z])/i, "Footer"],
	[/pagination|pager(?![a-z])/i, "Pages"],
	[/social/i, "Social media"],
	[/(?<![a-z])lang(?:uage)?s?(?![a-z])/i, "Languages"],
	[/(?<![a-z])toc(?![a-z])|table-of-contents/i, "Contents"],
	[/(?<![a-z])legal(?![a-z])/i, "Legal"],
	[/(?<![a-z])account(?![a-z])/i, "Account"],
	[/(?<![a-z])mobile(?![a-z])/i, "Mobile menu"],
	[/(?<![a-z])(?:main|primary)(?![a-z])/i, "Main"],
];

/** The purpose of a navigation, in English, for English pages only; "" if another landmark may have it. */
export function purposeOf({ digest }: Page, { excerpt }: Pick<Barrier, "excerpt">): string {
	if (!/^en\b/i.test(digest.lang?.text.trim() ?? "en")) return "";
	const names = excerpt.match(/\s(?:class|id)\s*=\s*(?:"[^"]*"|'[^']*'|[^\s"'>]+)/gi) ?? [];
	const label = PURPOSES.find(([pattern]) => names.some((name) => pattern.test(name)))?.[1] ?? "";
	return digest.landmarks.some((landmark) => landmark.label.toLowerCase() === label.toLowerCase()) ? "" : label;
}

function distinguishLandmarks(page: Page, twin: Barrier): string {
	// A page has one header and one footer; further ones belong to a section.
	if (/^<(?:header|footer)\b/i.test(twin.excerpt)) {
		return `Put ${place(twin)} inside the <main>, <article> or <section> that it belongs to, or give it its own aria-label.`;
	}
	const purpose = purposeOf(page, twin);
	const example = purpose === "" ? "" : `, such as aria-label="${purpose}"`;
	const isNav = /^<nav\b/i.test(twin.excerpt);
	return `Add an aria-label to ${place(twin)} that ${isNav ? "says what it is for" : "distinguishes it from the other"}${example}.`;
}

function withoutLandmarks(page: Page): Verdict {
	const { anchors } = page.digest.counts;
	if (anchors < MENU) {
		return { outcome: "not-applicable", says: `With ${plainCount(anchors, "link")}, the page has no menu to mark up.` };
	}
	return {
		outcome: "fail",
		says: `${page.url} has ${anchors} links but marks up no header, navigation or footer.`,
		fix: `Wrap the menu of ${page.url} in <nav> … </nav>, and the parts above and below the content in <header> and <footer>.`,
		exhibits: exhibitsOf(page, page.digest.anchors.slice(0, 1)),
	};
}
