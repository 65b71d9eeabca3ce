/** How to reach whoever runs an installation. */
export interface Contact {
	/** As a person wrote it. */
	readonly text: string;
	/** `mailto:`, `https:` or `http:` address; absent when the text is none of these. */
	readonly href?: string;
}

/** What documents for programs say of an installation; what it has not is not named. */
export interface Installation {
	/** Address of the site, no trailing slash. */
	readonly baseUrl: string;
	/** Address of the live API, no trailing slash; absent where none answers. */
	readonly apiUrl?: string | undefined;
	/** Whether the site has a server of its own: then OAuth, registration of agents and MCP answer beside the API. */
	readonly hasServer: boolean;
	readonly contact?: Contact | undefined;
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
