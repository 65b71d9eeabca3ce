import { readW3cDatetime } from "#core/w3c-datetime.ts";

const MONTHS = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"];
/** `Wed, 02 Oct 2024 13:00:00 GMT`, as RSS takes it from RFC 822; the day's name says nothing new. */
const RFC_822 =
	/^(?:[a-z]{3,9},?\s+)?(\d{1,2})\s+([a-z]{3})[a-z]*\s+(\d{4})\s+(\d{1,2}):(\d{2})(?::(\d{2}))?\s+(\S{1,6})$/i;
const OFFSET = /^([+-])(\d{2}):?(\d{2})$/;
/** Hours from UTC of the zones that RFC 822 names. */
const ZONES: Readonly<Record<string, number>> = {
	ut: 0,
	utc: 0,
	gmt: 0,
	z: 0,
	est: -5,
	edt: -4,
	cst: -6,
	cdt: -5,
	mst: -7,
	mdt: -6,
	pst: -8,
	pdt: -7,
};

/** Milliseconds since 1970 of a date in a feed, RFC 822 or W3C; undefined where it cannot be read for certain. */
export function readFeedDate(text: string): number | undefined {
	const written = text.trim();
	return readW3cDatetime(written)?.ms ?? readRfc822(written);
}

function readRfc822(text: string): number | undefined {
	const [, day, month = "", year, hours, minutes, seconds = "0", zone = ""] = RFC_822.exec(text) ?? [];
	const offset = offsetOf(zone);
	const index = MONTHS.indexOf(month.toLowerCase());
	if (index < 0 || offset === undefined) return undefined;
	const ms = Date.UTC(Number(year), index, Number(day), Number(hours), Number(minutes), Number(seconds));
	return ms - offset * 60_000;
}

/** Minutes east of UTC. */
function offsetOf(zone: string): number | undefined {
	const named = ZONES[zone.toLowerCase()];
	if (named !== undefined) return named * 60;
	const [, sign, hours, minutes] = OFFSET.exec(zone) ?? [];
	if (sign === undefined) return undefined;
	return (sign === "-" ? -1 : 1) * (Number(hours) * 60 + Number(minutes));
}
