/** Names and fixed sentences of the product. Everything that prints a name reads it here. */
import { type AuditMode, MAX_PAGES } from "./preset.ts";

export const PRODUCT = "Sightline";

export const PACKAGE = "sightline";

export const VERSION = "0.3.4";

/** Version of the interface description: what `/openapi.json` says of itself. */
export const API_VERSION = "0.3.5";

export const BOT_TOKEN = "SightlineBot";

export const REFUSAL = "Sightline sells measurable structure, accessibility and receipts, not model rankings.";

export const DEFAULT_BASE_URL = "http://localhost:4321";

export const NO_DOMAIN = "<domain>";

/** The packed command line, below an installation's address. */
export const TARBALL = `cli/${PACKAGE}-${VERSION}.tgz`;

/** What was asked of an audit. */
export interface AskedAudit {
	readonly mode?: AuditMode | undefined;
	readonly folder?: string | undefined;
	/** Absent for as many as a deep audit reads by default. */
	readonly pages?: number | undefined;
}

/**
 * The command that asks for the audit again.
 * @param program what a shell starts Sightline with
 * @param place a host, or for a folder also a path below it
 */
export function cliCommand(program: string, place: string, { mode, folder, pages }: AskedAudit = {}): string {
	const what = folder === undefined ? [place] : ["--dir", folder.replace(/^-/, "./-"), "--as", place];
	const depth = mode === "deep" ? ["--mode", "deep"] : [];
	const count = pages === undefined ? [] : ["--pages", pages === MAX_PAGES ? "all" : `${pages}`];
	const words = [...what, ...depth, ...count];
	return [program, "audit", ...words.map((word) => (word === NO_DOMAIN ? word : shellWord(word)))].join(" ");
}

/** With the key: the program itself knows no log. */
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

/** For the rendered pass and the second look at the home page; still names us. `baseUrl` has no trailing slash. */
export function browserUserAgent(baseUrl: string): string {
	const browser =
		"Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Mobile Safari/537.36";
	return `${browser} (compatible; ${BOT_TOKEN}/${VERSION}; +${baseUrl}/bot/)`;
}
