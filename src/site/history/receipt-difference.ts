import { AXES, type Axis, PILLAR_KEYS, type PillarKey } from "#core/pillar.ts";
import type { Receipt } from "#core/receipt.ts";
import type { Gate } from "#core/report.ts";
import { differFindings, type FindingChange, type FindingDifference } from "./finding-difference.ts";
import { comparableAudits } from "./score-change.ts";

/** A number that differs; absent where that audit gave none. */
export interface NumberChange<Key extends string> {
	readonly key: Key;
	readonly before?: number | undefined;
	readonly after?: number | undefined;
}

/** What two audits of one domain say differently. */
export interface ReceiptDifference extends FindingDifference {
	readonly before: Receipt;
	readonly after: Receipt;
	/** Whether a difference of their scores says something about the site: one methodology, source and mode. */
	readonly comparable: boolean;
	readonly axes: readonly NumberChange<Axis>[];
	readonly pillars: readonly NumberChange<PillarKey>[];
	readonly gates: { readonly opened: readonly Gate[]; readonly closed: readonly Gate[] };
	/** The changes that moved the overall score the way it went, largest first; empty where scores do not compare. */
	readonly why: readonly FindingChange[];
}

/**
 * Compares two receipts of one domain, of whatever series. Pure: no clock, no locale; with its arguments exchanged it
 * gives the mirror.
 */
export function differReceipts(before: Receipt, after: Receipt): ReceiptDifference {
	if (before.domain !== after.domain) throw new RangeError(`${before.domain} and ${after.domain} are two domains.`);
	const findings = differFindings(before, after);
	const comparable = comparableAudits(before, after);
	const [then, now] = [before.scores, after.scores];
	const moved = then && now && comparable ? Math.sign(now.overall - then.overall) : 0;
	return {
		...findings,
		before,
		after,
		comparable,
		axes: AXES.map((key) => ({ key, before: then?.axes[key], after: now?.axes[key] })).filter(differs),
		pillars: PILLAR_KEYS.map((key) => ({
			key,
			before: pillarScore(before, key),
			after: pillarScore(after, key),
		})).filter(differs),
		gates: { opened: gatesOnlyIn(before, after), closed: gatesOnlyIn(after, before) },
		why: moved === 0 ? [] : findings.changes.filter(({ pull }) => pull === moved),
	};
}

function differs({ before, after }: NumberChange<string>): boolean {
	return before !== after;
}

function pillarScore({ scores }: Receipt, key: PillarKey): number | undefined {
	return scores?.pillars.find((pillar) => pillar.key === key)?.score;
}

/** An audit without a score closes no gate, and opens none. */
function gatesOnlyIn(one: Receipt, other: Receipt): Gate[] {
	if (!one.scores || !other.scores) return [];
	return one.gates.filter(({ id }) => !other.gates.some((gate) => gate.id === id));
}
