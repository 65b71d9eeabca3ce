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
