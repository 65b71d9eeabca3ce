import type { CheckExamples } from "../shared/example.ts";

const RULES = ".cover { color: #222; margin: 0 auto }\n";

export const contentStartExamples: CheckExamples = {
	check: "content-start",
	examples: [
		{ name: "A head of ordinary length", outcome: "pass" },
		{ name: "10 kB of inline styles before the text", outcome: "partial", head: `<style>${RULES.repeat(260)}</style>` },
		{ name: "60 kB of inline styles before the text", outcome: "fail", head: `<style>${RULES.repeat(1500)}</style>` },
		{
			name: "A page without text",
			outcome: "not-applicable",
			page: '<!doctype html><title>x</title><img src="a.png">',
		},
	],
};
