import { definePageCheck } from "../define-check.ts";
import { andMore, place, tallyBarriers, tellBarriers } from "../shared/barriers.ts";
import { exhibitsOf } from "../shared/exhibits.ts";
import { lettersOf, NEXT_TO_NOTHING } from "../shared/text-language.ts";

export const movingText = definePageCheck({
	id: "moving-text",
	pillar: "semantics",
	engines: ["answers"],
	grade: "standard",
	atStake: "advice",
	weightReason: "Few pages still have it; where one does, some people cannot read the page beside it.",
	tableStakes: true,
	title: "No text moves or blinks by itself",
	fault: "Text on the page moves or blinks",
	consequence: "Visitors cannot stop the movement, and some of them cannot read anything while it goes on.",
	effort: "small",
	doneBy: "developer",
	why: "Text that moves without a way to stop it distracts everybody, and keeps people with attention or reading difficulties from using the page. The elements that do it were removed from HTML.",
	howToFix: "Write the text as a plain paragraph, or give a moving one a button that pauses it.",
	consumer: "People with attention or reading difficulties; screen magnifiers",
	reference: "https://www.w3.org/TR/WCAG22/#pause-stop-hide",
	reviewed: "2026-11-22",
	note: "Only the elements marquee and blink are judged, which HTML forbids; movement by style or script may have a button that stops it, and is not judged from the source. Browsers no longer obey blink, but the text was meant to be seen blinking, and the element means nothing.",
	evaluate(page) {
		const tally = tallyBarriers(page, ["moving-text"]);
		const [first] = tally.barriers;
		if (first) {
			return {
				outcome: "fail",
				says: `On ${page.url}, ${tellBarriers(tally)}.`,
				fix: `Write the text of ${place(first)} as a plain paragraph.${andMore(tally.found)}`,
				exhibits: exhibitsOf(page, tally.barriers),
			};
		}
		if (lettersOf(page) < NEXT_TO_NOTHING) {
			return { outcome: "not-applicable", says: "The page has next to no text of its own." };
		}
		return { outcome: "pass", says: "The page uses neither marquee nor blink." };
	},
});
