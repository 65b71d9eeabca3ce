import { spokenDate } from "#core/wording.ts";
import type { PublicSite } from "../publication/public-site.ts";
import type { ChartedAudit } from "./history-lines.ts";

/** The chart in words. `audits` are oldest first. */
export function chartDescription(audits: readonly ChartedAudit[]): string {
	const scores = audits.flatMap((audit) => (audit.scores ? [audit.scores.overall] : []));
	const span = `${audits.length} audits from ${spokenDate(audits[0]?.auditedAt ?? "")} to ${spokenDate(audits.at(-1)?.auditedAt ?? "")}.`;
	if (scores.length === 0) return `Line chart. ${span} None gave a score.`;
	const failed = audits.length - scores.length;
	const sentences = [
		`Line chart of the overall score and the two axes. ${span}`,
		`Overall ${scores[0]} at first, ${scores.at(-1)} at last; lowest ${Math.min(...scores)}, highest ${Math.max(...scores)}.`,
		...(failed === 0 ? [] : [`${failed} gave no score.`]),
		"The table below has every number.",
	];
	return sentences.join(" ");
}

/** One sentence for the head of the page and for link previews. */
export function historySentence({ displayDomain, history }: PublicSite): string {
	const [newest] = history;
	const oldest = history.at(-1) ?? newest;
	const count = history.length === 1 ? "One audit" : `${history.length} audits`;
	const when =
		history.length === 1
			? `on ${spokenDate(newest.auditedAt)}`
			: `from ${spokenDate(oldest.auditedAt)} to ${spokenDate(newest.auditedAt)}`;
	const now = newest.scores ? `${newest.scores.overall} of 100` : "no score";
	return `${count} of ${displayDomain}, ${when}; ${history.length === 1 ? "it gave" : "the newest gave"} ${now}.`;
}
