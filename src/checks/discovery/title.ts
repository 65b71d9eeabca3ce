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
	consequence: "People cannot tell from a search result or a browser tab what the page offers.",
	effort: "small",
	doneBy: "editor",
	why: "The title is the line people click in search results and the name under which answer engines cite the page. Without a title that says something, search engines write one of their own.",
	howToFix: "Give every page one <title> that says what the page is about and whose it is.",
	consumer: "Google Search, Bing, AI assistants that cite pages, browsers, screen readers",
	reference: "https://www.w3.org/TR/WCAG22/#page-titled",
	reviewed: "2026-11-21",
	note: 'WCAG asks that a title says what its page is about; Google asks for another one on every page. A title without letters or digits, filler text, or a default such as "Untitled Document" or "Home" and nothing else says nothing. Whether pages share a title is asked at distinct-titles.',
	yieldsTo: ["head-in-raw-html", "text-without-js", "auth-gate"],
	evaluate(page, _, { target }) {
		const [first] = page.digest.titles;
		const name = shownName(page, target);
		const ending = name === undefined ? "" : ` – ${clip(name, 60)}`;
		const where = first ? `in place of the title at ${first.at} of` : "into the <head> of";
		const fix = `Write ${where} ${page.url}: <title>What the page offers${ending}</title>`;
		if (!first) return { outcome: "fail", says: `${page.url} has no <title>.`, fix };
		const exhibits = exhibitsOf(page, [first]);
		if (first.text.trim() === "") {
			return { outcome: "fail", says: `The <title> of ${page.url} (${first.at}) is empty.`, fix, exhibits };
		}
		if (isEmptyTitle(first.text, target.registrableDomain)) {
			return {
				outcome: "fail",
				fault: "The page's title says nothing",
				says: `The title of ${page.url} is "${clip(first.text, 80)}" (${first.at}), which does not say what the page is about.`,
				fix,
				exhibits,
			};
		}
		return { outcome: "pass", says: `The page's title is "${clip(first.text, 80)}".`, exhibits };
	},
});
