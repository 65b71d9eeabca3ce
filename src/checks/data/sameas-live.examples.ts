import type { CheckExamples } from "../shared/example.ts";

const profile = (address: string) =>
	`<script type="application/ld+json">{"@context":"https://schema.org","@type":"Organization","name":"Example Bindery","sameAs":"${address}"}</script>`;

export const sameasLiveExamples: CheckExamples = {
	check: "sameas-live",
	examples: [
		{ name: "A profile that answers", outcome: "pass" },
		{
			name: "A profile that was deleted",
			outcome: "partial",
			head: profile("https://social.example.net/@bindery-old"),
		},
		{
			name: "Networks that turn programs away",
			outcome: "not-applicable",
			head: profile("https://network.example.net/in/bindery"),
			files: {
				"https://social.example.net/@examplebindery": { status: 429 },
				"https://network.example.net/in/bindery": { status: 999 },
			},
		},
	],
};
