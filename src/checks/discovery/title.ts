import type { Target } from "#core/target.ts";
import type { Page } from "#evidence/evidence-map.ts";
import { definePageCheck } from "../define-check.ts";
import { clip, exhibitsOf } from "../shared/exhibits.ts";
import { shownName } from "../shared/page-values.ts";
import { isEmptyTitle } from "../shared/placeholder-text.ts";

export const title = definePageCheck({
	id: "title",
	pillar: "discovery",
	engines: ["search", "answers"],
	grade: "standard",
	atStake: "page",
	weightReason:
		"It is the headline of every search result, tab and citation, and the first thing a screen reader says.",
	tableStakes: true,
	title: "The page has a title",
	fault: "The page has no title",
	problem: "people cannot tell from a search result what your page offers",
	consequence: "People cannot tell from a search result or a browser tab what the page offers.",
	hours: 0.25,
	hoursPerPage: 0.15,
	doneBy: "editor",
	why: "The title is the line people click in search results and the name that answer engines use when they cite the page. Without a meaningful title, search engines write their own.",
	howToFix: "Give every page one <title> that says what the page is about, followed by your name.",
	consumer: "Google Search, Bing, AI assistants that cite pages, browsers, screen readers",
	reference: "https://www.w3.org/TR/WCAG22/#page-titled",
	reviewed: "2026-11-21",
	note: 'WCAG (the accessibility standard) requires a title that says what its page is about. Google asks for a different title on every page. A title without letters or digits, filler text, or just a default such as "Untitled Document" or "Home" does not count. The check distinct-titles tests whether pages share a title.',
	yieldsTo: ["head-in-raw-html", "text-without-js", "auth-gate"],
	evaluate(page, _, { target }) {
		const [first] = page.digest.titles;
		if (!first) return { outcome: "fail", says: `${page.url} has no <title>.`, fix: fixOf(page, target) };
		const exhibits = exhibitsOf(page, [first]);
		if (first.text.trim() === "") {
			const says = `The <title> of ${page.url} (${first.at}) is empty.`;
			return { outcome: "fail", says, fix: fixOf(page, target), exhibits };
		}
		if (isEmptyTitle(first.text, target.registrableDomain)) {
			return {
				outcome: "fail",
				fault: "The page's title does not say what the page is about",
				says: `The title of ${page.url} is "${clip(first.text, 80)}" (${first.at}), which does not say what the page is about.`,
				fix: fixOf(page, target),
				exhibits,
			};
		}
		return { outcome: "pass", says: `The page's title is "${clip(first.text, 80)}".`, exhibits };
	},
});

function fixOf(page: Page, target: Target): string {
	const [first] = page.digest.titles;
	const name = shownName(page, target);
	const ending = name === undefined ? "" : ` – ${clip(name, 60)}`;
	const where = first ? `Replace the title at ${first.at} of` : "Add to the <head> of";
	return `${where} ${page.url}${first ? " with" : ""}: <title>What the page offers${ending}</title>`;
}
