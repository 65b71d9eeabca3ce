import * as z from "zod";
import { accountIn, defineForm } from "../form.ts";

/** Looks whether the account's token is published at the domain. */
export const proveForm = defineForm({
	page: "/dashboard/[domain]",
	name: "prove",
	access: "account",
	quota: "form",
	input: z.object({}),
	async handle(_, call) {
		const { domain, control } = await call.people.watched.prove(accountIn(call).id, call.params.domain ?? "");
		if (control.since !== undefined) return { see: `/dashboard/${domain}/`, done: "proved" };
		// The page says beside the form what was found at each place.
		return { faults: [{ says: "Your token was found at neither place. A new DNS record may take an hour." }] };
	},
});
