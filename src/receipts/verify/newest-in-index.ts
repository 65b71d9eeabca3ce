import { isFailure } from "#core/failure.ts";
import type { VerificationStep } from "#core/verification.ts";
import { counted, shortDigest } from "#core/wording.ts";
import type { Checkpoint } from "#log/checkpoint.ts";
import { lookUpDomain } from "../domain-index/look-up.ts";
import type { ReadLogFile } from "../monitor/log-states.ts";

/**
 * Whether a receipt is the newest of its domain, by the index that the log itself binds.
 * @param today a state of the log whose signature is right
 * @returns undefined where that state has no index, so that only the site's word is left
 */
export async function newestInIndex(
	today: Checkpoint,
	{ domain, id }: { readonly domain: string; readonly id: string },
	readFile: ReadLogFile,
): Promise<VerificationStep | undefined> {
	try {
		const answer = await lookUpDomain(today, domain, readFile);
		if (!answer) return undefined;
		const { newest, covers } = answer;
		const leaves = counted(covers, "leaf", "leaves");
		if (newest?.receipt === id) {
			const says = `It is the domain's newest receipt: so says the index that the log binds, of its ${leaves}.`;
			return { id: "newest-receipt", state: "proved", says };
		}
		const says = newest
			? `There is a newer receipt of the domain: leaf ${newest.index}, of ${newest.auditedAt.slice(0, 10)}, ${shortDigest(newest.receipt)}, by the index that the log binds.`
			: `The log's index of its ${leaves} has no receipt of the domain: what there was has been taken down.`;
		return { id: "newest-receipt", state: "open", says };
	} catch (error) {
		if (!isFailure(error)) throw error;
		const says = `Whether there is a newer receipt could not be seen from the log's index. ${error.message}`;
		return { id: "newest-receipt", state: "open", says };
	}
}
