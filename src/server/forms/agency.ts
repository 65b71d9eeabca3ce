import * as z from "zod";
import { type AgencyProfile, agencyNameSchema, agencyProfileSchema } from "#core/agency/agency.ts";
import { isFailure } from "#core/failure.ts";
import type { AgencyAction } from "#people/agencies/agency-access.ts";
import { AGENCY_ROLES, ROLE_WORDS } from "#people/agencies/agency-role.ts";
import type { MemberChange, Membership } from "#people/agencies/members.ts";
import type { FormFault } from "#site/form/form-view.ts";
import { atField } from "../api/problems.ts";
import { type AccountCall, accountForms, emailField, type Form, type FormResult, type UploadedFile } from "./form.ts";

type AgencyPage = "" | "/profile" | "/clients" | "/leads" | "/members";

export interface AgencyCall extends AccountCall {
	readonly membership: Membership;
}

export interface AgencyForm<Input = unknown> extends Form<Input> {
	readonly action: AgencyAction;
}

/** For members only: others get a 404, as for a missing agency. A role without permission gets the reason. */
export function agencyForms(page: AgencyPage) {
	const form = accountForms(`/agency/portal/[agency]${page}`);
	return <Input>(
		name: string,
		action: AgencyAction,
		input: z.ZodType<Input>,
		handle: (input: Input, call: AgencyCall) => Promise<FormResult>,
		more: Partial<Pick<Form<Input>, "quota" | "bodyBytes" | "files">> = {},
	): AgencyForm<Input> => {
		const answer = async (typed: Input, call: AccountCall): Promise<FormResult> => {
			const { params, people, account } = call;
			const membership = await people.agencies.members.find(account.id, params.agency ?? "");
			if (!membership) return { faults: [] };
			if (!membership.may(action)) return { faults: [{ says: forbidden(membership) }] };
			return handle(typed, { ...call, membership });
		};
		return { ...form(name, input, answer, more), action };
	};
}

function forbidden({ role, agency }: Membership): string {
	return `Your role in ${agency.name} (${ROLE_WORDS[role].name.toLowerCase()}) does not allow this. Ask an owner to change your role.`;
}

export function seeAgency({ membership }: AgencyCall, page: AgencyPage, done: string): FormResult {
	return { see: `/agency/portal/${membership.agency.slug}${page}/`, done };
}

const portalForm = accountForms("/agency/portal");
const invitation = z.strictObject({ invitation: z.string().min(1).max(100) });

export const OWN_AGENCIES_FORMS: readonly Form[] = [
	portalForm(
		"found",
		z.strictObject({ name: z.string("Enter the agency's name."), slug: z.string().optional() }),
		async ({ name, slug }, { people, account }) => {
			const read = agencyNameSchema.safeParse(name);
			if (!read.success)
				return { faults: read.error.issues.map(({ message }) => ({ field: "name", says: `The name ${message}.` })) };
			return atField("#/slug", async () => {
				const agency = await people.agencies.found(account, { name: read.data, slug });
				return { see: `/agency/portal/${agency.slug}/profile/`, done: "founded" };
			});
		},
	),
	portalForm("accept", invitation, async ({ invitation: id }, { people, account, headers }) => {
		const { slug } = await people.agencies.invitations.accept(id, { account, headers });
		return { see: `/agency/portal/${slug}/`, done: "joined" };
	}),
	portalForm("decline", invitation, async ({ invitation: id }, { people, account, headers }) => {
		await people.agencies.invitations.decline(id, { account, headers });
		return { see: "/agency/portal/", done: "declined" };
	}),
];

const memberForm = agencyForms("/members");
const id = z.string().min(1).max(100);
const role = z.enum(AGENCY_ROLES, "Choose a role.");

export const MEMBER_FORMS: readonly AgencyForm[] = [
	memberForm("invite", "invitation:create", z.strictObject({ email: emailField(), role }), async (to, call) => {
		const { people, membership, account, headers } = call;
		try {
			await atField("#/email", () => people.agencies.invitations.invite(membership.agency, to, { account, headers }));
		} catch (error) {
			if (!isFailure(error) || error.code !== "mail-unsent") throw error;
			return {
				faults: [{ says: "We could not email the invitation, so it was cancelled. Try again in a few minutes." }],
			};
		}
		return seeAgency(call, "/members", "invited");
	}),
	memberForm("cancel-invitation", "invitation:cancel", invitation, async ({ invitation: id }, call) => {
		const { people, membership, account, headers } = call;
		if (await people.agencies.invitations.cancel(membership.agency.id, id, { account, headers }))
			return seeAgency(call, "/members", "cancelled");
		return { faults: [{ says: "This invitation is no longer open: it was answered or cancelled, or has expired." }] };
	}),
	memberForm("role", "member:update", z.strictObject({ member: id, role }), async ({ member, role }, call) => {
		const { people, membership } = call;
		return changed(await people.agencies.members.changeRole(membership.agency.id, member, role), call, "role-changed");
	}),
	memberForm("remove-member", "member:delete", z.strictObject({ member: id }), async ({ member }, call) => {
		const { people, membership } = call;
		return changed(await people.agencies.members.remove(membership.agency.id, member), call, "member-removed");
	}),
	// Every member may leave.
	memberForm("leave", "agency:read", z.strictObject({}), async (_, call) => {
		const { people, membership } = call;
		const { members } = people.agencies;
		const own = (await members.list(membership.agency.id)).find((each) => each.account === membership.account);
		const change = own ? await members.remove(membership.agency.id, own.id) : "unknown";
		return change === "done" ? { see: "/agency/portal/", done: "left" } : changed(change, call, "left");
	}),
];

