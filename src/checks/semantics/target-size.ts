import { defineSiteCheck } from "../define-check.ts";
import { judgeLayout } from "../shared/barriers.ts";
import { clip } from "../shared/exhibits.ts";

export const targetSize = defineSiteCheck({
	id: "target-size",
	pillar: "semantics",
	engines: ["search", "answers"],
	grade: "standard",
	mode: "deep",
	atStake: "advice",
	weightReason:
		"Small targets are hard to hit for some people and for agents that click at coordinates. Keyboards and addresses still work.",
	tableStakes: true,
	title: "Links and buttons are large enough to tap",
	fault: "Links or buttons are too small or too close to tap",
	consequence: "On phones, people miss small links or hit the wrong one.",
	hours: 2,
	doneBy: "developer",
	why: "Fingers, unsteady hands and agents that click at coordinates miss targets that are small and close together.",
	howToFix:
		"Make every link and button outside running text at least 24 by 24 CSS pixels, or leave that much space around it.",
	consumer: "People with unsteady hands; agents that click at coordinates",
	reference: "https://www.w3.org/TR/WCAG22/#target-size-minimum",
	reviewed: "2026-11-21",
	note: "Measured with axe-core at phone size. Links inside sentences are exempt, as in WCAG 2.5.8. The figure differs from run to run, so we show it and deduct nothing.",
	scored: false,
	yieldsTo: ["text-without-js"],
	needs: ["rendered"],
	evaluate({ rendered }) {
		return judgeLayout(rendered, {
			kind: "target-size",
			one: "target",
			many: "targets",
			lacks: "too little space",
			remedy: ({ at, says }) => `Give ${clip(at, 80)} more space: ${clip(says, 160)}.`,
		});
	},
});
