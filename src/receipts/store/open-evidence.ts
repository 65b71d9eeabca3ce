import { join } from "node:path";
import type { Settings } from "#config/environment.ts";
import { type EvidenceArchive, openEvidenceArchive } from "./evidence-archive.ts";

/** Where evidence is kept outside databases. */
export async function openEvidence({ data, evidence }: Settings): Promise<EvidenceArchive> {
	if (!evidence) return openEvidenceArchive(join(data, "evidence"));
	// Loaded where a bucket is configured: most installations have none.
	return (await import("./s3-evidence.ts")).openS3Evidence(evidence);
}
