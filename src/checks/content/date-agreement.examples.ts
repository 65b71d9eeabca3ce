import { articleAt, type CheckExamples } from "../shared/example.ts";

const article = (dates: string) =>
	`<script type="application/ld+json">{"@context":"https://schema.org","@type":"Article","headline":"Glue",${dates}}</script>`;
const shown = (label: string, day: string) => `<p>${label} <time datetime="${day}">${day}</time></p>`;
const dated = (head: string, body: string) => articleAt({ head: article(head), body });

export const dateAgreementExamples: CheckExamples = {
	check: "date-agreement",
	examples: [
		{
			name: "All dates from one field",
			outcome: "pass",
			...dated('"datePublished":"2026-01-13"', shown("Published", "2026-01-13")),
		},
		{
			name: "The same evening in another time zone",
			outcome: "pass",
			...dated('"datePublished":"2026-01-13T03:30:00Z"', shown("Published", "2026-01-12")),
		},
		{
			name: "Structured data that was copied from another article",
			outcome: "fail",
			...dated('"datePublished":"2024-08-01"', shown("Published", "2026-01-13")),
		},
		{
			name: "The day of publication agrees, the update does not",
			outcome: "partial",
			...dated(
				'"datePublished":"2026-01-13","dateModified":"2026-02-01"',
				`${shown("Published", "2026-01-13")}${shown("Updated", "2026-09-01")}`,
			),
		},
		{
			name: "Dates of other articles below this one",
			outcome: "pass",
			...dated(
				'"datePublished":"2026-01-13"',
				`${shown("Published", "2026-01-13")}<p>${"Glue is boiled. ".repeat(150)}</p>
<div><h3>Thread</h3><time itemprop="datePublished" datetime="2025-02-01">1 February 2025</time></div>`,
			),
		},
		{
			name: "An old article in a new layout",
			outcome: "pass",
			...dated('"datePublished":"2019-05-02"', shown("Published", "2019-05-02")),
		},
		{
			name: "An article with one date",
			outcome: "not-applicable",
			...articleAt({ head: article('"datePublished":"2019-05-02"') }),
		},
		{ name: "No article", outcome: "not-applicable" },
	],
};
