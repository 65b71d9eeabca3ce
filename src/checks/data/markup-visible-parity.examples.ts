import { articleAt, type CheckExamples } from "../shared/example.ts";

const block = (node: object) =>
	`<script type="application/ld+json">${JSON.stringify({ "@context": "https://schema.org", ...node })}</script>`;

const ARTICLE = { "@type": "BlogPosting", headline: "How to sew a book", datePublished: "2026-03-01T09:00:00+01:00" };

export const markupVisibleParityExamples: CheckExamples = {
	check: "markup-visible-parity",
	examples: [
		{
			name: "Headline and date of an article are shown",
			outcome: "pass",
			...articleAt({
				head: block(ARTICLE),
				body: "<article><h2>How to sew a book</h2><p>Published on 1 March 2026</p></article>",
			}),
		},
		{
			name: "The same date in German",
			outcome: "pass",
			...articleAt({
				head: block({ ...ARTICLE, headline: "Ein Buch heften" }),
				body: "<article><h2>Ein Buch heften</h2><p>Vom 1. März 2026</p></article>",
			}),
		},
		{
			name: "A rating that nobody sees",
			outcome: "fail",
			head: block({
				"@type": "Course",
				name: "Binding for beginners",
				aggregateRating: { "@type": "AggregateRating", ratingValue: "4.9", reviewCount: "212" },
			}),
		},
		{
			name: "No date is shown: visible-dates speaks of it",
			outcome: "pass",
			...articleAt({ head: block(ARTICLE), body: "<article><h2>How to sew a book</h2><p>Thread first.</p></article>" }),
		},
		{
			name: "A headline in capitals, with the site's name, shorter and in other words",
			outcome: "pass",
			...articleAt({
				head: block({
					"@type": "BlogPosting",
					headline: "HOW TO BOIL BONE GLUE: A Guide for Beginners &bull; Example Bindery",
				}),
			}),
		},
		{
			name: "The headline of another article",
			outcome: "fail",
			...articleAt({ head: block({ "@type": "BlogPosting", headline: "Seven needles for leather" }) }),
		},
		{
			name: "Below the headline stands another day without a label",
			outcome: "partial",
			...articleAt({ head: block(ARTICLE), body: "<h2>How to sew a book</h2><p>20 May 2026</p>" }),
		},
		{
			name: "A home page with an Article in its data",
			outcome: "not-applicable",
			head: block({ "@type": "BlogPosting", headline: "Seven needles for leather" }),
		},
		{
			name: "Another date is shown: date-agreement compares the two",
			outcome: "pass",
			...articleAt({
				head: block(ARTICLE),
				body: "<article><h2>How to sew a book</h2><p>Published on <time datetime=2026-05-20>20 May 2026</time></p></article>",
			}),
		},
		{
			name: "Neither product, article nor rating",
			outcome: "not-applicable",
			head: block({ "@type": "Course", name: "Binding for beginners" }),
		},
	],
};
