import type { Evidence } from "./evidence-map.ts";
import type { Failed } from "./observation.ts";

/**
 * Facts that collectors have begun to gather since methodology 1.0.0, by what holds them and their name. Evidence of before
 * cannot say whether a site has them, so a check that reads one has no answer.
 */
export const LATER_FACTS: ReadonlySet<string> = new Set([
	"text.content",
	"text.contentStart",
	"text.contentUniqueWords",
	"text.contentWords",
]);

const SAYS = "The evidence was collected before audits looked at this.";

/** A check asked evidence for a fact that was not collected at its time. */
export class NotCollected extends Error {
	override readonly name = "NotCollected";
	readonly says = SAYS;
}

/**
 * Kept evidence, for checks that may be younger than it is: what was not looked at is *failed*, and reading a fact that
 * came later throws `NotCollected`.
 */
export function readAsEarlier(evidence: Evidence): Evidence {
	const guarded = guard(evidence, "", new WeakMap());
	return new Proxy(guarded, { get: (target, key) => Reflect.get(target, key) ?? notLookedAt() });
}

function notLookedAt(): Failed {
	return { state: "failed", url: "", code: "not-collected", reason: SAYS };
}

/** One guard for each object, so that what is the same stays the same. */
function guard<T extends object>(value: T, name: string, guards: WeakMap<object, object>): T {
	const known = guards.get(value);
	if (known) return known as T;
	const guarded = new Proxy(value, {
		get(target, key) {
			const member: unknown = Reflect.get(target, key);
			if (typeof key === "symbol") return member;
			if (member === undefined && LATER_FACTS.has(`${name}.${key}`)) throw new NotCollected(`${name}.${key}`);
			if (typeof member !== "object" || member === null) return member;
			return guard(member, Array.isArray(target) ? name : key, guards);
		},
	});
	guards.set(value, guarded);
	return guarded;
}