function changed(change: MemberChange, call: AgencyCall, done: string): FormResult {
	if (change === "done") return seeAgency(call, "/members", done);
	const says =
		change === "unknown"
			? "This person is no longer a member. The list shows all members."
			: "An agency needs an owner. Make another member an owner first.";
	return { faults: [{ says }] };
}

const profileForm = agencyForms("/profile");

const typedProfile = z.strictObject({
	name: z.string("Enter the agency's name."),
	url: z.string().optional(),
	address: z.string().optional(),
	contact: z.string().optional(),
	own: z.literal("on").optional(),
	accent: z.string().optional(),
	ink: z.string().optional(),
	note: z.string().optional(),
	label: z.string().optional(),
	leads: z.string().optional(),
	language: z.string().optional(),
	ordered: z.literal("on").optional(),
	// One per position, first to last.
	section1: z.string().optional(),
	section2: z.string().optional(),
	section3: z.string().optional(),
	section4: z.string().optional(),
	section5: z.string().optional(),
	section6: z.string().optional(),
});
type TypedProfile = z.infer<typeof typedProfile>;

/** By path in a profile: form field, and subject for the schema's message, which is worded for files. */
const SUBJECTS: Readonly<Record<string, readonly [field: string, subject: string]>> = {
	name: ["name", "The name"],
	url: ["url", "The web address"],
	address: ["address", "The postal address"],
	contact: ["contact", "The contact"],
	"colors.accent": ["accent", "The background colour"],
	"colors.ink": ["ink", "The text colour"],
	note: ["note", "The note"],
	"action.label": ["label", "The text of the button"],
	"action.url": ["leads", "The button's address"],
	language: ["language", "The language"],
	sections: ["section1", "The order of sections"],
};
const UNNAMED = ["name", "The profile"] as const;

function profileOf(typed: TypedProfile): { profile: AgencyProfile } | { faults: FormFault[] } {
	const { own, accent, ink, label, leads, ordered, name, url, address, contact, note, language, ...places } = typed;
	const read = agencyProfileSchema.safeParse({
		...{ name, url, address, contact, note, language },
		...(own && { colors: { accent, ink } }),
		...((label ?? leads) !== undefined && { action: { label: label ?? "", url: leads } }),
		...(ordered && { sections: Object.values(places).filter((section) => section !== undefined) }),
	});
	if (read.success) return { profile: read.data };
	return {
		faults: read.error.issues.map(({ path: [part = "", member], message }) => {
			const [field, subject] = SUBJECTS[`${String(part)}.${String(member)}`] ?? SUBJECTS[String(part)] ?? UNNAMED;
			return { field, says: `${subject} ${message}.` };
		}),
	};
}

const logo = z.custom<UploadedFile>((file) => file !== undefined, "Choose a PNG or SVG file.");

export const PROFILE_FORMS: readonly AgencyForm[] = [
	profileForm("profile", "brand:update", typedProfile, async (typed, call) => {
		const read = profileOf(typed);
		if ("faults" in read) return read;
		const { people, membership } = call;
		await people.agencies.brands.saveProfile(membership.agency.slug, read.profile);
		await people.agencies.rename(membership.agency.id, read.profile.name);
		return seeAgency(call, "/profile", "profile-saved");
	}),
	// Saves nothing.
	profileForm("preview", "brand:update", typedProfile, async (typed) => {
		const read = profileOf(typed);
		if ("faults" in read) return read;
		const given = Object.entries(typed).flatMap(([name, text]) => (text === undefined ? [] : [[name, text]]));
		return { show: Object.fromEntries(given) };
	}),
	profileForm(
		"logo",
		"brand:update",
		z.strictObject({ logo }),
		async ({ logo }, call) =>
			atField("#/logo", async () => {
				const { slug, name } = call.membership.agency;
				const { brands } = call.people.agencies;
				if (!(await brands.brand(slug))) await brands.saveProfile(slug, { name });
				await brands.saveLogo(slug, logo.bytes);
				return seeAgency(call, "/profile", "logo-saved");
			}),
		{ bodyBytes: 66 * 1024, files: ["logo"] },
	),
	profileForm("remove-logo", "brand:update", z.strictObject({}), async (_, call) => {
		await call.people.agencies.brands.removeLogo(call.membership.agency.slug);
		return seeAgency(call, "/profile", "logo-removed");
	}),
	profileForm(
		"delete",
		"organization:delete",
		z.strictObject({ slug: z.string("Enter the short name.").max(100) }),
		async ({ slug }, { people, membership: { agency } }) => {
			if (slug !== agency.slug) return { faults: [{ field: "slug", says: `Type ${agency.slug} to confirm.` }] };
			await people.agencies.remove(agency);
			return { see: "/agency/portal/", done: "deleted" };
		},
	),
];
