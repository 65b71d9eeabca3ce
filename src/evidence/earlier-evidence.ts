import type { Evidence } from "./evidence-map.ts";
import type { Failed } from "./observation.ts";

/**
 * Facts of a page that collectors have begun to gather after methodology 1.0.0, by what holds them and their name, those of
 * one version together. Evidence of before cannot say whether a page has them, so a check that reads one has no answer.
 */
export const LATER_FACTS: readonly ReadonlySet<string>[] = [
	new Set([
		"digest.clickTargets",
		"digest.customer",
		"text.content",
		"text.contentStart",
		"text.contentUniqueWords",
		"text.contentWords",
		"text.language",
		"text.placeholder",
	]),
];

export const NOT_COLLECTED = "The evidence was collected before audits looked at this.";

/** A check asked evidence for a fact that was not collected at its time. */
export class NotCollected extends Error {
	override readonly name = "NotCollected";
	readonly says = NOT_COLLECTED;
}

/**
 * Kept evidence, for checks that may be younger than it is: what was not looked at is *failed*, and reading a fact that
 * came later throws `NotCollected`.
 */
export function readAsEarlier(evidence: Evidence): Evidence {
	const missing = new Set(LATER_FACTS.flatMap((facts) => (hasOneOf(facts, evidence.home, "home") ? [] : [...facts])));
	const guarded = missing.size === 0 ? evidence : guard(evidence, "", { missing, guards: new WeakMap() });
	return new Proxy(guarded, { get: (target, key) => Reflect.get(target, key) ?? notLookedAt() });
}

function notLookedAt(): Failed {
	return { state: "failed", url: "", code: "not-collected", reason: NOT_COLLECTED };
}

/** Whether collectors that know these facts have seen the page: then what is absent is not there. */
function hasOneOf(facts: ReadonlySet<string>, value: unknown, name: string): boolean {
	if (typeof value !== "object" || value === null || Array.isArray(value)) return false;
	return Object.entries(value).some(([key, member]) => facts.has(`${name}.${key}`) || hasOneOf(facts, member, key));
}

interface Guarding {
	readonly missing: ReadonlySet<string>;
	/** One guard for each object, so that what is the same stays the same. */
	readonly guards: WeakMap<object, object>;
}

function guard<T extends object>(value: T, name: string, guarding: Guarding): T {
	const { missing, guards } = guarding;
	const known = guards.get(value);
	if (known) return known as T;
	const guarded = new Proxy(value, {
		get(target, key) {
			const member: unknown = Reflect.get(target, key);
			if (typeof key === "symbol") return member;
			if (member === undefined && missing.has(`${name}.${key}`)) throw new NotCollected(`${name}.${key}`);
			if (typeof member !== "object" || member === null) return member;
			return guard(member, Array.isArray(target) ? name : key, guarding);
		},
	});
	guards.set(value, guarded);
	return guarded;
}
