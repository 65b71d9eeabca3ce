import type { People } from "#people/open-people.ts";

/** For tests only: people of whom no more can be asked than is given here. */
export function stubPeople(given: { readonly [Part in keyof People]?: Partial<People[Part]> } = {}): People {
	return new Proxy(given, {
		get(parts, name) {
			// Whoever prints it asks for more.
			if (typeof name === "symbol" || name in parts || name in Object.prototype) return parts[name as keyof People];
			throw new RangeError(`A stub was asked for people.${name}.`);
		},
	}) as People;
}
