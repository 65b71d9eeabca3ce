import { upperCaseEscapes } from "#core/robots-rules.ts";

interface HeaderRule {
	readonly pattern: PathPattern;
	readonly set: (readonly [name: string, value: string])[];
	/** Names that the rule takes away. */
	readonly remove: string[];
}

/** Rules of a `_headers` file. */
export type HeaderRules = readonly HeaderRule[];

/**
 * Reads a `_headers` file as Netlify and Cloudflare Pages do: an address pattern in the first column, indented
 * `Name: value` lines below it, `! Name` to take one away, `#` for comments. What it does not understand it passes over,
 * as those hosts do.
 */
export function readHeaderRules(text: string): HeaderRules {
	const rules: HeaderRule[] = [];
	for (const raw of text.replace(/^\ufeff/, "").split(/\r\n|\r|\n/)) {
		const line = raw.trim();
		if (line === "" || line.startsWith("#")) continue;
		if (/^\S/.test(raw) && /^(?:\/|https?:\/\/)/i.test(line)) {
			rules.push({ pattern: parsePattern(line), set: [], remove: [] });
			continue;
		}
		const rule = rules.at(-1);
		const field = /^([\w!#$%&'*+.^`|~-]+)\s*:\s*(.*)$/.exec(line);
		const removed = /^!\s*(\S+)$/.exec(line)?.[1];
		if (removed !== undefined) rule?.remove.push(removed.toLowerCase());
		else if (field) rule?.set.push([(field[1] ?? "").toLowerCase(), field[2] ?? ""]);
	}
	return rules;
}

/**
 * The headers of one response. Every matching rule counts; a rule's value replaces the host's own, and values of
 * several lines are joined with ", ".
 */
export function applyHeaderRules(
	rules: HeaderRules,
	host: string,
	path: string,
	own: Readonly<Record<string, string>>,
): Record<string, string> {
	const given = new Map<string, string>();
	const removed = new Set<string>();
	for (const rule of rules) {
		if (!rule.pattern.match(host, path)) continue;
		for (const name of rule.remove) {
			given.delete(name);
			removed.add(name);
		}
		for (const [name, value] of rule.set) {
			const before = given.get(name);
			given.set(name, before === undefined ? value : `${before}, ${value}`);
		}
	}
	const kept = Object.entries(own).filter(([name]) => !removed.has(name));
	return Object.fromEntries([...kept, ...given]);
}

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

/**
 * Path patterns of `_headers` and `_redirects` files: `*` matches anything and is called `splat`, `:name` matches one
 * segment (docs.netlify.com/routing/redirects/redirect-options/, developers.cloudflare.com/pages/configuration/headers/).
 */
export interface PathPattern {
	/**
	 * What the wildcards stand for, or undefined when the address does not match.
	 * @param path percent-encoded, as in a request line
	 */
	match(host: string, path: string): ReadonlyMap<string, string> | undefined;
}

const WILDCARD = /\*|:[a-z]\w*/gi;
const ABSOLUTE = /^https?:\/\/([^/]*)(\/.*)?$/i;

/** @param text path, or address whose scheme is passed over */
function parsePattern(text: string): PathPattern {
	const absolute = ABSOLUTE.exec(text);
	const wantedHost = absolute?.[1]?.toLowerCase();
	const { expression, names } = compile(encodePath(absolute ? (absolute[2] ?? "/") : text));
	return {
		match(host, path) {
			if (wantedHost !== undefined && wantedHost !== host) return undefined;
			const found = expression.exec(upperCaseEscapes(path));
			if (!found) return undefined;
			return new Map(names.map((name, index) => [name, found[index + 1] ?? ""]));
		},
	};
}

/** Puts what a pattern matched into a target. */
function fillIn(target: string, matched: ReadonlyMap<string, string>): string {
	return target.replace(/:([a-z]\w*)/gi, (whole, name: string) => matched.get(name) ?? whole);
}

/** Percent-encodes what no request line can hold, and nothing twice. */
function encodePath(text: string): string {
	return upperCaseEscapes(text.replace(/[^\x21-\x7e]+/g, encodeURIComponent));
}

function compile(path: string): { expression: RegExp; names: string[] } {
	const names: string[] = [];
	let source = "";
	let at = 0;
	for (const wildcard of path.matchAll(WILDCARD)) {
		source += escapeLiteral(path.slice(at, wildcard.index));
		const splat = wildcard[0] === "*";
		names.push(splat ? "splat" : wildcard[0].slice(1));
		// "/dir/*" holds "/dir" itself.
		if (splat && source.endsWith("/")) source = `${source.slice(0, -1)}(?:/(.*))?`;
		else source += splat ? "(.*)" : "([^/]+)";
		at = wildcard.index + wildcard[0].length;
	}
	return { expression: new RegExp(`^${source}${escapeLiteral(path.slice(at))}$`, "s"), names };
}

function escapeLiteral(text: string): string {
	return text.replace(/[\\^$.*+?()[\]{}|]/g, "\\$&");
}
