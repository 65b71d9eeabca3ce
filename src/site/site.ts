import { readEnvironment } from "#config/environment.ts";
import { createSiteLinks } from "./page/site-links.ts";

/** How to reach whoever runs an installation. */
export interface Contact {
	/** As a person wrote it. */
	readonly text: string;
	/** `mailto:`, `https:` or `http:` address; absent when the text is none of these. */
	readonly href?: string;
}

const EMAIL = /^[^\s@]+@[^\s@]+\.[^\s@]+$/;

/** Reads `SIGHTLINE_CONTACT`; undefined where nobody said. */
export function readContact(setting: string | undefined): Contact | undefined {
	const text = setting?.trim();
	if (!text) return undefined;
	if (EMAIL.test(text)) return { text, href: `mailto:${text}` };
	if (URL.canParse(text) && /^(https?|mailto):$/.test(new URL(text).protocol)) return { text, href: text };
	return { text };
}

const settings = readEnvironment(process.env);

/** Where the site lives, without a trailing slash. */
export const { baseUrl } = settings;

export const links = createSiteLinks(baseUrl);

/** Whether the site has a server of its own: live audits, accounts and forms. */
export const hasServer = settings.adapter !== "none";

/** Whether a page about the live API is built: it lives here, or elsewhere. */
export const hasApi = hasServer || settings.apiUrl !== undefined;

export const contact = readContact(settings.contact);
