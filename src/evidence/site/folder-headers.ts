import { type PathPattern, parsePattern } from "../files/path-pattern.ts";

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
