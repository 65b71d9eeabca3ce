import * as z from "zod";
import { AUDIT_MODES } from "#core/preset.ts";
import { parseTarget, TARGET_MAX_LENGTH } from "#core/target.ts";
import type { AnsweredAudit } from "../../api/live-app.ts";
import { atField } from "../../api/problems.ts";
import { accountKey } from "../../caller/identify.ts";
import { accountIn, defineForm, type FormResult } from "../form.ts";

/** Audits a site now, for whoever asks; the audit becomes one of the account's own. */
export const rescanForm = defineForm({
	page: "/dashboard",
	name: "rescan",
	access: "account",
	quota: "audit",
	extraCost: ({ mode }) => (mode === "deep" ? 2 : 0),
	input: z.object({
		domain: z.string("Enter a domain.").max(TARGET_MAX_LENGTH, "must have at most 2,048 characters"),
		mode: z.enum(AUDIT_MODES, "Choose how much is read.").default("light"),
	}),
	async handle({ domain, mode }, call): Promise<FormResult> {
		const { people, app } = call;
		const account = accountIn(call);
		const caller = { identity: { key: accountKey(account.id) }, requestId: call.requestId, signal: call.signal };
		const answered = await atField("#/domain", async () => app.audit({ target: parseTarget(domain), mode }, caller));
		const { stored, place } = answered.audit;
		if (place.state === "unsaved") {
			const why = stored.receipt.failure?.says ?? "";
			return {
				faults: [{ field: "domain", says: `No answer that tells anything of the site. ${why} Nothing is kept of it.` }],
			};
		}
		await people.audits.record(account.id, answered.audit);
		return { see: `/dashboard/${stored.receipt.domain}/`, done: doneCode(answered) };
	},
});

/** What the page of the domain says of it. */
function doneCode({ audit: { stored, auditedAt }, ageSeconds }: AnsweredAudit): string {
	if (ageSeconds !== undefined) return "audited-before";
	if (!stored.receipt.scores) return "no-score";
	return auditedAt > stored.receipt.auditedAt ? "unchanged" : "audited";
}
