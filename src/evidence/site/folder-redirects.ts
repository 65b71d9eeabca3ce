import { encodePath, fillIn, type PathPattern, parsePattern } from "../files/path-pattern.ts";

interface RedirectRule {
	readonly pattern: PathPattern;
	readonly to: string;
	readonly status: number;
	/** `!`: applies even where a file stands at the address. */
	readonly forced: boolean;
}

/** Rules of a `_redirects` file, in its order. */
export type RedirectRules = readonly RedirectRule[];

export interface Redirected {
	/** Path or address, with the query of the request where it names none itself. */
	readonly to: string;
	/** 301, 302, 303, 307, 308 redirect; any other status serves `to` under the address that was asked for. */
	readonly status: number;
	readonly forced: boolean;
}

/**
 * Reads a `_redirects` file as Netlify does: `from to [status[!]]`, one a line, `#` for comments
 * (docs.netlify.com/routing/redirects/). Rules that depend on the visitor (`Country=`, `Language=`, query parameters)
 * are left out, since a folder has no visitors.
 */
export function readRedirectRules(text: string): RedirectRules {
	return text
		.replace(/^\ufeff/, "")
		.split(/\r\n|\r|\n/)
		.flatMap((line) => readRule(line) ?? []);
}

function readRule(line: string): RedirectRule | undefined {
	const [from = "", to = "", last = "301", ...more] = (line.split(/\s#|^#/, 1)[0] ?? "").trim().split(/\s+/);
	const status = /^([1-5]\d\d)(!?)$/.exec(last);
	if (!isAddress(from) || !isAddress(to) || !status || more.length > 0) return undefined;
	// An http:// address is answered before there is a folder: its rule is about the scheme, not about the files.
	if (/^http:/i.test(from)) return undefined;
	return { pattern: parsePattern(from), to: encodePath(to), status: Number(status[1]), forced: status[2] === "!" };
}

function isAddress(text: string): boolean {
	return /^(?:\/|https?:\/\/)/i.test(text);
}

/**
 * The first rule that matches, or undefined.
 * @param path percent-encoded, as in a request line
 * @param search query with its question mark, or ""
 */
export function findRedirect(rules: RedirectRules, host: string, path: string, search: string): Redirected | undefined {
	for (const { pattern, to, status, forced } of rules) {
		const matched = pattern.match(host, path);
		if (!matched) continue;
		const filled = fillIn(to, matched);
		return { to: filled.includes("?") ? filled : filled + search, status, forced };
	}
	return undefined;
}
