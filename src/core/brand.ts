/** Names and fixed sentences of the product. Everything that prints a name reads it here. */
import type { AuditMode } from "./preset.ts";

export const PRODUCT = "Sightline";

/** npm package name; `npx` finds the command-line client by it. */
export const PACKAGE = "sightline";

/** Version of the package and the command-line client. */
export const VERSION = "0.3.4";

/** Version of the interface description: what `/openapi.json` says of itself. */
export const API_VERSION = "0.3.5";

/** Product token in robots.txt and in our User-Agent. */
export const BOT_TOKEN = "SightlineBot";

export const REFUSAL = "Sightline sells measurable structure, accessibility and receipts, not model rankings.";

/** Where the service lives when nothing else is configured. */
export const DEFAULT_BASE_URL = "http://localhost:4321";

/** Stands for the site in a command, where none is named. */
export const NO_DOMAIN = "<domain>";

/** The command that repeats an audit on anybody's machine; a folder is the reader's own. */
export function cliCommand(
	domain: string,
	{ mode = "light", source = "network" }: { readonly mode?: AuditMode; readonly source?: "network" | "folder" } = {},
): string {
	const what = source === "folder" ? `--dir <folder> --as ${domain}` : domain;
	return `npx ${PACKAGE}@${VERSION} audit ${what}${mode === "deep" ? " --mode deep" : ""}`;
}

/**
 * The command that checks a receipt, by the address of its proof, on anybody's machine. With the key: the program knows
 * no log of its own accord.
 */
export function verifyCommand(what: string, key: string): string {
	return `npx ${PACKAGE}@${VERSION} verify ${what} --key "${key}"`;
}

/** As one word of a POSIX shell: nothing in it is read as anything else. */
export function shellQuoted(text: string): string {
	return `'${text.replaceAll("'", "'\\''")}'`;
}

/** The same, without quotes where none are needed. */
export function shellWord(text: string): string {
	return /^[\w@%+=:,./-]+$/.test(text) ? text : shellQuoted(text);
}

/**
 * Our honest User-Agent (RFC 9110 section 10.1.5) with a link to the page about the bot.
 * `baseUrl` has no trailing slash.
 */
export function userAgent(baseUrl: string): string {
	return `Mozilla/5.0 (compatible; ${BOT_TOKEN}/${VERSION}; +${baseUrl}/bot/)`;
}

/**
 * The User-Agent of a browser that still names us: what the rendered pass sends, and the second look at the home page.
 * `baseUrl` has no trailing slash.
 */
export function browserUserAgent(baseUrl: string): string {
	const browser =
		"Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Mobile Safari/537.36";
	return `${browser} (compatible; ${BOT_TOKEN}/${VERSION}; +${baseUrl}/bot/)`;
}
