import { PRODUCT } from "#core/brand.ts";
import { spokenDate } from "#core/wording.ts";
import type { Mail } from "#mail/mailer.ts";
import { nameInMail } from "#mail/name-in-mail.ts";
import { ROLE_WORDS } from "./agency-role.ts";
import type { Invitation } from "./invitations.ts";

/** @param portal absolute address of the page where it is answered: the mail holds no secret, whoever answers signs in */
export function invitationMail(
	{ agency, email, role, endsMs }: Invitation,
	{ inviter, portal }: { readonly inviter: string; readonly portal: string },
): Mail {
	const { name, says } = ROLE_WORDS[role];
	const text = `${inviter} invites you to the agency "${nameInMail(agency.name)}" on ${PRODUCT}.

Your role would be: ${name}. ${says}

To accept or decline, sign in with this address (${email}):
${portal}

The invitation ends on ${spokenDate(new Date(endsMs).toISOString())}.
If you do not know the sender, do nothing: without an answer it ends by itself.
`;
	return { to: email, subject: `Invitation to an agency on ${PRODUCT}`, text };
}
