import { PRESET_LABELS } from "#core/preset.ts";
import { counted, digitGroups, plural, spokenDate } from "#core/wording.ts";
import type { Stats } from "./stats.ts";
import { MOST_HITS, type WallAnswer, type WallQuery } from "./wall-search.ts";

/** Stands beside the form that starts an audit, where a search names a site that is not on the wall. */
export const WALL_OFFER = "It is not watched here, and can be audited now:";

/** What a search found, in a sentence or two for eyes and ears. */
export function answerWords({ count }: Pick<WallAnswer, "count">, { text, preset }: WallQuery): string {
	const kind = preset ? ` of the kind “${PRESET_LABELS[preset]}”` : "";
	if (count === 0) {
		const more = preset ? "Fewer letters, or all kinds, may find more." : "Fewer letters may find more.";
		return `No site${kind || " on the wall"} matches “${text}”. ${more}`;
	}
	const found =
		text === ""
			? `${counted(count, "site")}${kind}`
			: `${counted(count, "site")}${kind} ${plural(count, "matches", "match")} “${text}”`;
	return count > MOST_HITS ? `${found}; the first ${digitGroups(MOST_HITS)} are shown.` : `${found}.`;
}

/** What the numbers rest on, in one sentence. */
export function statsLead({ sites, audited }: Stats): string {
	const which =
		sites === 1 ? "The newest audit of the one site on the wall" : `The newest audits of ${counted(sites, "site")}`;
	if (!audited) return "No site has been audited yet.";
	const [from, to] = [spokenDate(audited.from), spokenDate(audited.to)];
	return from === to ? `${which}, of ${to}.` : `${which}, from ${from} to ${to}.`;
}

/** What keeps the numbers from saying more, a sentence each. */
export function statsCaveats({ sites, unscored, folders, deep, methodologies }: Stats): readonly string[] {
	const few = sites === 0 ? undefined : fewWords(sites - unscored);
	const judged = methodologies.map(({ label, sites: count }) => `${label}, ${counted(count, "site")}`).join("; ");
	return [
		...(few === undefined ? [] : [`${few}.`]),
		...(unscored === 0
			? []
			: [`${counted(unscored, "site")} could not be audited and ${plural(unscored, "has", "have")} no score.`]),
		...(folders === 0
			? []
			: [`${counted(folders, "site")} ${plural(folders, "was", "were")} audited from a folder before publication.`]),
		...(deep === 0
			? []
			: [
					`${counted(deep, "site")} ${plural(deep, "is", "are")} watched by deep audits, which find faults that light ones do not look for.`,
				]),
		...(methodologies.length < 2
			? []
			: [`Judged by more than one methodology, whose scores do not compare: ${judged}.`]),
	];
}

/** How many sites have a closed gate. */
export function gatesLead({ gated }: Stats): string {
	if (gated === 0) return "No site's score is capped.";
	return `A grave fault caps the score of ${counted(gated, "site")}.`;
}

/** Fewer than this, and one site more can move the median by whole bands. */
const FEW = 10;

/** `3 sites: too few to mean much`; undefined where there are enough. */
export function fewWords(count: number): string | undefined {
	if (count >= FEW) return undefined;
	return `${counted(count, "site")}: too few to mean much`;
}
