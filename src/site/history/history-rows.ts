import { PILLAR_KEYS, PILLARS, type PillarKey } from "#core/pillar.ts";
import type { Receipt } from "#core/receipt.ts";
import { isFault } from "#core/verdict.ts";
import { plainCount, spokenDate, spokenSpan } from "#core/wording.ts";
import type { ReceiptSummary } from "#receipts/store/receipt.ts";
import type { PublicSite } from "../publication/published-sites.ts";
import type { ChartedAudit } from "./history-chart.ts";
import { comparableAudits, scoreChange } from "./receipt-difference.ts";

export type HistoryRow = ReturnType<typeof historyRows>[number];

/** Oldest first. */
export type Rechecks = (receipt: string) => readonly { readonly auditedAt: string }[];

/** Of one mode, newest first. */
export function historyRows(audits: readonly ReceiptSummary[], rechecks: Rechecks) {
	return audits.map((audit, index) => {
		const before = audits[index + 1];
		const { id, auditedAt, scores } = audit;
		return {
			id,
			auditedAt,
			...(scores ? { overall: scores.overall, axes: scores.axes } : {}),
			marks: marksOf(audit, before),
			change: before ? summaryChange(before, audit) : "The first audit.",
			...(before ? { previous: before.id } : {}),
			again: againWords(rechecks(id)),
		};
	});
}

export function summaryChange(before: ReceiptSummary, after: ReceiptSummary): string {
	const words = scoreChange(before, after);
	if (!before.scores || !after.scores || !comparableAudits(before, after)) return words;
	const opened = before.gates.filter((gate) => !after.gates.some(({ id }) => id === gate.id));
	const closed = after.gates.filter((gate) => !before.gates.some(({ id }) => id === gate.id));
	return [words, capWords(opened, "lifted"), capWords(closed, "new"), pillarWords(before, after)]
		.filter(Boolean)
		.join(" ");
}

function capWords(gates: ReceiptSummary["gates"], what: string): string {
	if (gates.length === 0) return "";
	return `${gates.length === 1 ? "A cap is" : `${gates.length} caps are`} ${what} (${gates.map(({ id }) => id).join(", ")}).`;
}

/** Skips pillars that only one audit could score. */
function pillarWords({ scores: then }: ReceiptSummary, { scores: now }: ReceiptSummary): string {
	const moves = PILLAR_KEYS.flatMap((key) => {
		const [before, after] = [then?.pillars[key], now?.pillars[key]];
		return before === undefined || after === undefined || before === after ? [] : [{ key, before, after }];
	});
	const [most] = moves.sort((a, b) => Math.abs(b.after - b.before) - Math.abs(a.after - a.before));
	return most ? `${moves.length > 1 ? "Most" : "All"} of it in ${pillarMove(most)}.` : "";
}

function pillarMove({ key, before, after }: { key: PillarKey; before: number; after: number }): string {
	return `${PILLARS[key].label.toLowerCase()}, ${after} after ${before}`;
}

function marksOf(audit: ReceiptSummary, before: ReceiptSummary | undefined): string[] {
	const marks: string[] = [];
	if (audit.source === "folder") marks.push("from a folder");
	if (audit.gates.length > 0) marks.push(`capped at ${Math.min(...audit.gates.map(({ cap }) => cap))}`);
	if (before === undefined || before.methodology !== audit.methodology) marks.push(`methodology ${audit.methodology}`);
	return marks;
}

export function againWords(rechecks: readonly { readonly auditedAt: string }[]): string {
	const last = rechecks.at(-1);
	if (!last) return "";
	const times = ["once, on", "twice, last on"][rechecks.length - 1] ?? `${rechecks.length} times, last on`;
	return `Found the same again ${times} ${spokenDate(last.auditedAt)}.`;
}

export function byYear(rows: readonly HistoryRow[]): { readonly year: string; readonly rows: readonly HistoryRow[] }[] {
	const years = Map.groupBy(rows, ({ auditedAt }) => auditedAt.slice(0, 4));
	return [...years].map(([year, mine]) => ({ year, rows: mine }));
}

/** Maximum audits side by side. */
const SIDE_BY_SIDE = 6;

interface PagesOverTime {
	/** ISO 8601, newest first. */
	readonly audits: readonly string[];
	readonly rows: readonly {
		readonly id: string;
		readonly title: string;
		/** Undefined if that audit did not count it. */
		readonly counts: readonly ({ readonly judged: number; readonly short: number } | undefined)[];
	}[];
}

/** Pages at fault per check, most in the newest audit first. @param receipts one mode, newest first */
export function pagesOverTime(receipts: readonly Receipt[]): PagesOverTime | undefined {
	const several = receipts.filter(({ site }) => site !== undefined).slice(0, SIDE_BY_SIDE);
	const findings = several.map((receipt) => new Map(receipt.findings.map((each) => [each.id, each])));
	const ids = new Set(findings.flatMap((each) => [...each.keys()]));
	const rows = [...ids].flatMap((id) => {
		const counts = findings.map((each) => each.get(id)?.pages);
		if (!counts.some((count) => count && count.short > 0)) return [];
		const latest = findings.find((each) => isFault(each.get(id)?.outcome ?? "unknown"))?.get(id);
		return [{ id, title: latest?.title ?? id, counts }];
	});
	if (rows.length === 0) return undefined;
	const most = rows.toSorted((a, b) => (b.counts[0]?.short ?? 0) - (a.counts[0]?.short ?? 0));
	return { audits: several.map(({ auditedAt }) => auditedAt), rows: most };
}

export function chartDescription(audits: readonly ChartedAudit[]): string {
	const scores = audits.flatMap((audit) => (audit.scores ? [audit.scores.overall] : []));
	const span = `${audits.length} audits ${spokenSpan(audits[0]?.auditedAt ?? "", audits.at(-1)?.auditedAt ?? "")}.`;
	if (scores.length === 0) return `Line chart. ${span} None gave a score.`;
	const failed = audits.length - scores.length;
	const sentences = [
		`Line chart of the overall score and the two axes. ${span}`,
		`Overall score: first ${scores[0]}, last ${scores.at(-1)}, lowest ${Math.min(...scores)}, highest ${Math.max(...scores)}.`,
		...(failed === 0 ? [] : [`${failed} gave no score.`]),
		"The table below has every number.",
	];
	return sentences.join(" ");
}

export function historySentence({ displayDomain, history }: PublicSite): string {
	const [newest] = history;
	const oldest = history.at(-1) ?? newest;
	const count = plainCount(history.length, "audit");
	const when =
		history.length === 1 ? `on ${spokenDate(newest.auditedAt)}` : spokenSpan(oldest.auditedAt, newest.auditedAt);
	const now = newest.scores ? `${newest.scores.overall} of 100` : "none";
	return `${count} of ${displayDomain}, ${when}. ${history.length === 1 ? "Score" : "Newest score"}: ${now}.`;
}
