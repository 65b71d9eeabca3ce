import { join } from "node:path";
import type { Settings } from "#config/environment.ts";
import { Failure } from "#core/failure.ts";
import { listing } from "#core/wording.ts";
import { verifyLog } from "#receipts/log-audit/verify-log.ts";
import { type SealOptions, type SealResult, seal } from "#receipts/seal/seal.ts";
import { signingKeyPath } from "#receipts/seal/signing-keys.ts";
import { type Takeover, takeOverLog } from "#receipts/seal/take-over-log.ts";
import { DISK, replaceFile } from "#receipts/store/durable-file.ts";
import { readIfThere } from "#receipts/store/if-there.ts";

/**
 * What the second of two does that have sealed one log: takes the published log, seals its own receipts into it, and
 * recomputes it before anything is published.
 * @throws Failure as `seal` does, and `log-inconsistent` where the log does not verify then
 */
export async function sealAgain(takeover: Takeover, options: SealOptions, settings: Settings): Promise<void> {
	await takeOverLog(takeover, settings);
	await sealAndVerify(options, settings);
}

/**
 * Seals what a seal had to leave, because another machine had published first; that log is here by now. Without a key at hand
 * it waits for the next seal.
 * @returns whether there is more to publish
 * @throws Failure as `sealAgain`
 */
export async function sealWaiting(options: SealOptions, settings: Settings): Promise<boolean> {
	const isKept = (await readIfThere(signingKeyPath(join(settings.data, "log")))) !== undefined;
	if (settings.log.signingKeys.length === 0 && !isKept) return false;
	const { added, waiting } = await sealAndVerify(options, settings);
	return waiting !== undefined || added.audits + added.rechecks + added.files > 0;
}

async function sealAndVerify(options: SealOptions, settings: Settings): Promise<SealResult> {
	await replaceFile(unverifiedPath(settings), "");
	const result = await seal(options, settings);
	await expectVerified(settings);
	return result;
}

/** There from before a log is sealed again until it was found whole. */
function unverifiedPath({ data }: Settings): string {
	return join(data, "log", "unverified");
}

/**
 * A log that was sealed again and did not verify then is not published by trying once more.
 * @throws Failure `log-inconsistent`
 */
export async function expectVerified(settings: Settings): Promise<void> {
	const path = unverifiedPath(settings);
	if ((await readIfThere(path)) === undefined) return;
	const { faults } = await verifyLog({}, settings);
	if (faults.length === 0) return DISK.remove(path);
	throw new Failure("log-inconsistent", {
		what: "The log does not verify after it was taken from the remote and sealed again, so it was not published.",
		why: listing(faults.map(({ file, says }) => `${file}: ${says}`)),
		todo: "Run sightline log verify.",
	});
}
