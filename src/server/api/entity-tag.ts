import { createHash } from "node:crypto";

/** A strong entity tag of a text (RFC 9110 section 8.8.3). */
export function entityTag(text: string): string {
	return `"${createHash("sha256").update(text).digest("base64url").slice(0, 22)}"`;
}

/** The condition of RFC 9110 section 13.1.2, by weak comparison: caches may have put `W/` before the tag. */
export function isKnownTag(condition: string | null, tag: string): boolean {
	if (condition === null) return false;
	if (condition.trim() === "*") return true;
	return [...condition.matchAll(/"[^"]*"/g)].some(([known]) => known === tag);
}
