import type { CheckExamples } from "../shared/example.ts";

const PRODUCT = (rating: string) =>
	`<script type="application/ld+json">{"@context":"https://schema.org","@type":"Product","name":"Notebook","aggregateRating":{"@type":"AggregateRating",${rating}}}</script>`;

export const reviewRulesExamples: CheckExamples = {
	check: "review-rules",
	examples: [
		{
			name: "A product's rating with its count",
			outcome: "pass",
			head: PRODUCT('"ratingValue":"4.4","reviewCount":"89"'),
			body: "<p>Rated 4.4 of 5 by 89 readers.</p>",
		},
		{
			name: "A scale of one hundred, said so",
			outcome: "pass",
			head: PRODUCT('"ratingValue":88,"bestRating":100,"ratingCount":20'),
			body: "<p>Rated 88 of 100 by 20 readers.</p>",
		},
		{
			name: "A directory that rates another business",
			outcome: "pass",
			head: `<script type="application/ld+json">{"@context":"https://schema.org","@type":"Restaurant","name":"The Paper Cafe","url":"https://cafe.example.net/","aggregateRating":{"@type":"AggregateRating","ratingValue":4.2,"ratingCount":31}}</script>`,
			body: "<p>The Paper Cafe: 4.2 of 5 from 31 guests.</p>",
		},
		{ name: "A rating without a count", outcome: "fail", head: PRODUCT('"ratingValue":"4.4"') },
		{ name: "A comma in place of a dot", outcome: "fail", head: PRODUCT('"ratingValue":"4,4","ratingCount":89') },
		{
			name: "Stars for one's own business",
			outcome: "fail",
			head: `<script type="application/ld+json">{"@context":"https://schema.org","@type":"LocalBusiness","name":"Example Bindery","url":"https://example.com/","aggregateRating":{"@type":"AggregateRating","ratingValue":4.9,"ratingCount":212}}</script>`,
		},
		{
			name: "A rating that stands in the data alone",
			outcome: "not-applicable",
			head: PRODUCT('"ratingValue":"4.4","reviewCount":"89"'),
		},
		{ name: "No ratings", outcome: "not-applicable" },
	],
};
