import { definePageCheck } from "../define-check.ts";
import { articleOf, isOnlyDeclared, markedAuthors, taggedAuthor } from "../shared/article.ts";
import { clip, exhibitsOf } from "../shared/exhibits.ts";

export const byline = definePageCheck({
	id: "byline",
	pillar: "content",
	engines: ["search", "answers"],
	grade: "vendor",
	atStake: "advice",
	weightReason: "It helps readers and engines to trust an article, and no engine documents that it requires one.",
	title: "Articles name their author",
	fault: "Articles do not name their author",
	consequence:
		"Readers and search engines cannot see who stands behind an article, so they have less reason to trust it.",
	effort: "small",
	doneBy: "editor",
	why: "Who wrote it is the first thing that Google asks of helpful content, and what answer engines can name when they quote. Without a name, readers do not know who stands behind the article.",
	howToFix: "Write the author's name below the headline, linked to a page about the author with rel=author.",
	consumer: "Google Search; readers",
	reference: "https://developers.google.com/search/docs/fundamentals/creating-helpful-content",
	reviewed: "2026-11-21",
	note: "Google asks for bylines where readers expect them. An article whose structured data names an organization as its author speaks for the house and needs no other name. A name that stands in the data alone reaches search engines and no reader: it counts half.",
	yieldsTo: ["text-without-js"],
	evaluate(page) {
		const article = articleOf(page);
		if (!article) return { outcome: "not-applicable", says: "The page is not an article." };
		const { bylines } = page.digest;
		const [first] = bylines;
		if (first) {
			const says = `The article names its author: ${clip(first.name, 80)}.`;
			return { outcome: "pass", says, exhibits: exhibitsOf(page, bylines) };
		}
		const [stated] = markedAuthors(page);
		if (stated?.house) {
			return {
				outcome: "not-applicable",
				says: `The article speaks for ${clip(stated.name, 80)}, by its structured data.`,
			};
		}
		const name = clip(stated?.name ?? taggedAuthor(page) ?? "", 80);
		const otherwise = isOnlyDeclared(page, article) ? ` If the page is no article, take away its ${article.sign}.` : "";
		const opening = `${page.url} is an article by its ${article.sign}`;
		if (name !== "") {
			return {
				outcome: "partial",
				ratio: 0.5,
				fault: "The author stands in the data only",
				says: `${opening}; its data name ${name} as author, and no reader sees it.`,
				fix: `Write below the headline of ${page.url}: <p class="byline">By ${name}</p>.${otherwise}`,
			};
		}
		return {
			outcome: "fail",
			says: `${opening}, and names no author.`,
			fix: `Write below the headline of ${page.url} who wrote it: <p class="byline">By …</p>.${otherwise}`,
		};
	},
});
