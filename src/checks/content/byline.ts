import { definePageCheck } from "../define-check.ts";
import { type ArticlePage, articleOf } from "../shared/article-page.ts";
import { clip, exhibitsOf } from "../shared/exhibits.ts";
import { isOrganizationType } from "../shared/organization-types.ts";
import { textOf } from "../shared/structured-graph.ts";

export const byline = definePageCheck({
	id: "byline",
	pillar: "content",
	engines: ["search", "answers"],
	grade: "vendor",
	weight: 1,
	weightReason: "It helps readers and engines to trust an article, and no engine documents that it requires one.",
	title: "Articles name their author",
	fault: "Articles do not name their author",
	consequence:
		"Readers and search engines cannot see who stands behind an article, so they have less reason to trust it.",
	effort: "small",
	doneBy: "editor",
	why: "Who wrote it is the first thing that Google asks of helpful content, and what answer engines can name when they quote. Without a name, nobody vouches for the article.",
	howToFix: "Write the author's name below the headline, linked to a page about the author with rel=author.",
	consumer: "Google Search; readers",
	reference: "https://developers.google.com/search/docs/fundamentals/creating-helpful-content",
	reviewed: "2026-11-21",
	note: "Google asks for bylines where readers expect them. An article whose structured data names an organization as its author speaks for the house and needs no other name.",
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
		const stated = statedAuthor(article);
		if (stated?.house) {
			return { outcome: "not-applicable", says: `The article speaks for ${stated.name}, by its structured data.` };
		}
		const name = stated?.name ?? "Name of the author";
		const hint = stated ? `; its structured data names ${name}` : "";
		return {
			outcome: "partial",
			ratio: 0.5,
			says: `${page.url} is an article by its ${article.sign}, and shows no name of who wrote it${hint}.`,
			fix: `Write below the headline of ${page.url}: <p>By <a rel="author" href="/about/">${name}</a></p>.`,
		};
	},
});

/** The author of the structured data, where it names one. */
function statedAuthor({ graph, thing }: ArticlePage): { readonly name: string; readonly house: boolean } | undefined {
	if (!thing) return undefined;
	const [author] = graph.follow(thing, "author");
	if (author) {
		return { name: textOf(graph, author, "name") || "its author", house: [...author.types].some(isOrganizationType) };
	}
	const name = textOf(graph, thing, "author");
	return name === "" || URL.canParse(name) ? undefined : { name, house: false };
}
