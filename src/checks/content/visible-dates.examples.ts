import { articleAt, type CheckExamples } from "../shared/example.ts";

const article = (dates = "") =>
	`<script type="application/ld+json">{"@context":"https://schema.org","@type":"BlogPosting","headline":"Glue"${dates}}</script>`;
const head = article();

export const visibleDatesExamples: CheckExamples = {
	check: "visible-dates",
	examples: [
		{
			name: "A labelled date",
			outcome: "pass",
			...articleAt({ head, body: '<p>Published <time datetime="2026-03-04">4 March 2026</time></p>' }),
		},
		{
			name: "A labelled date in plain text",
			outcome: "pass",
			...articleAt({ head, body: "<p>Zuletzt aktualisiert am 4. März 2026</p>" }),
		},
		{ name: "A month", outcome: "pass", ...articleAt({ head, body: "<p>Updated February 2026</p>" }) },
		{
			name: "A month in a sentence is no date of the page",
			outcome: "fail",
			...articleAt({ head, body: "<p>In February 2026 the glue froze in its pot for the first time.</p>" }),
		},
		{ name: "An article without a date", outcome: "fail", ...articleAt({ head }) },
		{
			name: "A date in the structured data only",
			outcome: "partial",
			...articleAt({ head: article(',"datePublished":"2026-03-04"') }),
		},
		{
			name: "Updated next year",
			outcome: "fail",
			...articleAt({ head, body: '<p>Updated <time datetime="2027-03-04">4 March 2027</time></p>' }),
		},
		{
			name: "An article about something to come",
			outcome: "pass",
			...articleAt({
				head,
				body: '<p>Posted 4 March 2026</p><p>The fair opens on <time datetime="2027-05-01">1 May 2027</time>.</p>',
			}),
		},
		{ name: "A home page with an Article in its data", outcome: "not-applicable", head },
		{ name: "No article", outcome: "not-applicable" },
	],
};
