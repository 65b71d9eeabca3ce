import type { AuditMode } from "#core/preset.ts";
import type { SCAN_TEXTS } from "./scan-texts.ts";

/** A line of the progress, by the name of its words. */
export type ScanStage = keyof (typeof SCAN_TEXTS)["stages"];

/** The lines of an audit's progress, in order. */
export function stagesOf(mode: AuditMode): readonly ScanStage[] {
	const further: ScanStage[] = mode === "deep" ? ["pages", "browser"] : [];
	return ["requested", "robots", "home", "files", ...further, "declared", "evaluated", "recorded"];
}
