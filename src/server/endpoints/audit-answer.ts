import type { AuditResult, Unaudited } from "#core/audit-result.ts";
import { toAuditResult, toUnaudited } from "#site/brief/audit-result.ts";
import type { Answer, Call } from "../api/endpoint.ts";
import type { LiveAudit } from "../api/live-app.ts";
import { atField } from "../api/rejection.ts";

/**
 * Answers what is made from a light audit, or that the site could not be audited.
 * @param make called for an audit with a score only
 * @throws Failure of LiveApp's `audit`; FieldFailure where it is the domain that is wrong
 */
export async function onLightAudit<Output>(
	domain: string,
	call: Call,
	make: (audit: LiveAudit) => Output | Promise<Output>,
): Promise<Answer<Output | Unaudited>> {
	const { audit, ageSeconds } = await atField("#/domain", call.app.audit({ domain, mode: "light" }, call));
	const { receipt } = audit.stored;
	const body = receipt.scores ? await make(audit) : toUnaudited(receipt);
	return { body, headers: resultHeaders(ageSeconds) };
}

/** A live audit as callers get it. `baseUrl` has no trailing slash. */
export function liveResult({ stored, auditedAt, place }: LiveAudit, baseUrl: string): AuditResult {
	return toAuditResult(stored, { baseUrl, auditedAt, ...place });
}

/**
 * Fields of an answer that rests on an audit: `Age` says how long ago the audit ended, where it was not made for this
 * request (RFC 9111 section 5.1). That no cache keeps the answer is said for all endpoints in one place: a live audit is
 * shown to those who ask, and the answer to a POST serves no later POST anyway (RFC 9110 section 9.3.3).
 * @param ageSeconds whole seconds; undefined for an audit that was made for this request
 */
export function resultHeaders(ageSeconds: number | undefined): Record<string, string> {
	return ageSeconds === undefined ? {} : { Age: String(ageSeconds) };
}
