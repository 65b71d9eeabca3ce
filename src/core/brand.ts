/** Names and fixed sentences of the product, defined only here. */
import { type AuditMode, MAX_PAGES } from "./preset.ts";

export const PRODUCT = "Sightline";

export const PACKAGE = "sightline";

export const VERSION = "0.3.4";

/** Version in `/openapi.json`. */
export const API_VERSION = "0.3.5";

export const BOT_TOKEN = "SightlineBot";

export const REFUSAL = "Sightline sells measurable structure, accessibility and receipts, not model rankings.";

export const DEFAULT_BASE_URL = "http://localhost:4321";

export const NO_DOMAIN = "<domain>";

/** Path of the packed command line on an installation. */
export const TARBALL = `cli/${PACKAGE}-${VERSION}.tgz`;

/** Options of an audit. */
export interface AskedAudit {
	readonly mode?: AuditMode | undefined;
	readonly folder?: string | undefined;
	/** Default of deep audits if absent. */
	readonly pages?: number | undefined;
}

/**
 * The command that repeats the audit. @param program how a shell starts Sightline @param place a host, or for a folder
 * also a path below it
 */
export function cliCommand(program: string, place: string, { mode, folder, pages }: AskedAudit = {}): string {
	const what = folder === undefined ? [place] : ["--dir", folder.replace(/^-/, "./-"), "--as", place];
	const depth = mode === "deep" ? ["--mode", "deep"] : [];
	const count = pages === undefined ? [] : ["--pages", pages === MAX_PAGES ? "all" : `${pages}`];
	const words = [...what, ...depth, ...count];
	return [program, "audit", ...words.map((word) => (word === NO_DOMAIN ? word : shellWord(word)))].join(" ");
}

/** Includes the key, because the program ships with no log's key. */
export function verifyCommand(program: string, what: string, key: string): string {
	return `${program} verify ${what} --key "${key}"`;
}

export function shellQuoted(text: string): string {
	return `'${text.replaceAll("'", "'\\''")}'`;
}

export function shellWord(text: string): string {
	return /^[\w@%+=:,./-]+$/.test(text) ? text : shellQuoted(text);
}

/** RFC 9110 section 10.1.5. `baseUrl` has no trailing slash. */
export function userAgent(baseUrl: string): string {
	return `Mozilla/5.0 (compatible; ${BOT_TOKEN}/${VERSION}; +${baseUrl}/bot/)`;
}

/** For the rendered pass and the second request of the home page; still names us. `baseUrl` has no trailing slash. */
export function browserUserAgent(baseUrl: string): string {
	const browser =
		"Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Mobile Safari/537.36";
	return `${browser} (compatible; ${BOT_TOKEN}/${VERSION}; +${baseUrl}/bot/)`;
}
