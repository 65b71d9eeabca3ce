import type { Brief } from "../brief/brief.ts";

/**
 * Characters that turn the direction of the words around them, or that nobody sees. Joiners stay (U+200C, U+200D): Persian,
 * Indic scripts and emoji are written with them.
 */
const TURNING_OR_HIDDEN = /[\u061C\u200B\u200E\u200F\u202A-\u202E\u2066-\u2069\uFEFF]/g;

/** A sentence of ours that may quote a site, so that the quoted part changes nothing but its own place. */
export function shownText(text: string): string {
	return text.replace(TURNING_OR_HIDDEN, "");
}

/** A brief as pages print it. What its findings rest on stays as it was seen: pages set it apart. */
export function shownBrief(brief: Brief): Brief {
	const { agencyName, gates, findings, preset, recommendations, answers } = brief;
	return {
		...brief,
		...(brief.ok ? {} : { failure: { ...brief.failure, says: shownText(brief.failure.says) } }),
		agencyName: shownText(agencyName),
		preset: { ...preset, says: shownText(preset.says) },
		gates: gates.map((gate) => ({ ...gate, says: shownText(gate.says) })),
		findings: findings.map(withShownTexts),
		recommendations: recommendations.map(withShownTexts),
		...(answers && {
			answers: {
				...answers,
				answers: answers.answers.map((each) => ({ ...each, reason: shownText(each.reason) })),
				faults: answers.faults.map(shownText),
			},
		}),
	};
}

/** Of a finding or a fix: what a site may have written into. */
function withShownTexts<Item extends { readonly says?: string; readonly fix?: string | undefined }>(item: Item): Item {
	const { says, fix } = item;
	return {
		...item,
		...(says === undefined ? {} : { says: shownText(says) }),
		...(fix === undefined ? {} : { fix: shownText(fix) }),
	};
}
