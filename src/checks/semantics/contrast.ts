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
		"It excludes people with low vision and agents that look at screenshots. Other machines can still read the text.",
	tableStakes: true,
	title: "Text has enough contrast with its background",
	fault: "Text has too little contrast with its background",
	problem: "some of your text is hard to read on its background",
	consequence: "People with low vision, or with a phone in bright sunlight, cannot read parts of your page.",
	hours: 3,
	doneBy: "developer",
	why: "Pale text is hard to read for people with low vision, on phones in bright sunlight, and for agents that read screenshots.",
	howToFix: "Choose text and background colours with a contrast of at least 4.5:1, or 3:1 for large text.",
	consumer: "People with low vision; agents that work from screenshots",
	reference: "https://www.w3.org/TR/WCAG22/#contrast-minimum",
	reviewed: "2026-11-21",
	note: "Measured with axe-core on the rendered page. Text on images and gradients cannot be measured, so it does not count.",
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
