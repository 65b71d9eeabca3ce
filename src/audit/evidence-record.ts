import type { AuditMode, Preset, SourceKind } from "#core/preset.ts";
import type { ResponseRecord } from "#core/report.ts";
import type { Evidence } from "#evidence/evidence-map.ts";

/**
 * Everything one audit saw, as plain data: the only input of the judgement. Stored under the digest of its canonical
 * JSON, it lets anyone repeat the judgement and get the same bytes.
 */
export interface EvidenceRecord {
	readonly v: 1;
	readonly kind: "sightline-evidence";
	readonly host: string;
	readonly source: SourceKind;
	readonly mode: AuditMode;
	/** ISO 8601, UTC, milliseconds. */
	readonly auditedAt: string;
	/** The preset that the watchlist asks for; null where it is to be detected. */
	readonly presetAsked: Preset | null;
	readonly evidence: Evidence;
	readonly responses: readonly ResponseRecord[];
}
