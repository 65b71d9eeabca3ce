/** Most rights first. The first member is the owner. */
export const AGENCY_ROLES = ["owner", "editor", "viewer"] as const;
export type AgencyRole = (typeof AGENCY_ROLES)[number];

export const ROLE_WORDS: Readonly<Record<AgencyRole, { readonly name: string; readonly says: string }>> = {
	owner: { name: "Owner", says: "Can do everything: invite and remove people, change roles, delete the agency." },
	editor: {
		name: "Editor",
		says: "Can edit the brand, clients, briefs and leads. Cannot invite or remove people.",
	},
	viewer: { name: "Viewer", says: "Can read the profile, clients and briefs. Cannot change anything or see leads." },
};

export function isAgencyRole(role: string): role is AgencyRole {
	return AGENCY_ROLES.some((each) => each === role);
}
