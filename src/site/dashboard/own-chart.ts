import type { OwnAudit } from "#core/own-audit.ts";
import { byCodeUnits } from "#core/wording.ts";
import type { ChartedAudit } from "../history/history-lines.ts";

/** What the chart of a domain draws of an account's audits: oldest first, those of the mode that the newest has. */
export function ownChart(audits: readonly OwnAudit[]): ChartedAudit[] {
	const inTime = audits.toSorted((a, b) => byCodeUnits(a.auditedAt, b.auditedAt));
	const mode = inTime.at(-1)?.mode;
	return inTime
		.filter((audit) => audit.mode === mode)
		.map((audit) => ({ ...audit, rechecks: audit.foundAt > audit.auditedAt ? [audit.foundAt] : [] }));
}
