import { spokenDate } from "../page/spoken-date.ts";

/** `2026-11-21T05:35:00.000Z` → `21 Nov 2026`. */
export function shortDate(iso: string): string {
	return spokenDate(iso).replace(/(?<=[A-Z][a-z]{2})[a-z]+/, "");
}
