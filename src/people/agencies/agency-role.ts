import { MAILS } from "#site/brief/report-texts.ts";

/** Most rights first. The first member is the owner. */
export const AGENCY_ROLES = ["owner", "editor", "viewer"] as const;
export type AgencyRole = (typeof AGENCY_ROLES)[number];

export const ROLE_WORDS: Readonly<Record<AgencyRole, { readonly name: string; readonly says: string }>> = {
	owner: { name: "Owner", says: MAILS.roles.owner },
	editor: { name: "Editor", says: MAILS.roles.editor },
	viewer: { name: "Viewer", says: MAILS.roles.viewer },
};

export function isAgencyRole(role: string): role is AgencyRole {
	return AGENCY_ROLES.some((each) => each === role);
}
