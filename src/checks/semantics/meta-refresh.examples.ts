import type { CheckExamples } from "../shared/example.ts";

export const metaRefreshExamples: CheckExamples = {
	check: "meta-refresh",
	examples: [
		{ name: "A redirect without delay", outcome: "pass", head: '<meta http-equiv="refresh" content="0; url=/">' },
		{ name: "Once a day", outcome: "pass", head: '<meta http-equiv="refresh" content="86400">' },
		{ name: "Every half minute", outcome: "fail", head: '<meta http-equiv="refresh" content="30">' },
		{ name: "A header that does the same", outcome: "fail", headers: { refresh: "10; url=/courses/" } },
		{
			name: "One that no browser understands",
			outcome: "not-applicable",
			head: '<meta http-equiv="refresh" content="soon">',
		},
		{ name: "A page without a refresh", outcome: "not-applicable" },
	],
};
