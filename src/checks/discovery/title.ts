import { definePageCheck } from "../define-check.ts";
import { clip, exhibitsOf } from "../exhibits.ts";

export const title = definePageCheck({
	id: "title",
	pillar: "discovery",
	engines: ["search", "answers"],
	grade: "standard",
	mode: "light",
	weight: 3,
	weightReason:
		"It is the headline of every search result, tab and citation, and the first thing a screen reader says.",
	title: "The page has a title",
	why: "The title is the line people click in search results and the name under which answer engines cite the page. Without one, machines make it up.",
	howToFix: "Give every page one <title> that says what the page is about and whose it is.",
	reference: "https://www.w3.org/TR/WCAG22/#page-titled",
	reviewed: "2026-11-21",
	needs: [],
	evaluate(page, _, { target }) {
		const [first] = page.digest.titles;
		const fix = `Write into the <head> of ${page.url}: <title>What the page offers – ${target.displayHost}</title>`;
		if (!first) return { outcome: "fail", says: `${page.url} has no <title>.`, fix };
		const exhibits = exhibitsOf(page, [first]);
		if (first.text.trim() === "") {
			return { outcome: "fail", says: `The <title> of ${page.url} (${first.at}) is empty.`, fix, exhibits };
		}
		return { outcome: "pass", says: `The page's title is "${clip(first.text, 80)}".`, exhibits };
	},
});
