import * as z from "zod";
import { isFailure } from "#core/failure.ts";
import { AGENCY_ROLES } from "#people/agencies/agency-role.ts";
import type { MemberChange } from "#people/agencies/members.ts";
import { atField } from "../../api/problems.ts";
import { emailField } from "../email-field.ts";
import type { FormResult } from "../form.ts";
import { type AgencyCall, agencyForm, seeAgency } from "./agency-form.ts";

const id = z.string().min(1).max(100);
const role = z.enum(AGENCY_ROLES, "Choose a role.");

const inviteMember = agencyForm({
	page: "/members",
	name: "invite",
	action: "invitation:create",
	input: z.strictObject({ email: emailField(), role }),
	async handle(to, call) {
		const { people, membership, account, headers } = call;
		try {
			await atField("#/email", () => people.agencies.invitations.invite(membership.agency, to, { account, headers }));
		} catch (error) {
			if (!isFailure(error) || error.code !== "mail-unsent") throw error;
			return {
				faults: [{ says: "The invitation could not be mailed and was taken back. Try again in a few minutes." }],
			};
		}
		return seeAgency(call, "/members", "invited");
	},
});

const cancelInvitation = agencyForm({
	page: "/members",
	name: "cancel-invitation",
	action: "invitation:cancel",
	input: z.strictObject({ invitation: id }),
	async handle({ invitation }, call) {
		const { people, membership, account, headers } = call;
		const isCancelled = await people.agencies.invitations.cancel(membership.agency.id, invitation, {
			account,
			headers,
		});
		return isCancelled ? seeAgency(call, "/members", "cancelled") : { faults: [{ says: GONE_INVITATION }] };
	},
});

const changeRole = agencyForm({
	page: "/members",
	name: "role",
	action: "member:update",
	input: z.strictObject({ member: id, role }),
	async handle(to, call) {
		const { people, membership } = call;
		return changed(
			await people.agencies.members.changeRole(membership.agency.id, to.member, to.role),
			call,
			"role-changed",
		);
	},
});

const removeMember = agencyForm({
	page: "/members",
	name: "remove-member",
	action: "member:delete",
	input: z.strictObject({ member: id }),
	async handle({ member }, call) {
		const { people, membership } = call;
		return changed(await people.agencies.members.remove(membership.agency.id, member), call, "member-removed");
	},
});

/** Everybody may leave. */
const leaveAgency = agencyForm({
	page: "/members",
	name: "leave",
	action: "agency:read",
	input: z.strictObject({}),
	async handle(_, call) {
		const { people, membership } = call;
		const { members } = people.agencies;
		const own = (await members.list(membership.agency.id)).find((each) => each.account === membership.account);
		const change = own ? await members.remove(membership.agency.id, own.id) : "unknown";
		return change === "done" ? { see: "/agency/portal/", done: "left" } : changed(change, call, "left");
	},
});

const GONE_INVITATION = "This invitation does not wait any more: it was answered, taken back, or has ended.";

function changed(change: MemberChange, call: AgencyCall, done: string): FormResult {
	if (change === "done") return seeAgency(call, "/members", done);
	const says =
		change === "unknown"
			? "This person is no member any more. The list shows who is."
			: "An agency needs an owner. Make somebody else an owner first.";
	return { faults: [{ says }] };
}

export const MEMBER_FORMS = [inviteMember, cancelInvitation, changeRole, removeMember, leaveAgency];
