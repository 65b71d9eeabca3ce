/** Most rights first. The first member is the owner. */
export const AGENCY_ROLES = ["owner", "editor", "viewer"] as const;
export type AgencyRole = (typeof AGENCY_ROLES)[number];

export const ROLE_WORDS: Readonly<Record<AgencyRole, { readonly name: string; readonly says: string }>> = {
	owner: { name: "Owner", says: "Does everything: invites and removes people, changes roles, deletes the agency." },
	editor: {
		name: "Editor",
		says: "Works with the brand, clients, briefs and leads. Does not invite or remove people.",
	},
	viewer: { name: "Viewer", says: "Reads the profile, clients and briefs. Changes nothing, and sees no leads." },
};

export function isAgencyRole(role: string): role is AgencyRole {
	return AGENCY_ROLES.some((each) => each === role);
}
