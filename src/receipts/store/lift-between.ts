import { rootCausesOf, simulate, tenths } from "#audit/simulate.ts";
import { CHECKS } from "#checks/registry.ts";
import type { Finding, Report } from "#core/report.ts";

export interface Lift {
	/** Score before, to a tenth. */
	readonly before: number;
	readonly after: number;
	/** As the first audit computes it, with the checks that were repaired wholly. */
	readonly predicted: number;
	readonly realised: number;
	/** Checks that are not what the prediction took them for, where the two differ. */
	readonly besides: readonly { readonly id: string; readonly before: string; readonly after: string }[];
}

/** Of two audits by the methodology in force. Undefined where one of them gives no score. @param repaired ids of checks */
export function liftBetween(
	before: Pick<Report, "findings" | "scores">,
	after: Pick<Report, "findings" | "scores">,
	repaired: ReadonlySet<string>,
): Lift | undefined {
	if (!before.scores || !after.scores) return undefined;
	const causes = rootCausesOf(CHECKS);
	const costly = before.findings.filter(({ id }) => repaired.has(id)).map(({ id }) => id);
	const { current, simulated } = simulate(before.findings, causes, costly);
	const realised = simulate(after.findings, causes, []).current;
	const predicted = tenths(simulated - current);
	const lift = { before: current, after: realised, predicted, realised: tenths(realised - current), besides: [] };
	if (lift.realised === predicted) return lift;
	const besides = after.findings.flatMap((now) => {
		const old = before.findings.find(({ id }) => id === now.id);
		const expected = repaired.has(now.id) ? "pass" : old && outcomeOf(old);
		if (!old || outcomeOf(now) === expected) return [];
		return [{ id: now.id, before: outcomeOf(old), after: outcomeOf(now) }];
	});
	return { ...lift, besides };
}

function outcomeOf({ outcome, ratio }: Finding): string {
	return ratio === undefined ? outcome : `${outcome} ${ratio}`;
}
