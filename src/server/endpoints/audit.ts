import { auditRequestSchema } from "#core/audit-request.ts";
import { auditResultSchema } from "#core/audit-result.ts";
import { defineEndpoint, SerializedJson } from "../api/endpoint.ts";
import type { LiveApp, LiveAudit } from "../api/live-app.ts";
import { atField } from "../api/rejection.ts";
import { liveResult, resultHeaders } from "./audit-answer.ts";
import { AUDIT_EXAMPLES } from "./example-receipts.ts";

export const publicAudit = defineEndpoint({
	operationId: "publicAudit",
	method: "POST",
	path: "/api/v1/public/audit",
	tag: "Audits",
	summary: "Audit a public domain",
	description: `Reads the home page of a public site and the files beside it, or in mode \`deep\` a sample of further pages too, and answers
with scores, findings and what to fix.

A site is audited at most once in 60 seconds and mode: within that time everybody gets the same result, with its age in
seconds in the \`Age\` field.

A deep audit counts as three audits.

A fine public host that could not be audited (it is unreachable, challenges or refuses our bot, leads inward, or shows too
little) is answered with status 200, \`ok: false\`, \`error\` and \`code\`, and without a score. Names and addresses that
are not public are refused with 400.`,
	scope: "audit:public",
	quota: "audit",
	extraCost: ({ mode }) => (mode === "deep" ? 2 : 0),
	input: auditRequestSchema,
	output: auditResultSchema,
	examples: AUDIT_EXAMPLES,
	async handle({ domain, mode }, call) {
		const { audit, ageSeconds } = await atField("#/domain", call.app.audit({ domain, mode }, call));
		return { body: writtenResult(audit, call.app), headers: resultHeaders(ageSeconds) };
	},
});

const written = new WeakMap<LiveAudit, SerializedJson>();

/** A site that many ask for is written once. */
function writtenResult(audit: LiveAudit, { baseUrl }: LiveApp): SerializedJson {
	const known = written.get(audit);
	if (known) return known;
	const body = new SerializedJson(JSON.stringify(liveResult(audit, baseUrl)));
	written.set(audit, body);
	return body;
}
