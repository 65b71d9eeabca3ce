import { upperCaseEscapes } from "#core/robots-rules.ts";

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
export function parsePattern(text: string): PathPattern {
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
export function fillIn(target: string, matched: ReadonlyMap<string, string>): string {
	return target.replace(/:([a-z]\w*)/gi, (whole, name: string) => matched.get(name) ?? whole);
}

/** Percent-encodes what no request line can hold, and nothing twice. */
export function encodePath(text: string): string {
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
