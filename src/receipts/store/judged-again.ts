import { assess, type EvidenceRecord } from "#audit/assess.ts";
import { CHECKS } from "#checks/registry.ts";
import { isFailure } from "#core/failure.ts";
import type { Receipt } from "#core/receipt.ts";
import type { Report } from "#core/report.ts";
import type { EvidenceArchive } from "./evidence-archive.ts";

/** Judges by the current methodology; undefined without evidence. */
export async function judgedAgain(
	{ evidenceDigest }: Receipt,
	archive: Pick<EvidenceArchive, "get">,
): Promise<Report | undefined> {
	try {
		return assess((await archive.get(evidenceDigest)) as EvidenceRecord, CHECKS);
	} catch (error) {
		if (isFailure(error) && error.code === "evidence-missing") return undefined;
		throw error;
	}
}
