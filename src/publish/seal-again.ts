import type { Settings } from "#config/environment.ts";
import { Failure } from "#core/failure.ts";
import { listing } from "#core/wording.ts";
import { verifyLog } from "#receipts/log-audit/verify-log.ts";
import { type SealOptions, seal } from "#receipts/seal/seal.ts";
import { type Takeover, takeOverLog } from "#receipts/seal/take-over-log.ts";

/**
 * What the second of two does that have sealed one log: takes the published log, seals its own receipts into it, and
 * recomputes it before anything is published.
 * @throws Failure as `seal` does, and `log-inconsistent` where the log does not verify then
 */
export async function sealAgain(takeover: Takeover, options: SealOptions, settings: Settings): Promise<void> {
	await takeOverLog(takeover, settings);
	await seal(options, settings);
	const { faults } = await verifyLog({}, settings);
	if (faults.length === 0) return;
	throw new Failure("log-inconsistent", {
		what: "The log does not verify after it was taken from the remote and sealed again, so it was not published.",
		why: listing(faults.map(({ file, says }) => `${file}: ${says}`)),
		todo: "Run sightline log verify.",
	});
}
