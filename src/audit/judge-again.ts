import type { Check } from "#checks/define-check.ts";
import type { Finding, Report } from "#core/report.ts";
import { parseTarget } from "#core/target.ts";
import { NOT_COLLECTED, NotCollected, readAsEarlier } from "#evidence/earlier-evidence.ts";
import { assess, type EvidenceRecord } from "./assess.ts";

/**
 * Judges kept evidence, of whatever age, by the methodology in force. A check that asks for what was not collected at that
 * time is unknown.
 */
export function judgeAgain(record: EvidenceRecord, checks: readonly Check[]): Report {
	return assess(record, checks.map(tolerant), parseTarget(record.host), readAsEarlier(record.evidence));
}

/** Whether a check has no answer because its evidence is older than what it looks at. */
export function isBeyondEvidence({ outcome, says }: Pick<Finding, "outcome" | "says">): boolean {
	return outcome === "unknown" && says.endsWith(NOT_COLLECTED);
}

/** A check whose evidence has another shape than it was written for has no answer. */
function tolerant(check: Check): Check {
	const evaluate = (...given: Parameters<Check["evaluate"]>) => {
		try {
			return (check.evaluate as (...all: typeof given) => ReturnType<Check["evaluate"]>)(...given);
		} catch (error) {
			throw error instanceof TypeError ? new NotCollected(error.message) : error;
		}
	};
	return { ...check, evaluate } as Check;
}
