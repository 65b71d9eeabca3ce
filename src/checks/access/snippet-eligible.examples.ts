import type { CheckExamples } from "../shared/example.ts";

export const snippetEligibleExamples: CheckExamples = {
	check: "snippet-eligible",
	examples: [
		{
			name: "A limit is no lock",
			outcome: "pass",
			head: `<meta name="robots" content="max-snippet:160, max-image-preview:large">`,
		},
		{ name: "Nothing may be quoted", outcome: "fail", head: `<meta name="robots" content="nosnippet">` },
		{
			name: "A snippet of no characters, by header",
			outcome: "fail",
			headers: { "x-robots-tag": "googlebot: max-snippet:0" },
		},
		{
			name: "A third of the text is withheld",
			outcome: "partial",
			body: `<div data-nosnippet><p>${"Every price here is for one book of up to three hundred leaves, sewn and bound in linen. ".repeat(8)}</p></div>`,
		},
		{ name: "A home page that is an error", outcome: "not-applicable", files: { "/": { status: 503 } } },
	],
};
