import type { AuditResult, Unaudited } from "#core/audit-result.ts";
import type { AuditMode } from "#core/preset.ts";
import { parseTarget } from "#core/target.ts";
import type { LiveAudit } from "#receipts/live/keep-live-audit.ts";
import { toAuditResult, toUnaudited } from "#site/brief/audit-result.ts";
import type { Answer, Call } from "../api/endpoint.ts";
import type { AnsweredAudit } from "../api/live-app.ts";
import { atField } from "../api/rejection.ts";

/**
 * Audits what the member `domain` of a request names. A caller with an account has the audit from then on.
 * @throws Failure of LiveApp's `audit`; FieldFailure where it is the domain that is wrong
 */
export async function auditDomain(
	{ domain, mode }: { readonly domain: string; readonly mode: AuditMode },
	call: Call,
): Promise<AnsweredAudit> {
	const answered = await atField("#/domain", async () => call.app.audit({ target: parseTarget(domain), mode }, call));
	const { account } = call.identity;
	if (account !== undefined && answered.audit.place.state !== "unsaved")
		await call.people.audits.record(account, answered.audit);
	return answered;
}

/**
 * Answers what is made from a light audit, or that the site could not be audited.
 * @param make called for an audit with a score only
 * @throws as `auditDomain`
 */
export async function answerFromLightAudit<Output>(
	domain: string,
	call: Call,
	make: (audit: LiveAudit) => Output | Promise<Output>,
): Promise<Answer<Output | Unaudited>> {
	const { audit, ageSeconds } = await auditDomain({ domain, mode: "light" }, call);
	const { receipt } = audit.stored;
	const body = receipt.scores ? await make(audit) : toUnaudited(receipt);
	return { body, headers: ageHeader(ageSeconds) };
}

/** A live audit as callers get it. `baseUrl` has no trailing slash. */
export function liveAuditResult({ stored, auditedAt, place }: LiveAudit, baseUrl: string): AuditResult {
	return toAuditResult(stored, { baseUrl, auditedAt, ...place });
}

/**
 * `Age` says how long ago the audit ended (RFC 9111 section 5.1); absent for an audit that was made for this request.
 * @param ageSeconds whole seconds
 */
export function ageHeader(ageSeconds: number | undefined): Record<string, string> {
	return ageSeconds === undefined ? {} : { Age: String(ageSeconds) };
}
