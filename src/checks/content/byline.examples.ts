import { articleAt, type CheckExamples } from "../shared/example.ts";

const article = (author: string) =>
	`<script type="application/ld+json">{"@context":"https://schema.org","@type":"Article","headline":"Glue",
"author":${author}}</script>`;
const PERSON = '{"@type":"Person","name":"Ada Quire"}';

export const bylineExamples: CheckExamples = {
	check: "byline",
	examples: [
		{
			name: "A line below the headline",
			outcome: "pass",
			...articleAt({ head: article(PERSON), body: "<p>By Ada Quire</p>" }),
		},
		{
			name: "A link to the author",
			outcome: "pass",
			...articleAt({ head: article(PERSON), body: '<a rel="author" href="/about/">Ada Quire</a>' }),
		},
		{ name: "A name in the structured data only", outcome: "partial", ...articleAt({ head: article(PERSON) }) },
		{
			name: "A post below /blog/ without any name",
			outcome: "fail",
			...articleAt({ body: "<p>Published 4 March 2026</p>" }),
		},
		{
			name: "The name of somebody who left a comment",
			outcome: "fail",
			...articleAt({ body: '<section id="comments"><p class="author">By Some Reader</p></section>' }),
		},
		{
			name: "An article that speaks for the house",
			outcome: "not-applicable",
			...articleAt({ head: article('{"@type":"Organization","name":"Example Bindery"}') }),
		},
		{ name: "A home page with an Article in its data", outcome: "not-applicable", head: article(PERSON) },
		{
			name: "A page of a manual, with the day of its last change",
			outcome: "not-applicable",
			...articleAt(
				{ body: "<article><p>Last updated on 4 March 2026</p></article>" },
				"https://example.com/docs/how-to-boil-glue/",
			),
		},
		{ name: "No article", outcome: "not-applicable" },
	],
};
