import type { People } from "#people/open-people.ts";

/** For tests only: a `People` that throws for every member not given here. */
export function stubPeople(given: { readonly [Part in keyof People]?: Partial<People[Part]> } = {}): People {
	return new Proxy(given, {
		get(parts, name) {
			// Printing the stub reads further members.
			if (typeof name === "symbol" || name in parts || name in Object.prototype) return parts[name as keyof People];
			throw new RangeError(`A stub was asked for people.${name}.`);
		},
	}) as People;
}
