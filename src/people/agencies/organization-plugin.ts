import { organization } from "better-auth/plugins/organization";
import { agencyAccess, agencyRoles } from "./agency-access.ts";

/** With as many agencies, an account makes no more. */
const AGENCIES_MAX = 10;
const MEMBERS_MAX = 50;
/** Invitations of one agency that wait for an answer. */
const INVITATIONS_MAX = 20;
const INVITATION_DAYS = 7;

/** An agency is an organization: its members, their roles, and invitations. We send the mails ourselves. */
export function organizationPlugin() {
	return organization({
		ac: agencyAccess,
		roles: agencyRoles,
		creatorRole: "owner",
		organizationLimit: AGENCIES_MAX,
		membershipLimit: MEMBERS_MAX,
		invitationLimit: INVITATIONS_MAX,
		invitationExpiresIn: INVITATION_DAYS * 86_400,
		// Whoever answers an invitation has shown that the address is theirs.
		requireEmailVerificationOnInvitation: true,
		// What an agency has of ours is deleted with it, in one transaction.
		disableOrganizationDeletion: true,
	});
}
