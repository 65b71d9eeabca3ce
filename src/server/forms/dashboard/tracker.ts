import * as z from "zod";
import { repositorySchema } from "#site/export/fix-ticket.ts";
import { domainIn } from "../../dashboard/own-domain.ts";
import { accountIn, defineForm } from "../form.ts";

/** Names the repository whose issues an account writes for a domain; nothing names none. */
export const trackerForm = defineForm({
	page: "/dashboard/[domain]",
	name: "tracker",
	access: "account",
	quota: "form",
	input: z.object({ url: repositorySchema.optional() }),
	async handle({ url = "" }, call) {
		const domain = domainIn(call);
		await call.people.audits.setTracker(accountIn(call).id, domain, url);
		return { see: `/dashboard/${domain}/`, done: "tracker-changed" };
	},
});
