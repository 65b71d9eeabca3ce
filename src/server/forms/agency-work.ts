import * as z from "zod";
import { briefClientSchema } from "#core/agency/agency.ts";
import { isFailure } from "#core/failure.ts";
import { LANGUAGES } from "#core/language.ts";
import { parseTarget, TARGET_MAX_LENGTH } from "#core/target.ts";
import type { BriefKey } from "#people/agencies/agency-briefs.ts";
import { CLIENTS_MAX } from "#people/agencies/clients.ts";
import { OPERATOR } from "#people/requests/contact-request.ts";
import { failureOf } from "#site/brief/audit-result.ts";
import type { FormFault } from "#site/form/form-view.ts";
import { atField } from "../api/problems.ts";
import { accountKey } from "../caller/identify.ts";
import { type AgencyCall, type AgencyForm, agencyForms, seeAgency } from "./agency.ts";
import { type AccountCall, accountForms, emailField, type Form, type FormResult } from "./form.ts";

const clientForm = agencyForms("/clients");
const domain = z.string("Write the address of the client's site.").max(TARGET_MAX_LENGTH, "This address is too long.");
const client = z.strictObject({
	domain,
	name: z.string().max(100, "Use at most 100 characters.").default(""),
	email: emailField().default(""),
	note: z.string().max(1000, "Use at most 1,000 characters.").default(""),
	message: z.string().default(""),
	language: z.enum(["", ...LANGUAGES]).default(""),
});

/** Validates name and message as briefs show them. */
function faultsOf({ name, message }: z.infer<typeof client>): FormFault[] {
	const read = briefClientSchema.safeParse({ ...(name && { name }), ...(message && { note: message }) });
	const issues = read.error?.issues ?? [];
	return issues.map(({ path: [part], message: says }) =>
		part === "name" ? { field: "name", says: `The name ${says}.` } : { field: "message", says: `The note ${says}.` },
	);
}
const GONE_CLIENT: FormResult = { faults: [{ says: "This client is no longer in the list." }] };

export const CLIENT_FORMS: readonly AgencyForm[] = [
	clientForm("add-client", "client:add", client, (given, call) =>
		atField("#/domain", async () => {
			const { domain: typed, ...texts } = given;
			const { host, displayHost } = parseTarget(typed);
			const faults = faultsOf(given);
			if (faults.length > 0) return { faults };
			const added = { domain: host, ...texts, addedMs: Date.now() };
			const outcome = await call.people.agencies.clients.add(call.membership.agency.id, added);
			if (outcome === "added") return seeAgency(call, "/clients", "client-added");
			const says =
				outcome === "known"
					? `${displayHost} is already in the list.`
					: `An agency can have ${CLIENTS_MAX} clients. Remove a client to add another.`;
			return { faults: [{ field: "domain", says }] };
		}),
	),
	clientForm("change-client", "client:change", client, async (changes, call) => {
		const faults = faultsOf(changes);
		if (faults.length > 0) return { faults };
		const isChanged = await call.people.agencies.clients.change(call.membership.agency.id, changes);
		return isChanged ? seeAgency(call, "/clients", "client-changed") : GONE_CLIENT;
	}),
	// The response lets the page offer an undo.
	clientForm(
		"remove-client",
		"client:remove",
		z.strictObject({ domain }),
		async ({ domain }, { people, membership }) => {
			const removed = await people.agencies.clients.remove(membership.agency.id, domain);
			if (!removed) return GONE_CLIENT;
			const { addedMs: _, ...shown } = removed;
			return { show: shown };
		},
	),
	// A cached audit will do. The brief needs approval.
	clientForm(
		"make-brief",
		"brief:make",
		z.strictObject({ domain: z.string().max(253) }),
		async ({ domain }, call) => {
			const { people, account, app, addressKey, requestId, signal } = call;
			const { agency } = call.membership;
			if (!(await people.agencies.clients.get(agency.id, domain))) return GONE_CLIENT;
			const caller = { identity: { key: accountKey(account.id) }, addressKey, requestId, signal };
			const { audit } = await app.audit({ target: parseTarget(domain), mode: "light" }, caller);
			const { stored, auditedAt } = audit;
			if (!stored.receipt.ok)
				return { faults: [{ says: `${domain} was not audited. ${failureOf(stored.receipt).says}` }] };
			await people.agencies.briefs.make({ agency: agency.slug, stored, auditedAt, account: account.id });
			return seeAgency(call, "", "brief-made");
		},
		{ quota: "brief" },
	),
];

