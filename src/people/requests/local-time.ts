/**
 * Times that a clock change skips move on with it. @param date `2026-12-01` @param time `14:30` @param zone for `Intl`
 * @returns milliseconds since 1970; undefined for what is no date or time
 */
export function momentIn(zone: string, date: string, time: string): number | undefined {
	const shown = Date.parse(`${date}T${time}Z`);
	if (!/^\d{4}-\d\d-\d\dT\d\d:\d\d$/.test(`${date}T${time}`) || Number.isNaN(shown)) return undefined;
	// Date.parse takes 30 February for 2 March.
	if (new Date(shown).toISOString().slice(0, 10) !== date) return undefined;
	// The offset may change with the clocks nearby: the second look is at the moment itself.
	const near = shown - offsetAt(zone, shown);
	return shown - offsetAt(zone, near);
}

export function isTimeZone(zone: string): boolean {
	return timeZones().includes(zone);
}

export function timeZones(): readonly string[] {
	zones ??= ["UTC", ...Intl.supportedValuesOf("timeZone").filter((zone) => zone !== "UTC")];
	return zones;
}
let zones: readonly string[] | undefined;

/** `Tuesday, 1 December 2026, 14:30 (Europe/Berlin)` */
export function spokenMoment(iso: string, zone: string): string {
	const format = new Intl.DateTimeFormat("en-GB", { dateStyle: "full", timeStyle: "short", timeZone: zone });
	return `${format.format(new Date(iso)).replace(" at ", ", ")} (${zone})`;
}

/** Milliseconds ahead of UTC. */
function offsetAt(zone: string, moment: number): number {
	const parts = new Intl.DateTimeFormat("en-GB", {
		...{ timeZone: zone, hourCycle: "h23", year: "numeric", month: "numeric", day: "numeric" },
		...{ hour: "numeric", minute: "numeric", second: "numeric" },
	}).formatToParts(moment);
	const part = (type: Intl.DateTimeFormatPartTypes) => Number(parts.find((each) => each.type === type)?.value);
	const shown = Date.UTC(
		...([part("year"), part("month") - 1, part("day")] as const),
		...([part("hour"), part("minute"), part("second")] as const),
	);
	return shown - Math.floor(moment / 1000) * 1000;
}
