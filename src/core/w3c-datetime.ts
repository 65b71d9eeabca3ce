/**
 * Dates as the web's files write them: the W3C's profile of ISO 8601 (https://www.w3.org/TR/NOTE-datetime), which
 * sitemaps.org and Atom (RFC 4287 section 3.3) ask for.
 */
const FORM = /^(\d{4})(?:-(\d{2})(?:-(\d{2})(?:T(\d{2}):(\d{2})(?::(\d{2})(?:\.\d{1,9})?)?(Z|[+-]\d{2}:\d{2}))?)?)?$/;

export interface W3cDatetime {
	/** Milliseconds since 1970, UTC, in whole seconds; the beginning of the year, month or day where no more is said. */
	readonly ms: number;
	/** `YYYY-MM-DD` as written, in its own time zone; shorter where the day is not said. */
	readonly day: string;
	/** True where a time follows the day. */
	readonly timed: boolean;
}

/** Reads a date; undefined for what is none: another form, a time without its zone, the 31st of June. */
export function readW3cDatetime(text: string): W3cDatetime | undefined {
	const [, year, month, day, hours, minutes, seconds = "00", zone] = FORM.exec(text) ?? [];
	if (year === undefined) return undefined;
	const date = `${year}-${month ?? "01"}-${day ?? "01"}`;
	const midnight = Date.parse(`${date}T00:00:00Z`);
	// The parser lets the 31st of June be the 1st of July.
	if (Number.isNaN(midnight) || new Date(midnight).getUTCDate() !== Number(day ?? 1)) return undefined;
	const written = [year, month, day].filter((part) => part !== undefined).join("-");
	if (hours === undefined) return { ms: midnight, day: written, timed: false };
	const ms = Date.parse(`${date}T${hours}:${minutes}:${seconds}${zone}`);
	return Number.isNaN(ms) ? undefined : { ms, day: written, timed: true };
}
