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
	 * `recorded`: a new receipt; `unchanged`: the receipt named here still says what was found; `refused`: the entry or
	 * its target is not one that may be audited; `unreached`: we could not look, or not at enough, for a reason that may be
	 * ours, and the last receipt stays; `error`: a fault of this program; `withdrawn`: it was audited, and what was found
	 * has been taken down at the owner's request; `missing`: the run ended before it was audited.
	 */
	status: z.enum(["recorded", "unchanged", "unreached", "refused", "error", "withdrawn", "missing"]),
	/** Whether the site could be audited. */
	ok: z.boolean(),
	/** Why not, as a failure code. */
	reason: z.string().optional(),
	/** The same in words. */
	says: z.string().optional(),
	score: z.number().int().optional(),
	auditedAt: z.string().optional(),
	/** Id of the receipt. */
	receipt: z.string().optional(),
});
export type RunLine = z.infer<typeof runLineSchema>;

/**
 * What is left of a line when its domain is taken down. Domain and status stay, so that every night still has one line
 * for each domain; what was found goes, and so do receipt and time, by which a leaf of the log could be tied to the domain.
 */
export function withdrawLine(line: RunLine): RunLine {
	if (line.reason === "removal-asked") return line;
	const { run, domain, source, mode, ok } = line;
	const status = line.status === "recorded" || line.status === "unchanged" ? "withdrawn" : line.status;
	return { run, domain, source, mode, status, ok };
}
