import * as z from "zod";
import { parseTarget, TARGET_MAX_LENGTH } from "#core/target.ts";
import { CLIENTS_MAX } from "#people/agencies/clients.ts";
import { atField } from "../../api/problems.ts";
import { emailField } from "../email-field.ts";
import { agencyForm, seeAgency } from "./agency-form.ts";

const domain = z.string("Write the address of the client's site.").max(TARGET_MAX_LENGTH, "This address is too long.");
const texts = {
	name: z.string().max(100, "The name may have 100 characters.").default(""),
	email: emailField().default(""),
	note: z.string().max(1000, "The note may have 1,000 characters.").default(""),
};

const addClient = agencyForm({
	page: "/clients",
	name: "add-client",
	action: "client:add",
	input: z.strictObject({ domain, ...texts }),
	handle: ({ domain: typed, ...client }, call) =>
		atField("#/domain", async () => {
			const { host, displayHost } = parseTarget(typed);
			const { people, membership } = call;
			const added = { domain: host, ...client, addedMs: Date.now() };
			const outcome = await people.agencies.clients.add(membership.agency.id, added);
			if (outcome === "added") return seeAgency(call, "/clients", "client-added");
			const says =
				outcome === "known"
					? `${displayHost} is in the list already.`
					: `An agency may have ${CLIENTS_MAX} clients. Remove one to add another.`;
			return { faults: [{ field: "domain", says }] };
		}),
});

const changeClient = agencyForm({
	page: "/clients",
	name: "change-client",
	action: "client:change",
	input: z.strictObject({ domain, ...texts }),
	async handle(client, call) {
		const isChanged = await call.people.agencies.clients.change(call.membership.agency.id, client);
		return isChanged ? seeAgency(call, "/clients", "client-changed") : { faults: [{ says: GONE_CLIENT }] };
	},
});

/** Answers with what was removed, so that the page can offer to add it again. */
const removeClient = agencyForm({
	page: "/clients",
	name: "remove-client",
	action: "client:remove",
	input: z.strictObject({ domain }),
	async handle(client, { people, membership }) {
		const removed = await people.agencies.clients.remove(membership.agency.id, client.domain);
		if (!removed) return { faults: [{ says: GONE_CLIENT }] };
		const { addedMs: _, ...shown } = removed;
		return { show: shown };
	},
});

export const GONE_CLIENT = "This client is not in the list any more.";

export const CLIENT_FORMS = [addClient, changeClient, removeClient];