const briefForm = agencyForms("");
const brief = z.strictObject({ receipt: z.string().max(100) });

export const BRIEF_FORMS: readonly AgencyForm[] = [
	briefForm("approve", "brief:approve", brief, (input, call) =>
		onBrief(input, call, "approved", (briefs, key) =>
			briefs.approve(key, { account: call.account.id, name: call.membership.agency.name }),
		),
	),
	briefForm("withdraw", "brief:withdraw", brief, (input, call) =>
		onBrief(input, call, "withdrawn", (briefs, key) => briefs.withdraw(key)),
	),
	briefForm("sent", "brief:approve", brief, (input, call) =>
		onBrief(input, call, "sent", (briefs, key) => briefs.noteSent(key)),
	),
	briefForm("drop", "brief:withdraw", brief, (input, call) =>
		onBrief(input, call, "dropped", (briefs, key) => briefs.drop(key)),
	),
];

const GONE_BRIEF: FormResult = {
	faults: [{ says: "This brief no longer exists: it was withdrawn or has expired." }],
};

async function onBrief(
	{ receipt }: Pick<BriefKey, "receipt">,
	call: AgencyCall,
	done: string,
	act: (briefs: AgencyCall["people"]["agencies"]["briefs"], key: BriefKey) => Promise<unknown>,
): Promise<FormResult> {
	const { briefs } = call.people.agencies;
	const key = { agency: call.membership.agency.slug, receipt };
	if (!(await briefs.get(key))) return GONE_BRIEF;
	try {
		await act(briefs, key);
	} catch (error) {
		if (isFailure(error) && error.code === "receipt-invalid") return GONE_BRIEF;
		throw error;
	}
	return seeAgency(call, "", done);
}

const request = z.string().min(1).max(100);
const marked = z.strictObject({ request, state: z.enum(["answered", "open"]) });
const removed = z.strictObject({ request });

const GONE_REQUEST: FormResult = { faults: [{ says: "This request no longer exists." }] };

export const LEAD_DONE = {
	answered: "Marked as answered.",
	open: "Marked as open.",
	removed: "Request deleted.",
};

const leadForm = agencyForms("/leads");

export const LEAD_FORMS: readonly AgencyForm[] = [
	leadForm("mark", "lead:answer", marked, async ({ request, state }, call) => {
		const isThere = await call.people.requests.mark(call.membership.agency.slug, request, state === "answered");
		return isThere ? seeAgency(call, "/leads", state) : GONE_REQUEST;
	}),
	leadForm("remove-lead", "lead:answer", removed, async ({ request }, call) => {
		const isThere = await call.people.requests.remove(call.membership.agency.slug, request);
		return isThere ? seeAgency(call, "/leads", "removed") : GONE_REQUEST;
	}),
];

const requestForm = accountForms("/agency/portal/requests");

/** For requests without an agency. For accounts other than the operator's, the page is a 404. */
export const OPERATOR_FORMS: readonly Form[] = [
	requestForm("mark", marked, ({ request, state }, call) =>
		onRequest(call, state, (requests) => requests.mark(OPERATOR, request, state === "answered")),
	),
	requestForm("remove-lead", removed, ({ request }, call) =>
		onRequest(call, "removed", (requests) => requests.remove(OPERATOR, request)),
	),
];

async function onRequest(
	{ people, account }: AccountCall,
	done: string,
	act: (requests: AccountCall["people"]["requests"]) => Promise<boolean>,
): Promise<FormResult> {
	if (!people.isOperator(account)) return { faults: [] };
	return (await act(people.requests)) ? { see: "/agency/portal/requests/", done } : GONE_REQUEST;
}
