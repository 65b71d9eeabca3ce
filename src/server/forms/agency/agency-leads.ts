import * as z from "zod";
import { OPERATOR } from "#people/requests/contact-request.ts";
import type { Requests } from "#people/requests/requests.ts";
import { accountIn, type Form, type FormResult } from "../form.ts";
import { agencyForm, seeAgency } from "./agency-form.ts";

const id = z.string().min(1).max(100);
const marked = z.strictObject({ request: id, state: z.enum(["answered", "open"]) });
const removed = z.strictObject({ request: id });

const GONE: FormResult = { faults: [{ says: "This request is not here any more." }] };

const markLead = agencyForm({
	page: "/leads",
	name: "mark",
	action: "lead:answer",
	input: marked,
	async handle(input, call) {
		const isThere = await mark(call.people.requests, call.membership.agency.slug, input);
		return isThere ? seeAgency(call, "/leads", input.state) : GONE;
	},
});

const removeLead = agencyForm({
	page: "/leads",
	name: "remove-lead",
	action: "lead:answer",
	input: removed,
	async handle({ request }, call) {
		const isThere = await call.people.requests.remove(call.membership.agency.slug, request);
		return isThere ? seeAgency(call, "/leads", "removed") : GONE;
	},
});

/** What was done to a request, as its page says it. */
export const LEAD_DONE = {
	answered: "The request is marked as answered.",
	open: "The request is open again.",
	removed: "The request was deleted.",
};

function mark(requests: Requests, to: string, { request, state }: z.infer<typeof marked>): Promise<boolean> {
	return requests.mark(to, request, state === "answered");
}

export const LEAD_FORMS = [markLead, removeLead];

const FOR_OPERATOR = { page: "/agency/portal/requests", access: "account", quota: "form" } as const;

const markRequest: Form<z.infer<typeof marked>> = {
	...FOR_OPERATOR,
	name: "mark",
	input: marked,
	async handle(input, call) {
		const { people } = call;
		if (!people.isOperator(accountIn(call))) return { faults: [] };
		const isThere = await mark(people.requests, OPERATOR, input);
		return isThere ? { see: "/agency/portal/requests/", done: input.state } : GONE;
	},
};

const removeRequest: Form<z.infer<typeof removed>> = {
	...FOR_OPERATOR,
	name: "remove-lead",
	input: removed,
	async handle({ request }, call) {
		const { people } = call;
		if (!people.isOperator(accountIn(call))) return { faults: [] };
		const isThere = await people.requests.remove(OPERATOR, request);
		return isThere ? { see: "/agency/portal/requests/", done: "removed" } : GONE;
	},
};

/** Of requests that name no agency. Anybody else than the operator is answered as if the page were not there. */
export const OPERATOR_FORMS = [markRequest, removeRequest];
