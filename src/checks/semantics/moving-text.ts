import { definePageCheck } from "../define-check.ts";
import { describeBarriers, place, tallyBarriers } from "../shared/barriers.ts";
import { andMore, exhibitsOf } from "../shared/exhibits.ts";
import { lettersOf, NEXT_TO_NOTHING } from "../shared/text-language.ts";

export const movingText = definePageCheck({
	id: "moving-text",
	pillar: "semantics",
	engines: ["answers"],
	grade: "standard",
	atStake: "advice",
	weightReason: "Few pages still have moving text. Where they do, some people cannot read the rest of the page.",
	tableStakes: true,
	title: "No text moves or blinks by itself",
	fault: "Text on the page moves or blinks",
	problem: "some of your text moves and cannot be stopped",
	consequence: "Visitors cannot stop the movement, and some of them cannot read anything while it continues.",
	hours: 1,
	doneBy: "developer",
	why: "Text that moves and cannot be stopped distracts all visitors and stops people with attention or reading difficulties from using the page. HTML has removed the elements that do this.",
	howToFix: "Use a plain paragraph, or add a button that pauses the moving text.",
	consumer: "People with attention or reading difficulties; screen magnifiers",
	reference: "https://www.w3.org/TR/WCAG22/#pause-stop-hide",
	reviewed: "2026-11-22",
	note: "We judge only the elements marquee and blink, which HTML forbids. Movement by style or script may have a stop button, which we cannot judge from the source. Browsers no longer support blink, so that element has no effect.",
	evaluate(page) {
		const tally = tallyBarriers(page, ["moving-text"]);
		const [first] = tally.barriers;
		if (first) {
			return {
				outcome: "fail",
				says: `On ${page.url}, ${describeBarriers(tally)}.`,
				fix: `Change the text of ${place(first)} to a plain paragraph.${andMore(tally.found)}`,
				exhibits: exhibitsOf(page, tally.barriers),
			};
		}
		if (lettersOf(page) < NEXT_TO_NOTHING) {
			return { outcome: "not-applicable", says: "The page has almost no text of its own." };
		}
		return { outcome: "pass", says: "The page does not use marquee or blink." };
	},
});
