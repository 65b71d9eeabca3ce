import * as z from "zod";
import { AUDIT_MODES } from "#core/preset.ts";
import type { StoredReceipt } from "#core/receipt.ts";
import { parseTarget, TARGET_MAX_LENGTH } from "#core/target.ts";
import { ADVICE } from "#site/brief/texts.ts";
import { UNAUDITED } from "#site/scan/scan.ts";
import { atField } from "../../api/problems.ts";
import { defineForm, type FormCall, type FormResult } from "../form.ts";
import { callerOf, waitFault } from "./form-audit.ts";

/** Audits a site for anybody who asks without JavaScript, and leads to the page of the result. */
export const scanForm = defineForm({
	page: "/scan",
	name: "scan",
	access: "anybody",
	quota: "audit",
	extraCost: ({ mode }) => (mode === "deep" ? 2 : 0),
	input: z.object({
		url: z.string("Enter the address of a site.").max(TARGET_MAX_LENGTH, "This must have at most 2,048 characters."),
		mode: z.enum(AUDIT_MODES, "Choose how much is read.").default("light"),
	}),
	async handle({ url, mode }, call): Promise<FormResult> {
		const caller = callerOf(call);
		const asked = atField("#/url", async () => call.app.audit({ target: parseTarget(url), mode }, caller));
		const answered = await asked.catch(waitFault);
		if ("faults" in answered) return answered;
		const { stored, place } = answered.audit;
		if (place.state === "unsaved") return { faults: [{ field: "url", says: unsavedWords(stored) }] };
		if (call.account) await call.people.audits.record(call.account.id, answered.audit);
		return { see: await pageOf(stored, call) };
	},
});

/**
 * The brief, where its address shows this audit: a watched site's own goes before, and a light audit before a deep one. Else the page
 * that goes on showing it.
 */
async function pageOf({ id, receipt: { domain, mode } }: StoredReceipt, { app }: FormCall): Promise<`/${string}`> {
	const host = encodeURIComponent(domain);
	if ((await app.shownAt(domain)) === id) return `/brief/${host}/`;
	return mode === "light" ? `/share/${host}/${id}/` : `/receipts/${id}/`;
}

/** Why there is nothing to show, and what to do. */
export function unsavedWords({ receipt: { failure } }: StoredReceipt): string {
	return failure ? `${failure.says} ${ADVICE[failure.code]}` : UNAUDITED;
}
