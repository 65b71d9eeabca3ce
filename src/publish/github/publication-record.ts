import { join } from "node:path";
import { z } from "zod";
import { parseJson } from "#core/json-object.ts";
import { replaceFile } from "#receipts/store/durable-file.ts";
import { readIfThere } from "#receipts/store/if-there.ts";

const recordSchema = z.object({
	/** The commit whose reports this machine's folder has taken in. */
	base: z.string().optional(),
	/** A commit of ours that the branch may have been moved to. */
	pending: z.string().optional(),
});
/** What this machine remembers of the repository: what a checkout has in `.git`. */
export type PublicationRecord = z.infer<typeof recordSchema>;

function recordPath(data: string, repository: string, branch: string): string {
	return join(data, "publish", `${encodeURIComponent(`${repository}@${branch}`)}.json`);
}

/** Nothing where nothing, or nothing that can be read, is remembered. */
export async function readRecord(data: string, repository: string, branch: string): Promise<PublicationRecord> {
	const text = await readIfThere(recordPath(data, repository, branch));
	return recordSchema.safeParse(parseJson(text ?? "")).data ?? {};
}

export async function keepRecord(
	data: string,
	repository: string,
	branch: string,
	record: PublicationRecord,
): Promise<void> {
	await replaceFile(recordPath(data, repository, branch), JSON.stringify(record));
}
