import type { Check } from "./define-check.ts";
import { CHECKS } from "./registry.ts";

const BY_ID: ReadonlyMap<string, Check> = new Map(CHECKS.map((check) => [check.id, check]));

/** The check of that id; undefined for one that is no longer, or not yet, there. */
export function checkOf(id: string): Check | undefined {
	return BY_ID.get(id);
}
