import { join } from "node:path";
import type { ReceiptLeaf } from "#core/verification.ts";
import { counted } from "#core/wording.ts";
import { listAbsentLeaves, type SealedReports } from "./absent-leaves.ts";
import { bindIndex } from "./bind-index.ts";
import { bindKeys } from "./bind-keys.ts";
import { bindPolicy, noteOfPolicy } from "./bind-policy.ts";
import { bindRuns, type RunsToBind } from "./bind-runs.ts";
import type { OpenLog } from "./open-log.ts";
import type { LogHome } from "./seal.ts";

/** What the log is to bind besides receipts. Nothing where there is no log, and no receipt to begin one with. */
export async function bindFiles(
	sealed: SealedReports,
	log: OpenLog,
	{ origin, isIndexed = false }: LogHome,
): Promise<RunsToBind> {
	const { index, found } = sealed;
	if (!log.before && found.leaves.length === 0) return { files: [], changed: [], notes: [] };
	const runs = bindRuns(found.runs, index);
	const late = noteOfLate(found.leaves, index.lastMoment());
	const directory = join(sealed.reports, "log");
	const [lists, keys] = [await listAbsentLeaves(sealed), await bindKeys(directory, log, index)];
	const files = [...lists, ...keys, ...(await bindPolicy(directory, index)), ...runs.files];
	const last = isIndexed ? await bindIndex(sealed, origin, files) : [];
	return { ...runs, files: [...files, ...last], notes: [...late, ...noteOfPolicy(files, index), ...runs.notes] };
}

/** A date is the auditor's word: one that goes back is no fault, and nobody should have to find it out by chance. */
function noteOfLate(leaves: readonly ReceiptLeaf[], last: string | undefined): string[] {
	const late = leaves.filter(({ auditedAt }) => last !== undefined && auditedAt < last);
	if (late.length === 0 || last === undefined) return [];
	return [
		`${counted(late.length, "leaf is", "leaves are")} dated before ${last}, the date of the leaf before: sealed late, or a clock is wrong.`,
	];
}
