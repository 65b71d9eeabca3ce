import { isWithin } from "#core/target.ts";

/** Addresses and numbers that templates put where an owner's own are to stand, which nobody answers. */

/** RFC 2606 reserves example and the like. */
const HOST =
	/^(?:.+\.)?(?:example\.(?:com|org|net)|(?:your|my)-?(?:domain|site|website|company|email|mail|business)\.[a-z.]{2,6}|(?:domain|email|company|website)\.(?:com|tld|ltd)|.+\.(?:example|test|invalid))$/;
const NAME = /^(?:your|you|youremail|your[-._]?(?:e?mail|name|address)|name|someone|example)$/;
/** North American numbers set aside for fiction, rows of one digit, and digits in turn. */
const NUMBER = /^(?:1?(?:\d{3})?555(?:01\d\d|1234)|1555\d{7}|1?(\d)\1{5,}|\d{0,3}123456(?:7(?:8(?:90*)?)?)?)$/;
/** The same as text: `123 Main Street, Anytown`, and the words of a layout that was never filled in. */
const TEXT =
	/\b(?:123\s+(?:main|fake|example|sample|anywhere)\s+(?:street|st\b|road|avenue|ave)|lorem ipsum|anytown|your\s+(?:street\s+)?address)/i;

/** True for a mail or telephone link that was never filled in; mail to the site itself is its own. */
export function isPlaceholderContact(url: string, domain: string): boolean {
	const [, mailbox, host] = /^mailto:([^?@]+)@([^?,;]+)/i.exec(decoded(url)) ?? [];
	if (mailbox !== undefined && host !== undefined) {
		const at = host.trim().toLowerCase();
		return !isWithin(at, domain) && (HOST.test(at) || NAME.test(mailbox.trim().toLowerCase()));
	}
	const number = /^(?:tel|sms):([^?;]*)/i.exec(decoded(url))?.[1];
	return number !== undefined && isPlaceholderNumber(number);
}

/** Short numbers belong to emergency services and directories. */
export function isPlaceholderNumber(number: string): boolean {
	const digits = number.replace(/\D/g, "");
	return digits.length < 6 || NUMBER.test(digits);
}

/** True for a postal address that is a template's. */
export function isPlaceholderAddress(text: string): boolean {
	return TEXT.test(text);
}

/** As a person writes it, where it is validly percent-encoded. */
export function decoded(text: string): string {
	try {
		return decodeURIComponent(text);
	} catch {
		return text;
	}
}
