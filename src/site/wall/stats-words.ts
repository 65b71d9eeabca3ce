import { plural, spokenDate } from "#core/wording.ts";
import { fewWords, sitesWords } from "./spread.ts";
import type { Stats } from "./stats.ts";

/** What the numbers rest on, in one sentence. */
export function statsLead({ sites, audited }: Stats): string {
	const which =
		sites === 1 ? "The newest audit of the one site on the wall" : `The newest audits of ${sitesWords(sites)}`;
	if (!audited) return "No site has been audited yet.";
	const [from, to] = [spokenDate(audited.from), spokenDate(audited.to)];
	return from === to ? `${which}, of ${to}.` : `${which}, from ${from} to ${to}.`;
}

/** What keeps the numbers from saying more, a sentence each. */
export function statsCaveats({ sites, unscored, folders, methodologies }: Stats): readonly string[] {
	const few = sites === 0 ? undefined : fewWords(sites - unscored);
	const judged = methodologies.map(({ label, sites: count }) => `${label}, ${sitesWords(count)}`).join("; ");
	return [
		...(few === undefined ? [] : [`${few}.`]),
		...(unscored === 0
			? []
			: [`${sitesWords(unscored)} could not be audited and ${plural(unscored, "has", "have")} no score.`]),
		...(folders === 0
			? []
			: [`${sitesWords(folders)} ${plural(folders, "was", "were")} audited from a folder before publication.`]),
		...(methodologies.length < 2
			? []
			: [`Judged by more than one methodology, whose scores do not compare: ${judged}.`]),
	];
}

/** How many sites have a closed gate. */
export function gatesLead({ gated }: Stats): string {
	if (gated === 0) return "No site has a closed gate.";
	return `${sitesWords(gated)} ${plural(gated, "has", "have")} at least one closed gate.`;
}
