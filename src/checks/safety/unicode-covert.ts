import { plainCount } from "#core/wording.ts";
import { definePageCheck } from "../define-check.ts";
import { clip, exhibitsOf } from "../shared/exhibits.ts";

export const unicodeCovert = definePageCheck({
	id: "unicode-covert",
	pillar: "safety",
	engines: ["answers"],
	grade: "convention",
	atStake: "advice",
	weightReason: "Most such runs are watermarks or leftovers; an order among them is reported by hidden-instructions.",
	title: "No run of invisible characters stands in the text",
	fault: "Runs of invisible characters stand in the text",
	consequence: "Assistants may read words that your visitors and editors never see.",
	effort: "small",
	doneBy: "editor",
	why: "Tag characters and long runs of characters without width can spell words that no person sees, and that a model reads. They come in with copied text, or with an attack.",
	howToFix: "Delete the characters, and have the editor or the form strip them from what comes in.",
	consumer: "Language models, which read these characters",
	reference: "https://www.unicode.org/reports/tr36/",
	reviewed: "2026-11-21",
	note: "Joiners inside emoji, joiners of Arabic and Indic scripts, flags of regions, single soft spaces and a byte order mark are ordinary text and do not count.",
	evaluate(page) {
		const runs = page.digest.hidden.filter(({ how }) => how === "invisible characters");
		const [first] = runs;
		if (!first) return { outcome: "pass", says: `${page.url} has no run of invisible characters.` };
		const said = /^(?:U\+[0-9A-F]+ ?)+$/.test(first.text) ? "" : ` It spells "${clip(first.text, 80)}".`;
		return {
			outcome: "partial",
			ratio: 0.5,
			says: `${page.url} has ${plainCount(runs.length, "run")} of invisible characters, the first at ${first.at}.${said}`,
			fix: `Delete the invisible characters at ${first.at} of ${page.url}.`,
			exhibits: exhibitsOf(page, runs),
		};
	},
});
