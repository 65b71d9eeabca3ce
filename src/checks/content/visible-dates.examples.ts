import type { CheckExamples } from "../shared/example.ts";

const ARTICLE = `<script type="application/ld+json">{"@context":"https://schema.org","@type":"BlogPosting",
"headline":"Glue","url":"https://example.com/"}</script>`;

export const visibleDatesExamples: CheckExamples = {
	check: "visible-dates",
	examples: [
		{
			name: "A labelled date",
			outcome: "pass",
			head: ARTICLE,
			body: '<p>Published <time datetime="2026-03-04">4 March 2026</time></p>',
		},
		{
			name: "A labelled date in plain text",
			outcome: "pass",
			head: ARTICLE,
			body: "<p>Zuletzt aktualisiert am 4. März 2026</p>",
		},
		{ name: "An article without a date", outcome: "partial", head: ARTICLE },
		{
			name: "Updated next year",
			outcome: "fail",
			head: ARTICLE,
			body: '<p>Updated <time datetime="2027-03-04">4 March 2027</time></p>',
		},
		{
			name: "An article about something to come",
			outcome: "pass",
			head: ARTICLE,
			body: '<p>Posted 4 March 2026</p><p>The fair opens on <time datetime="2027-05-01">1 May 2027</time>.</p>',
		},
		{ name: "No article", outcome: "not-applicable" },
	],
};
