import { contactEmail } from "#core/agency.ts";
import type { Account } from "./account.ts";

/**
 * Tells who runs this installation: whoever has shown that the contact's e-mail address is theirs.
 * @param contact as SIGHTLINE_CONTACT has it; a web address makes nobody the operator
 */
export function operatorTest(contact: string | undefined): (account: Pick<Account, "email">) => boolean {
	const email = contactEmail(contact)?.toLowerCase();
	return (account) => account.email.toLowerCase() === email;
}
