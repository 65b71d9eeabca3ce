import { definePageCheck } from "../define-check.ts";
import { articleOf, isOnlyDeclared, markedAuthors, taggedAuthor } from "../shared/article.ts";
import { clip, exhibitsOf } from "../shared/exhibits.ts";

export const byline = definePageCheck({
	id: "byline",
	pillar: "content",
	engines: ["search", "answers"],
	grade: "vendor",
	listedOnly: true,
	atStake: "advice",
	weightReason: "A name helps readers and engines trust an article, but no engine documents that it requires one.",
	title: "Articles name their author",
	fault: "Articles do not name their author",
	problem: "readers cannot see who wrote your articles",
	consequence: "Readers and search engines cannot see who wrote an article, so they have less reason to trust it.",
	hours: 1,
	doneBy: "editor",
	why: "Google's guide to helpful content first asks who wrote it, and answer engines can name the author when they quote. Without a name, readers do not know whom to trust.",
	howToFix: "Write the author's name below the headline, linked to a page about the author with rel=author.",
	consumer: "Google Search; readers",
	reference: "https://developers.google.com/search/docs/fundamentals/creating-helpful-content",
	reviewed: "2026-11-21",
	note: "Google asks for bylines where readers expect them. If the structured data names an organization as the author, no personal name is needed. A name that is only in the data reaches search engines but not readers, so it earns half.",
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
				says: `The structured data names ${clip(stated.name, 80)} as the author.`,
			};
		}
		const name = clip(stated?.name ?? taggedAuthor(page) ?? "", 80);
		const otherwise = isOnlyDeclared(page, article)
			? ` If the page is not an article, remove its ${article.sign}.`
			: "";
		const opening = `${page.url} is marked as an article (${article.sign})`;
		if (name !== "") {
			return {
				outcome: "partial",
				ratio: 0.5,
				fault: "Readers cannot see the author: the name is only in the data",
				says: `${opening}. Its data names ${name} as the author, but readers do not see the name.`,
				fix: `Write below the headline of ${page.url}: <p class="byline">By ${name}</p>.${otherwise}`,
			};
		}
		return {
			outcome: "fail",
			says: `${opening} but names no author.`,
			fix: `Write below the headline of ${page.url} who wrote it: <p class="byline">By …</p>.${otherwise}`,
		};
	},
});
