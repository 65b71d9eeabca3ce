import type { CheckExamples } from "../shared/example.ts";

const article = (author: string) =>
	`<script type="application/ld+json">{"@context":"https://schema.org","@type":"Article","headline":"Glue",
"author":${author}}</script>`;
const PERSON = '{"@type":"Person","name":"Ada Quire"}';

export const bylineExamples: CheckExamples = {
	check: "byline",
	examples: [
		{ name: "A line below the headline", outcome: "pass", head: article(PERSON), body: "<p>By Ada Quire</p>" },
		{
			name: "A link to the author",
			outcome: "pass",
			head: article(PERSON),
			body: '<a rel="author" href="/about/">Ada Quire</a>',
		},
		{ name: "A name in the structured data only", outcome: "partial", head: article(PERSON) },
		{
			name: "The name of somebody who left a comment",
			outcome: "partial",
			head: article(PERSON),
			body: '<section id="comments"><p class="author">By Some Reader</p></section>',
		},
		{
			name: "An article that speaks for the house",
			outcome: "not-applicable",
			head: article('{"@type":"Organization","name":"Example Bindery"}'),
		},
		{ name: "No article", outcome: "not-applicable" },
	],
};
