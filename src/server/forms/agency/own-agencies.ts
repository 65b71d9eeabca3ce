import * as z from "zod";
import { agencyNameSchema } from "#core/agency/agency.ts";
import { atField } from "../../api/problems.ts";
import { accountIn, defineForm } from "../form.ts";

const OWN = { page: "/agency/portal", access: "account", quota: "form" } as const;

const foundAgency = defineForm({
	...OWN,
	name: "found",
	input: z.strictObject({
		name: z.string("Write the name of the agency."),
		slug: z.string().optional(),
	}),
	async handle({ name, slug }, call) {
		const read = agencyNameSchema.safeParse(name);
		if (!read.success)
			return { faults: read.error.issues.map(({ message }) => ({ field: "name", says: `The name ${message}.` })) };
		return atField("#/slug", async () => {
			const agency = await call.people.agencies.found(accountIn(call), { name: read.data, slug });
			return { see: `/agency/portal/${agency.slug}/profile/`, done: "founded" };
		});
	},
});

const invitation = z.strictObject({ invitation: z.string().min(1).max(100) });

const acceptInvitation = defineForm({
	...OWN,
	name: "accept",
	input: invitation,
	async handle({ invitation: id }, call) {
		const { slug } = await call.people.agencies.invitations.accept(id, {
			account: accountIn(call),
			headers: call.headers,
		});
		return { see: `/agency/portal/${slug}/`, done: "joined" };
	},
});

const declineInvitation = defineForm({
	...OWN,
	name: "decline",
	input: invitation,
	async handle({ invitation: id }, call) {
		await call.people.agencies.invitations.decline(id, { account: accountIn(call), headers: call.headers });
		return { see: "/agency/portal/", done: "declined" };
	},
});

export const OWN_AGENCIES_FORMS = [foundAgency, acceptInvitation, declineInvitation];
