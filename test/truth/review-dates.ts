import { CHECKS } from "#checks/registry.ts";
import { UNSCORED_SIGNALS } from "#checks/unscored-signals.ts";
import { CRAWLERS_REVIEWED } from "#core/crawlers.ts";

/** A rule or a list, and the day on which it was last held against its sources. */
export interface Reviewed {
	readonly name: string;
	/** `YYYY-MM-DD` */
	readonly reviewed: string;
}

const MONTHS = 12;

/** Everything that rests on what others have published. */
export const REVIEWED: readonly Reviewed[] = [
	...CHECKS.map(({ id, reviewed }) => ({ name: `check ${id}`, reviewed })),
	{ name: "list of crawlers", reviewed: CRAWLERS_REVIEWED },
	...UNSCORED_SIGNALS.map(({ id, reviewed }) => ({ name: `unscored signal ${id}`, reviewed })),
];

/** The first day on which a review has expired: twelve months later, at the end of a shorter month. `YYYY-MM-DD` */
export function expiryOf(reviewed: string): string {
	const [year = 0, month = 1, day = 1] = reviewed.split("-").map(Number);
	const last = new Date(Date.UTC(year, month + MONTHS, 0)).getUTCDate();
	return new Date(Date.UTC(year, month - 1 + MONTHS, Math.min(day, last))).toISOString().slice(0, 10);
}

/** What must be held against its sources again, as sentences. @param today `YYYY-MM-DD` */
export function overdue(today: string, all: readonly Reviewed[] = REVIEWED): string[] {
	return all
		.filter(({ reviewed }) => expiryOf(reviewed) <= today)
		.map(({ name, reviewed }) => `${name} was last reviewed on ${reviewed}, more than ${MONTHS} months ago`);
}

/** The day on which the first review expires. */
export function firstExpiry(all: readonly Reviewed[] = REVIEWED): string {
	return all.map(({ reviewed }) => expiryOf(reviewed)).sort()[0] ?? "";
}
