import type { JsonObject } from "#core/json-object.ts";

/** A member of the object's own: `__proto__` and `constructor` of a foreign document are names like others. */
export function ownMember(object: JsonObject, name: string): unknown {
	return Object.hasOwn(object, name) ? object[name] : undefined;
}
