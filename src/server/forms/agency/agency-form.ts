import type { AgencyAction } from "#people/agencies/agency-access.ts";
import { ROLE_WORDS } from "#people/agencies/agency-role.ts";
import type { Membership } from "#people/agencies/members.ts";
import { accountIn, type Form, type FormCall, type FormResult } from "../form.ts";

/** Pages of an agency in the portal, as their addresses end. */
export type AgencyPage = "" | "/profile" | "/clients" | "/leads" | "/members";

/** What a form of an agency's page gets beside its input: who sent it, as a member who may. */
export interface AgencyCall extends FormCall {
	readonly account: NonNullable<FormCall["account"]>;
	readonly membership: Membership;
}

interface AgencyFormOptions<Input> extends Pick<Form<Input>, "name" | "input" | "bodyBytes" | "files"> {
	readonly page: AgencyPage;
	/** What the sender's role must allow. */
	readonly action: AgencyAction;
	/** `form` by default. */
	readonly quota?: Form["quota"];
	handle(input: Input, call: AgencyCall): Promise<FormResult>;
}

/** A form of an agency's page, with what it demands of the sender's role. */
export interface AgencyForm<Input = unknown> extends Form<Input> {
	readonly action: AgencyAction;
}

/**
 * Makes a form that members alone can send. For an agency that is not the sender's it does as for one that is not there:
 * nothing, and its page is not found. A member whose role does not allow it reads why.
 */
export function agencyForm<Input>({ page, handle, ...form }: AgencyFormOptions<Input>): AgencyForm<Input> {
	return {
		quota: "form",
		...form,
		page: `/agency/portal/[agency]${page}`,
		access: "account",
		async handle(input, call) {
			const { params, people } = call;
			const account = accountIn(call);
			const membership = await people.agencies.members.find(account.id, params.agency ?? "");
			if (!membership) return { faults: [] };
			if (!membership.may(form.action)) return { faults: [{ says: forbidden(membership) }] };
			return handle(input, { ...call, account, membership });
		},
	};
}

function forbidden({ role, agency }: Membership): string {
	return `Your role in ${agency.name} is ${ROLE_WORDS[role].name.toLowerCase()}, which does not allow this. Ask an owner to change your role.`;
}

/** Where a form leads when it has done its work. */
export function seeAgency({ membership }: AgencyCall, page: AgencyPage, done: string): FormResult {
	return { see: `/agency/portal/${membership.agency.slug}${page}/`, done };
}
