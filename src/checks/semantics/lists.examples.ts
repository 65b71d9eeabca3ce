import type { CheckExamples } from "../shared/example.ts";

export const listsExamples: CheckExamples = {
	check: "lists",
	examples: [
		{ name: "A list", outcome: "pass", body: "<ul><li>Linen</li><li>Half linen</li></ul>" },
		{
			name: "Terms and their meanings, grouped",
			outcome: "pass",
			body: "<dl><div><dt>Joint</dt><dd>Where the board meets the back.</dd></div></dl>",
		},
		{ name: "Items outside a list", outcome: "fail", body: "<div><li>Linen</li><li>Half linen</li></div>" },
		{ name: "A heading between the items", outcome: "partial", body: "<ul><h2>Covers</h2><li>Linen</li></ul>" },
		{ name: "A page without lists", outcome: "not-applicable" },
	],
};
