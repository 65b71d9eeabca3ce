import * as z from "zod";
import { AUDIT_MODES, SOURCES } from "./preset.ts";

/** One line of `reports/runs/<night>.jsonl`. */
export const runLineSchema = z.strictObject({
	/** Start of the run, ISO 8601; the same on all its lines. */
	run: z.string(),
	domain: z.string(),
	source: z.enum(SOURCES),
	mode: z.enum(AUDIT_MODES),
	/**
	 * `unchanged`: this receipt still holds; `refused`: may not be audited; `unreached`: we saw too little, for a
	 * reason that may be ours, so the last receipt stays; `error`: a fault of this program; `withdrawn`: what was found
	 * was taken down at the owner's request; `missing`: the run ended first.
	 */
	status: z.enum(["recorded", "unchanged", "unreached", "refused", "error", "withdrawn", "missing"]),
	ok: z.boolean(),
	/** Why not, as a failure code. */
	reason: z.string().optional(),
	says: z.string().optional(),
	score: z.number().int().optional(),
	auditedAt: z.string().optional(),
	receipt: z.string().optional(),
});
export type RunLine = z.infer<typeof runLineSchema>;

/** Domain and status stay: a line a night for each. Receipt and time go: they could tie a leaf to the domain. */
export function withdrawLine(line: RunLine): RunLine {
	if (line.reason === "removal-asked") return line;
	const { run, domain, source, mode, ok } = line;
	const status = line.status === "recorded" || line.status === "unchanged" ? "withdrawn" : line.status;
	return { run, domain, source, mode, status, ok };
}
