const MONTHS = [
	"January",
	"February",
	"March",
	"April",
	"May",
	"June",
	"July",
	"August",
	"September",
	"October",
	"November",
	"December",
];

/** `2026-11-21T05:35:00.000Z` → `21 November 2026`. No locale, so that every build writes the same bytes. */
export function spokenDate(iso: string): string {
	const [year, month, day] = iso.slice(0, 10).split("-");
	return `${Number(day)} ${MONTHS[Number(month) - 1]} ${year}`;
}

/** `2026-11-21T05:35:00.000Z` → `21 November 2026, 05:35 UTC`. */
export function spokenTime(iso: string): string {
	return `${spokenDate(iso)}, ${iso.slice(11, 16)} UTC`;
}
