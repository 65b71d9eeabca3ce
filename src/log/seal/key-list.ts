import { canonicalLines, malformed } from "#log/tlog/canonical.ts";

/** Public keys of a log as texts, the newest first. */
export interface KeyState {
	readonly inUse: readonly string[];
	/** Given up: what they alone have signed is trusted no more. */
	readonly retired: readonly string[];
}

const LINE = /^(use|retire) (\S.*)$/;

/**
 * Reads `log/keys`, which only grows: `use <vkey>` for each key that became the newest, `retire <vkey>` for each that was given up.
 * @returns the keys after its last line
 * @throws Failure `log-malformed` for anything else, and for a key that comes twice or goes without having been in use
 */
export function readKeyList(text: string): KeyState {
	let state: KeyState = { inUse: [], retired: [] };
	for (const [at, line] of canonicalLines(text, "list of keys").entries()) {
		const [, change, key] = LINE.exec(line) ?? [];
		const next =
			key === undefined ? "is neither use <key> nor retire <key>" : afterChange(state, change === "use", key);
		if (typeof next === "string") throw malformed("list of keys", `Its line ${at + 1} ${next}.`);
		state = next;
	}
	return state;
}

/** The keys after one line, or what is wrong with it. */
function afterChange({ inUse, retired }: KeyState, comes: boolean, key: string): KeyState | string {
	if (!comes && !inUse.includes(key)) return "gives up a key that is not in use";
	if (!comes) return { inUse: inUse.filter((each) => each !== key), retired: [key, ...retired] };
	return [...inUse, ...retired].includes(key) ? "names a key that it had before" : { inUse: [key, ...inUse], retired };
}

/** The lines that lead from one state to another; nothing where they are the same. */
export function formatKeyChanges(from: KeyState, to: KeyState): string {
	const known = [...from.inUse, ...from.retired];
	const came = [...to.inUse, ...to.retired].filter((key) => !known.includes(key));
	const went = to.retired.filter((key) => !from.retired.includes(key));
	const lines = (change: string, keys: readonly string[]) => keys.toReversed().map((key) => `${change} ${key}\n`);
	return [...lines("use", came), ...lines("retire", went)].join("");
}
