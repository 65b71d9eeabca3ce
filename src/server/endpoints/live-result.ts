import type { AuditResult } from "#core/audit-result.ts";
import { toAuditResult } from "#site/brief/audit-result.ts";
import type { LiveAudit } from "../api/live-app.ts";

/** A live audit as callers get it. `baseUrl` has no trailing slash. */
export function liveResult({ stored, auditedAt, place }: LiveAudit, baseUrl: string): AuditResult {
	return toAuditResult(stored, { baseUrl, auditedAt, ...place });
}
