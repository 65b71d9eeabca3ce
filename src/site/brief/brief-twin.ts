import type { TwinEnding } from "../page/page-twins.ts";
import { type Brief, shownBrief } from "./brief.ts";
import { type BesideBrief, briefContent } from "./brief-content.ts";
import { briefMarkdown } from "./brief-markdown.ts";
import { findingCounts } from "./brief-texts.ts";
import { costsPoints } from "./receipt-words.ts";

/**
 * A brief's page as a file for programs: its Markdown, or what it says as data. What passes is counted; the receipt has
 * all of it, byte for byte.
 */
export function briefTwin(
	brief: Brief,
	ending: TwinEnding,
	{ notice = "", corrections = [] }: BesideBrief = {},
): string {
	if (ending === "md") return briefMarkdown(briefContent(brief, brief.receipt.state, { notice, corrections }));
	const beside = { ...(notice && { notice }), corrections: corrections.map(({ at, by, says }) => ({ at, by, says })) };
	return `${JSON.stringify({ ...briefData(brief), ...beside }, null, "\t")}\n`;
}

/** What a brief says, as data; texts of the site's stand in it as they were seen, whatever directs or hides words taken out. */
function briefData(given: Brief) {
	const brief = shownBrief(given);
	// An action is a recommendation with who does it.
	const {
		findings,
		peers,
		responses,
		notApplicable: pillarsLeftOut,
		preset,
		agency: _a,
		recommendations: _r,
		...rest
	} = brief;
	const { notApplicable, unknown } = findingCounts(brief);
	const count = (outcome: string) => findings.filter((each) => each.scored && each.outcome === outcome).length;
	return {
		...rest,
		preset: preset.says,
		...(peers ? { peers: { count: peers.scores.length, says: peers.says } } : {}),
		faults: findings.filter(costsPoints),
		counts: {
			pass: count("pass"),
			partial: count("partial"),
			fail: count("fail"),
			notApplicable,
			unknown,
		},
		pillarsLeftOut,
		responses: responses.length,
	};
}
