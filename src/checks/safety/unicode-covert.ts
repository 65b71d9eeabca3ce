import { plainCount } from "#core/wording.ts";
import { definePageCheck } from "../define-check.ts";
import { clip, exhibitsOf } from "../shared/exhibits.ts";

export const unicodeCovert = definePageCheck({
	id: "unicode-covert",
	pillar: "safety",
	engines: ["answers"],
	grade: "convention",
	atStake: "advice",
	weightReason:
		"Most such characters are watermarks or leftovers. The check hidden-instructions reports instructions among them.",
	title: "The text has no sequences of invisible characters",
	fault: "The text contains sequences of invisible characters",
	consequence: "Assistants may read words that your visitors and editors never see.",
	hours: 0.5,
	doneBy: "editor",
	why: "Tag characters and long sequences of zero-width characters can spell words that people cannot see but AI models read. They come with copied text, or from an attack.",
	howToFix: "Delete the characters, and have your editor or form remove them from new text.",
	consumer: "Language models, which read these characters",
	reference: "https://www.unicode.org/reports/tr36/",
	reviewed: "2026-11-21",
	note: "Joiners inside emoji, joiners of Arabic and Indic scripts, flags of regions, single zero-width spaces and a byte order mark are normal text and do not count.",
	evaluate(page) {
		const runs = page.digest.hidden.filter(({ how }) => how === "invisible characters");
		const [first] = runs;
		if (!first) return { outcome: "pass", says: `${page.url} has no sequence of invisible characters.` };
		const said = /^(?:U\+[0-9A-F]+ ?)+$/.test(first.text) ? "" : ` It spells "${clip(first.text, 80)}".`;
		return {
			outcome: "partial",
			ratio: 0.5,
			says: `${page.url} has ${plainCount(runs.length, "sequence")} of invisible characters, the first at ${first.at}.${said}`,
			fix: `Delete the invisible characters at ${first.at} of ${page.url}.`,
			exhibits: exhibitsOf(page, runs),
		};
	},
});
