import { type Role as AccessRole, createAccessControl } from "better-auth/plugins/access";
import { defaultStatements } from "better-auth/plugins/organization/access";
import { type AgencyRole, isAgencyRole } from "./agency-role.ts";

const STATEMENTS = {
	...defaultStatements,
	agency: ["read"],
	brand: ["update"],
	client: ["add", "change", "remove"],
	brief: ["make", "approve", "withdraw"],
	lead: ["read", "answer"],
} as const;

type Statements = typeof STATEMENTS;

export type AgencyAction = { [Name in keyof Statements]: `${Name}:${Statements[Name][number]}` }[keyof Statements];

export const agencyAccess = createAccessControl(STATEMENTS);

const viewer = { agency: ["read"] } as const;
const editor = {
	...viewer,
	brand: ["update"],
	client: ["add", "change", "remove"],
	brief: ["make", "approve", "withdraw"],
	lead: ["read", "answer"],
} as const;
const owner = {
	...editor,
	organization: ["update", "delete"],
	member: ["create", "update", "delete"],
	invitation: ["create", "cancel"],
} as const;

export const agencyRoles = {
	owner: agencyAccess.newRole(owner),
	editor: agencyAccess.newRole(editor),
	viewer: agencyAccess.newRole(viewer),
} satisfies Record<AgencyRole, AccessRole>;

export const AGENCY_ACTIONS = Object.entries(owner).flatMap(([resource, actions]) =>
	actions.map((action) => `${resource}:${action}`),
) as readonly AgencyAction[];

/** @param role as stored; an unknown role has no permissions */
export function mayDo(role: string, action: AgencyAction): boolean {
	if (!isAgencyRole(role)) return false;
	const [resource = "", done = ""] = action.split(":");
	return agencyRoles[role].authorize({ [resource]: [done] }).success;
}
