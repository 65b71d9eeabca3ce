import { METHODOLOGY } from "#core/methodology.ts";
import type { Receipt } from "#core/receipt.ts";
import type { EvidenceArchive } from "#receipts/store/evidence-archive.ts";
import { judgedAgain } from "#receipts/store/judged-again.ts";
import type { JudgedAgain } from "../history/receipt-difference.ts";

/** Undefined without stored evidence, for the same methodology, or if the later one is not current. */
export async function judgedEvidence(
	before: Receipt,
	after: Receipt,
	archive: Pick<EvidenceArchive, "get">,
): Promise<JudgedAgain | undefined> {
	if (before.methodology === after.methodology || after.methodology !== METHODOLOGY) return undefined;
	const report = await judgedAgain(before, archive);
	return report ? { kept: true, score: report.scores?.overall, report } : { kept: false };
}
