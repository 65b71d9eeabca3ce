import { articleAt, type CheckExamples } from "../shared/example.ts";

const ARTICLE = (members: string) =>
	`<script type="application/ld+json">{"@context":"https://schema.org","@type":"BlogPosting",${members}}</script>`;

export const articleExamples: CheckExamples = {
	check: "article",
	examples: [
		{
			name: "Headline, author, date and picture",
			outcome: "pass",
			...articleAt({
				head: ARTICLE(
					'"headline":"Why backs break","author":{"@type":"Person","name":"Ann Binder"},"datePublished":"2026-03-14","image":"https://example.com/back.jpg"',
				),
			}),
		},
		{
			name: "The author as a node of its own in the graph",
			outcome: "pass",
			...articleAt({
				head: `<script type="application/ld+json">{"@context":"https://schema.org","@graph":[{"@type":"Article","headline":"Why backs break","author":{"@id":"#ann"},"datePublished":"2026-03-14","image":{"@type":"ImageObject","url":"https://example.com/back.jpg"}},{"@type":"Person","@id":"#ann","name":"Ann Binder"}]}</script>`,
			}),
		},
		{
			name: "A headline alone",
			outcome: "partial",
			...articleAt({ head: ARTICLE('"headline":"Why backs break"') }),
		},
		{
			name: "Neither date nor picture",
			outcome: "partial",
			...articleAt({ head: ARTICLE('"headline":"Why backs break","author":{"@type":"Person","name":"Ann Binder"}') }),
		},
		{
			name: "A home page with an Article in its data",
			outcome: "not-applicable",
			head: ARTICLE('"headline":"Why backs break"'),
		},
		{
			name: "A post below /blog/ without structured data",
			outcome: "fail",
			...articleAt({ body: "<p>By Ann Binder, 4 March 2026</p>" }),
		},
		{
			name: "A service below /services/ whose builder calls every page an article",
			outcome: "not-applicable",
			...articleAt(
				{
					head: '<meta property="og:type" content="article"><meta property="article:published_time" content="2026-03-04">',
				},
				"https://example.com/services/boil-your-glue/",
			),
		},
		{ name: "A page that is no article", outcome: "not-applicable" },
		{
			name: "A front page that lists articles",
			outcome: "not-applicable",
			head: `<script type="application/ld+json">{"@context":"https://schema.org","@graph":[{"@type":"BlogPosting","headline":"One"},{"@type":"BlogPosting","headline":"Two"}]}</script>`,
		},
	],
};
