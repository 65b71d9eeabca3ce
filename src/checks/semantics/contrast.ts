import { defineSiteCheck } from "../define-check.ts";
import { judgeLayout } from "../shared/barriers.ts";
import { clip } from "../shared/exhibits.ts";

export const contrast = defineSiteCheck({
	id: "contrast",
	pillar: "semantics",
	engines: ["search", "answers"],
	grade: "standard",
	mode: "deep",
	atStake: "advice",
	weightReason:
		"It shuts out readers with weak sight and agents that look at pictures of pages; the text itself stays readable to machines.",
	tableStakes: true,
	title: "Text has enough contrast with its background",
	fault: "Text has too little contrast with its background",
	consequence: "People with weak sight, or with a phone in the sun, cannot read parts of your page.",
	effort: "small",
	doneBy: "developer",
	why: "Pale text is lost on people with weak sight, on phones in the sun, and on agents that read screenshots.",
	howToFix: "Choose text and background colours with a contrast of at least 4.5:1, or 3:1 for large text.",
	consumer: "People with weak sight; agents that work from screenshots",
	reference: "https://www.w3.org/TR/WCAG22/#contrast-minimum",
	reviewed: "2026-11-21",
	note: "Measured by axe-core on the laid-out page. Text on pictures and gradients cannot be decided and counts neither way.",
	yieldsTo: ["text-without-js"],
	needs: ["rendered"],
	evaluate({ rendered }) {
		return judgeLayout(rendered, {
			kind: "contrast",
			one: "piece of text",
			many: "pieces of text",
			lacks: "too little contrast",
			remedy: ({ at, says }) => `Change the colours of ${clip(at, 80)}: ${clip(says, 160)}.`,
		});
	},
});
