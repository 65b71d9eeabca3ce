import * as z from "zod";
import { rootCausesOf, simulate, tenths } from "#audit/simulate.ts";
import { CHECKS } from "#checks/registry.ts";
import type { Finding, Report } from "#core/report.ts";

export const liftSchema = z.object({
	before: z.number().describe("Score before, to a tenth."),
	after: z.number().describe("Score after, to a tenth."),
	predicted: z
		.number()
		.describe("Points that the first audit computes for the checks that were repaired wholly, to a tenth."),
	realised: z.number().describe("Points between the two scores, to a tenth."),
	besides: z
		.array(z.object({ id: z.string(), before: z.string(), after: z.string() }))
		.readonly()
		.describe("Checks that are not what the prediction took them for, where the two differ."),
});
export type Lift = Readonly<z.infer<typeof liftSchema>>;

/** Lift between 2 audits by the current methodology. Undefined without both scores. @param repaired check ids */
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
