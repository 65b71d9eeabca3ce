import type { CheckExamples } from "../shared/example.ts";

export const policyCoherenceExamples: CheckExamples = {
	check: "policy-coherence",
	examples: [
		{
			name: "Search yes, training no, and rules that say the same",
			outcome: "pass",
			files: {
				"/robots.txt":
					"User-agent: *\nContent-Signal: search=yes, ai-train=no\nAllow: /\n\nUser-agent: GPTBot\nDisallow: /\n",
			},
		},
		{
			name: "Answers are welcome, and may quote nothing: counted at the snippet",
			outcome: "not-applicable",
			head: `<meta name="robots" content="nosnippet">`,
			files: { "/robots.txt": "User-agent: *\nContent-Signal: ai-input=yes\nAllow: /\n" },
		},
		{
			name: "Training is welcome in one line and refused in the next, which costs nothing",
			outcome: "pass",
			files: {
				"/robots.txt": "User-agent: GPTBot\nContent-Signal: ai-train=yes\nDisallow: /\n",
			},
		},
		{
			name: "The file says yes, the header says no",
			outcome: "partial",
			headers: { "content-signal": "ai-input=no" },
			files: { "/robots.txt": "User-agent: *\nContent-Signal: ai-input=yes\nAllow: /\n" },
		},
		{ name: "Nothing is stated", outcome: "not-applicable" },
	],
};
