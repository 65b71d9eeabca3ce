import { CHECKS, checkOf } from "#checks/registry.ts";
import type { AuditResult } from "#core/audit-result.ts";
import type { AuditMode } from "#core/preset.ts";
import { isFault } from "#core/verdict.ts";
import { closest, listing } from "#core/wording.ts";
import { cappingChecks } from "#site/brief/recommendation.ts";
import { usage } from "../arguments.ts";
import type { BaselineComparison } from "./baseline.ts";

/** All checks whose faults cap the score. */
const CRITICAL = "critical";

/** An unmet demand ends the command with 1. */
export interface Demands {
	readonly failUnder?: number | undefined;
	/** Ids of checks, and `critical`. */
	readonly failOn: readonly string[];
	readonly failOnRegression: boolean;
}

/** @param given ids, each also several parted by commas @throws Failure `input-invalid` for what is no check */
export function readFailOn(given: readonly string[], mode: AuditMode): readonly string[] {
	const ids = given.flatMap((each) => each.split(",")).map((id) => id.trim());
	for (const id of ids) {
		if (id === CRITICAL) continue;
		const check = checkOf(id);
		const names = [CRITICAL, ...CHECKS.map((each) => each.id)];
		if (!check) throw usage("sightline audit", `--fail-on names "${id}", which is no check`, closest(id, names));
		if (check.mode === "deep" && mode === "light")
			throw usage("sightline audit", `--fail-on ${id} needs --mode deep; a light audit does not ask it`);
	}
	return [...new Set(ids)];
}

export function failuresOf(
	{ failUnder, failOn, failOnRegression }: Demands,
	result: AuditResult,
	comparison: BaselineComparison | undefined,
): string[] {
	const failures: string[] = [];
	if (result.ok && failUnder !== undefined && result.overallScore < failUnder)
		failures.push(`The score is ${result.overallScore}, below ${failUnder} (--fail-under).`);
	const capping = cappingChecks(result);
	const named = result.findings.filter(({ id, outcome }) => {
		return (failOn.includes(id) && isFault(outcome)) || (failOn.includes(CRITICAL) && capping.has(id));
	});
	for (const { id, title } of named) {
		const option = failOn.includes(id) ? id : CRITICAL;
		failures.push(`${title} (${id}; --fail-on ${option}).`);
	}
	// A cap often has the name of the check that it rests on.
	const worse = new Set(comparison?.worse.map(({ id = "the score" }) => id));
	if (failOnRegression && worse.size > 0)
		failures.push(`Worse than the baseline (--fail-on-regression): ${listing([...worse], 10)}.`);
	return failures;
}
