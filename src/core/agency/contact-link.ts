import { regexes } from "zod/v4/core";

const PHONE = /^\+?[0-9][0-9 ()/.-]{4,28}$/;
/** Maximum UTF-16 code units of an agency's web address and contact. */
export const ADDRESS_LENGTH = 300;

/** Undefined for other text. Browsers load this, so it imports only zod's email pattern. */
export function contactLink(contact: string): string | undefined {
	if (regexes.email.test(contact)) return `mailto:${contact}`;
	if (PHONE.test(contact)) return `tel:${contact.replace(/[^+0-9]/g, "")}`;
	return isWebAddress(contact) ? contact : undefined;
}

export function contactEmail(contact: string | undefined): string | undefined {
	const text = contact?.trim().replace(/^mailto:/i, "");
	return text !== undefined && contactLink(text)?.startsWith("mailto:") ? text : undefined;
}

function isWebAddress(contact: string): boolean {
	const url = /^\s*https?:\/\//i.test(contact) ? URL.parse(contact) : null;
	return url?.username === "" && url.hostname !== "" && contact.length <= ADDRESS_LENGTH;
}
