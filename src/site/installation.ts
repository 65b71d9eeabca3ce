export interface Contact {
	/** As configured. */
	readonly text: string;
	/** `mailto:`, `https:` or `http:`; undefined for other text. */
	readonly href?: string;
}

export interface Installation {
	/** No trailing slash. */
	readonly baseUrl: string;
	/** No trailing slash; undefined without an API. */
	readonly apiUrl?: string | undefined;
	/** Whether OAuth, agent registration and MCP are available besides the API. */
	readonly hasServer: boolean;
	readonly contact?: Contact | undefined;
}

const EMAIL = /^[^\s@]+@[^\s@]+\.[^\s@]+$/;

/** Reads `SIGHTLINE_CONTACT`. */
export function readContact(setting: string | undefined): Contact | undefined {
	const text = setting?.trim();
	if (!text) return undefined;
	if (EMAIL.test(text)) return { text, href: `mailto:${text}` };
	if (URL.canParse(text) && /^(https?|mailto):$/.test(new URL(text).protocol)) return { text, href: text };
	return { text };
}
