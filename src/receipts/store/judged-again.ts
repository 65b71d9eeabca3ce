import type { EvidenceRecord } from "#audit/assess.ts";
import { judgeAgain } from "#audit/judge-again.ts";
import { CHECKS } from "#checks/registry.ts";
import { isFailure } from "#core/failure.ts";
import type { Receipt } from "#core/receipt.ts";
import type { Report } from "#core/report.ts";
import type { EvidenceArchive } from "./evidence-archive.ts";

/** What the methodology in force says of the evidence that a receipt rests on; undefined where it is not kept. */
export async function judgedAgain(
	{ evidenceDigest }: Receipt,
	archive: Pick<EvidenceArchive, "get">,
): Promise<Report | undefined> {
	try {
		return judgeAgain((await archive.get(evidenceDigest)) as EvidenceRecord, CHECKS);
	} catch (error) {
		if (isFailure(error) && error.code === "evidence-missing") return undefined;
		throw error;
	}
}
