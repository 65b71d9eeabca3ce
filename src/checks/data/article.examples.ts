import type { CheckExamples } from "../shared/example.ts";

const ARTICLE = (members: string) =>
	`<script type="application/ld+json">{"@context":"https://schema.org","@type":"BlogPosting",${members}}</script>`;

export const articleExamples: CheckExamples = {
	check: "article",
	examples: [
		{
			name: "Headline, author, date and picture",
			outcome: "pass",
			head: ARTICLE(
				'"headline":"Why backs break","author":{"@type":"Person","name":"Ann Binder"},"datePublished":"2026-03-14","image":"https://example.com/back.jpg"',
			),
		},
		{
			name: "The author as a node of its own in the graph",
			outcome: "pass",
			head: `<script type="application/ld+json">{"@context":"https://schema.org","@graph":[{"@type":"Article","headline":"Why backs break","author":{"@id":"#ann"},"datePublished":"2026-03-14","image":{"@type":"ImageObject","url":"https://example.com/back.jpg"}},{"@type":"Person","@id":"#ann","name":"Ann Binder"}]}</script>`,
		},
		{
			name: "A headline alone",
			outcome: "partial",
			head: ARTICLE('"headline":"Why backs break"'),
		},
		{
			name: "Neither date nor picture",
			outcome: "partial",
			head: ARTICLE('"headline":"Why backs break","author":{"@type":"Person","name":"Ann Binder"}'),
		},
		{ name: "A page that is no article", outcome: "not-applicable" },
		{
			name: "A front page that lists articles",
			outcome: "not-applicable",
			head: `<script type="application/ld+json">{"@context":"https://schema.org","@graph":[{"@type":"BlogPosting","headline":"One"},{"@type":"BlogPosting","headline":"Two"}]}</script>`,
		},
	],
};
