import { CURRENT_METHODOLOGY, type GateRule } from "#core/methodology.ts";
import type { Finding } from "#core/report.ts";

/** What a gate reads of a finding. */
export type Gated = Pick<Finding, "id" | "outcome" | "home">;

/** Gates whose check fails on the home page, whatever other pages say. One that is charged elsewhere closes no gate. */
export function closedGates(findings: readonly Gated[]): GateRule[] {
	const failed = new Set(findings.filter(failsAtHome).map((each) => each.id));
	return CURRENT_METHODOLOGY.gates.filter((gate) => failed.has(gate.check));
}

function failsAtHome({ outcome, home }: Gated): boolean {
	return outcome !== "not-applicable" && (home ?? outcome) === "fail";
}
