import type { Finding } from "#core/report.ts";
import { plainCount } from "#core/wording.ts";
import { engineList } from "../checks/check-words.ts";

/** What stands under a finding in small print. */
export function findingNotes(finding: Finding): readonly string[] {
	const serves = `serves ${engineList(finding.engines)}`;
	if (!finding.scored) return ["For information, not scored", serves];
	const lift = finding.lift > 0 ? [`${plainCount(finding.lift, "point")} to gain`] : [];
	return [`Weight ${finding.weight}`, ...lift, serves];
}
