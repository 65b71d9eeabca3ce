import * as z from "zod";
import { RECEIPT_ID } from "#core/receipt.ts";
import { domainIn } from "../../dashboard/own-domain.ts";
import { accountIn, defineForm } from "../form.ts";

/** Takes an audit off the list of an account; what is public of it stays. */
export const forgetAuditForm = defineForm({
	page: "/dashboard/[domain]",
	name: "forget-audit",
	access: "account",
	quota: "form",
	input: z.object({ receipt: z.string("Choose an audit.").regex(RECEIPT_ID, "This is no receipt's id.") }),
	async handle({ receipt }, call) {
		const isThere = await call.people.audits.remove(accountIn(call).id, receipt);
		if (!isThere) return { faults: [{ says: "This audit is not on your list." }] };
		return { see: `/dashboard/${domainIn(call)}/`, done: "forgotten" };
	},
});
