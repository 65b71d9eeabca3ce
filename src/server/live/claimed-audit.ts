import { isFailure } from "#core/failure.ts";
import type { AnsweredAudit } from "../api/live-app.ts";
import type { DeskWatch } from "./audit-events.ts";
import { type AuditTarget, type ClaimOrder, type HeldClaim, holdClaim } from "./audit-lease.ts";
import type { AuditQueue } from "./audit-queue.ts";
import type { RememberedAudits, RememberedOptions } from "./result-cache.ts";
import { wholeSeconds } from "./whole-seconds.ts";

/** What is audited, by the name that all who ask for it share; and which request began it. */
export interface DeskWork {
	readonly key: string;
	readonly target: AuditTarget;
	readonly requestId: string;
}

export interface ClaimedAuditParts {
	readonly queue: Pick<AuditQueue, "make">;
	readonly claims: ClaimOrder;
	readonly recall: RememberedOptions["recall"];
	/** Where what was found is put. */
	readonly remembered: Pick<RememberedAudits, "put">;
	readonly watch: DeskWatch;
}

/** Makes an audit where it is this process's to make, or takes what another has found. */
export function createClaimedAudit(
	parts: ClaimedAuditParts,
): (work: DeskWork, signal: AbortSignal) => Promise<AnsweredAudit> {
	const { claims, recall, remembered, watch } = parts;
	return async (work, signal) => {
		const { key, target } = work;
		for (let { freshMs } = claims; ; freshMs = 0) {
			const held = await holdClaim(target, { ...claims, freshMs }, signal);
			if (held.kind === "mine") return await makeUnder(held, work, signal, parts);
			const audit = await recall(held.receipt, held.auditedAt);
			// What was found a moment ago may have been taken down since; then it is to be looked at anew.
			if (!audit) continue;
			remembered.put(key, audit, held.finishedMs);
			watch.answered("store");
			return { audit, ageSeconds: wholeSeconds(claims.now() - held.finishedMs) };
		}
	};
}

async function makeUnder(
	claim: HeldClaim,
	{ key, target, requestId }: DeskWork,
	signal: AbortSignal,
	{ queue, claims, remembered, watch }: ClaimedAuditParts,
): Promise<AnsweredAudit> {
	try {
		const audit = await queue.make({ target, claim: claim.holder, requestId }, signal);
		claim.stop();
		remembered.put(key, audit, claims.now());
		watch.answered("made");
		return { audit };
	} catch (error) {
		await claim.release();
		if (isFailure(error) && error.code === "overloaded") watch.refused(error.code);
		throw error;
	}
}
