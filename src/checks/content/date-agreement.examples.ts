import type { CheckExamples } from "../shared/example.ts";

const article = (dates: string) =>
	`<script type="application/ld+json">{"@context":"https://schema.org","@type":"Article","headline":"Glue",${dates}}</script>`;
const shown = (label: string, day: string) => `<p>${label} <time datetime="${day}">${day}</time></p>`;

export const dateAgreementExamples: CheckExamples = {
	check: "date-agreement",
	examples: [
		{
			name: "All dates from one field",
			outcome: "pass",
			head: article('"datePublished":"2026-01-13"'),
			body: shown("Published", "2026-01-13"),
		},
		{
			name: "Structured data that was copied from another article",
			outcome: "partial",
			head: article('"datePublished":"2024-08-01"'),
			body: shown("Published", "2026-01-13"),
		},
		{
			name: "Updated after the server's last change",
			outcome: "partial",
			head: article('"dateModified":"2026-09-01"'),
			body: shown("Updated", "2026-09-01"),
		},
		{
			name: "An old article in a new layout",
			outcome: "pass",
			head: article('"datePublished":"2019-05-02"'),
			body: shown("Published", "2019-05-02"),
		},
		{ name: "An article with one date", outcome: "not-applicable", head: article('"datePublished":"2019-05-02"') },
		{ name: "No article", outcome: "not-applicable" },
	],
};
