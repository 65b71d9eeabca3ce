import { PILLARS, type PillarKey } from "#core/pillar.ts";
import { spokenDate } from "#core/wording.ts";
import type { ReceiptSummary } from "#receipts/store/receipt.ts";
import { comparableAudits, scoreChange } from "../history/score-change.ts";

type Scores = NonNullable<ReceiptSummary["scores"]>;

/** What an audit found otherwise than the one before it, in plain sentences. `before` is undefined for a first audit. */
export function changesSince(audit: ReceiptSummary, before: ReceiptSummary | undefined): readonly string[] {
	if (!before) return ["The first audit of this site."];
	const overall = `Since the audit of ${spokenDate(before.auditedAt)}: ${scoreChange(before, audit)}`;
	if (!audit.scores || !before.scores || !comparableAudits(before, audit)) return [overall];
	return [overall, ...pillarChanges(audit.scores, before.scores), ...gateChanges(audit, before)];
}

function pillarChanges(now: Scores, before: Scores): string[] {
	const keys = Object.keys(PILLARS) as PillarKey[];
	const changed = keys.flatMap((key) => {
		const [from, to] = [before.pillars[key], now.pillars[key]];
		return from === to ? [] : [`${PILLARS[key].label} ${from ?? "–"} → ${to ?? "–"}`];
	});
	return changed.length === 0 ? [] : [`${changed.join("; ")}.`];
}

function gateChanges(audit: ReceiptSummary, before: ReceiptSummary): string[] {
	const has = (side: ReceiptSummary, id: string) => side.gates.some((gate) => gate.id === id);
	return [
		...audit.gates.filter(({ id }) => !has(before, id)).map(({ says }) => `New gate: ${says}`),
		...before.gates.filter(({ id }) => !has(audit, id)).map(({ says }) => `No longer so: ${says}`),
	];
}
