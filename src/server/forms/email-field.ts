import * as z from "zod";

/** Characters that an address has at most: RFC 5321, section 4.5.3.1.3, without the brackets. */
export const EMAIL_LENGTH = 254;

/**
 * Schema of a field for an e-mail address.
 * @param says of what is none
 * @param tooLong of one that no mail could have
 */
export function emailField(
	says = "This is not an e-mail address. Check its spelling.",
	tooLong = "This address is too long.",
) {
	return z.email(says).max(EMAIL_LENGTH, tooLong);
}
