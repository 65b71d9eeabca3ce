import * as z from "zod";
import { type AgencyProfile, agencyProfileSchema } from "#core/agency/agency.ts";
import type { FormFault } from "#site/form/form-view.ts";
import { atField } from "../../api/problems.ts";
import type { UploadedFile } from "../form.ts";
import { agencyForm, seeAgency } from "./agency-form.ts";

/** As typed; what may stand there is said by the schema of agencies' files. */
const typedProfile = z.strictObject({
	name: z.string("Write the name of the agency."),
	url: z.string().optional(),
	address: z.string().optional(),
	contact: z.string().optional(),
	own: z.literal("on").optional(),
	accent: z.string().optional(),
	ink: z.string().optional(),
});

/** Words that the schema's messages, which are said of files, go on from. */
const SUBJECTS: Readonly<Record<string, string>> = {
	name: "The name",
	url: "The web address",
	address: "The postal address",
	contact: "The contact",
	accent: "The background colour",
	ink: "The text colour",
};

function profileOf(typed: z.infer<typeof typedProfile>): { profile: AgencyProfile } | { faults: FormFault[] } {
	const { own, accent, ink, ...texts } = typed;
	const read = agencyProfileSchema.safeParse({ ...texts, ...(own && { colors: { accent, ink } }) });
	if (read.success) return { profile: read.data };
	return {
		faults: read.error.issues.map(({ path, message }) => {
			const field = String(path.at(-1) ?? "name");
			return { field, says: `${SUBJECTS[field] ?? "The profile"} ${message}.` };
		}),
	};
}

const saveProfile = agencyForm({
	page: "/profile",
	name: "profile",
	action: "brand:update",
	input: typedProfile,
	async handle(typed, call) {
		const read = profileOf(typed);
		if ("faults" in read) return read;
		const { people, membership } = call;
		await people.agencies.brands.saveProfile(membership.agency.slug, read.profile);
		await people.agencies.rename(membership.agency.id, read.profile.name);
		return seeAgency(call, "/profile", "profile-saved");
	},
});

/** Shows how it would look; nothing is kept. */
const previewProfile = agencyForm({
	page: "/profile",
	name: "preview",
	action: "brand:update",
	input: typedProfile,
	async handle(typed) {
		const read = profileOf(typed);
		if ("faults" in read) return read;
		return { show: withoutGaps(typed) };
	},
});

function withoutGaps(typed: z.infer<typeof typedProfile>): Record<string, string> {
	return Object.fromEntries(
		Object.entries(typed).flatMap(([name, text]) => (text === undefined ? [] : [[name, text]])),
	);
}

const saveLogo = agencyForm({
	page: "/profile",
	name: "logo",
	action: "brand:update",
	bodyBytes: 66 * 1024,
	files: ["logo"],
	input: z.strictObject({ logo: z.custom<UploadedFile>((file) => file !== undefined, "Choose a PNG or SVG file.") }),
	async handle({ logo }, call) {
		const { people, membership } = call;
		return atField("#/logo", async () => {
			const { slug, name } = membership.agency;
			const { brands } = people.agencies;
			if (!(await brands.brand(slug))) await brands.saveProfile(slug, { name });
			await brands.saveLogo(slug, logo.bytes);
			return seeAgency(call, "/profile", "logo-saved");
		});
	},
});

const removeLogo = agencyForm({
	page: "/profile",
	name: "remove-logo",
	action: "brand:update",
	input: z.strictObject({}),
	async handle(_, call) {
		await call.people.agencies.brands.removeLogo(call.membership.agency.slug);
		return seeAgency(call, "/profile", "logo-removed");
	},
});

const deleteAgency = agencyForm({
	page: "/profile",
	name: "delete",
	action: "organization:delete",
	input: z.strictObject({ slug: z.string("Write the short name.").max(100) }),
	async handle({ slug }, { people, membership }) {
		const { agency } = membership;
		if (slug !== agency.slug) return { faults: [{ field: "slug", says: `Type ${agency.slug} to confirm.` }] };
		await people.agencies.remove(agency);
		return { see: "/agency/portal/", done: "deleted" };
	},
});

export const PROFILE_FORMS = [saveProfile, previewProfile, saveLogo, removeLogo, deleteAgency];
