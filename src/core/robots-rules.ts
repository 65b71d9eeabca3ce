/** robots.txt as data, and the one decision it is for (RFC 9309). The text is read in `evidence/`. */

export interface RobotsRule {
	readonly allow: boolean;
	/** Path pattern, percent-encoding normalised; may hold `*` and a final `$`. Never empty. */
	readonly pattern: string;
	/** 1-based line in the file. */
	readonly line: number;
	/** The line as written, trimmed. */
	readonly text: string;
}

export interface RobotsGroup {
	/** Product tokens in lower case; `*` for the default group. */
	readonly agents: readonly string[];
	readonly rules: readonly RobotsRule[];
	readonly line: number;
}

export interface RobotsDecision {
	readonly allowed: boolean;
	/** The rule that decided; absent when silence did. */
	readonly rule?: RobotsRule | undefined;
	/** The group that was consulted: its token, `*`, or `none`. */
	readonly group: string;
}

/**
 * Decides whether a crawler may fetch a path: groups naming the token are merged, else the `*` groups; the longest
 * matching pattern wins, and Allow wins a tie (RFC 9309 section 2.2.2). Silence is permission.
 *
 * @param path path with query, as in a request line: `/search?q=1`
 */
export function decide(groups: readonly RobotsGroup[], token: string, path: string): RobotsDecision {
	const wanted = token.toLowerCase();
	const named = groups.filter((group) => group.agents.includes(wanted));
	const chosen = named.length > 0 ? named : groups.filter((group) => group.agents.includes("*"));
	const group = named.length > 0 ? token : chosen.length > 0 ? "*" : "none";
	let best: RobotsRule | undefined;
	for (const rule of chosen.flatMap((each) => each.rules)) {
		if (!matches(rule.pattern, path)) continue;
		const longer = !best || rule.pattern.length > best.pattern.length;
		if (longer || (rule.pattern.length === best?.pattern.length && rule.allow)) best = rule;
	}
	return { allowed: best?.allow ?? true, rule: best, group };
}

/** True when a group names this token itself; `*` does not count. */
export function namesAgent(groups: readonly RobotsGroup[], token: string): boolean {
	return groups.some((group) => group.agents.includes(token.toLowerCase()));
}

/** Linear in pattern and path together, as a hostile file must not cost more: no regular expression, no backtracking. */
function matches(pattern: string, path: string): boolean {
	const anchored = pattern.endsWith("$");
	const parts = (anchored ? pattern.slice(0, -1) : pattern).split("*");
	const first = parts[0] ?? "";
	if (!path.startsWith(first)) return false;
	let at = first.length;
	for (let index = 1; index < parts.length; index++) {
		const part = parts[index] ?? "";
		const last = index === parts.length - 1;
		if (last && anchored) return path.length - part.length >= at && path.endsWith(part);
		const found = path.indexOf(part, at);
		if (found < 0) return false;
		at = found + part.length;
	}
	return !anchored || at === path.length;
}
