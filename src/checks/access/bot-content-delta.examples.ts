import type { CheckExamples } from "../shared/example.ts";

const page = (
	text: string,
) => `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Example Bindery</title></head>
<body><main><h1>Books, bound by hand</h1><p>${text}</p></main></body></html>`;
const PEOPLE =
	"We repair books whose backs have given up, sew loose sheets into new ones, and teach both on Saturdays.";
const CRAWLERS =
	"Binding near you, cheap binding, binding today, binding open now, the best binding in every city of the land.";

export const botContentDeltaExamples: CheckExamples = {
	check: "bot-content-delta",
	examples: [
		{ name: "One text for all", outcome: "pass" },
		{
			name: "Nothing but other words for crawlers",
			outcome: "fail",
			page: page(CRAWLERS),
			files: { "/": { when: { browser: page(PEOPLE) } } },
		},
		{
			name: "Half of the text is for crawlers only",
			outcome: "partial",
			page: page(`${PEOPLE} ${CRAWLERS}`),
			files: { "/": { when: { browser: page(PEOPLE) } } },
		},
		{
			name: "A difference that is declared",
			outcome: "not-applicable",
			page: page(CRAWLERS),
			files: { "/": { headers: { vary: "User-Agent" }, when: { browser: page(PEOPLE) } } },
		},
		{
			name: "A page that changes at every visit",
			outcome: "not-applicable",
			page: page(CRAWLERS),
			files: { "/": { when: { browser: page(PEOPLE), again: page(PEOPLE) } } },
		},
	],
};
