import { expect, it } from "vitest";
import { momentIn, spokenMoment } from "./contact-request.ts";

it.each([
	["UTC", "2026-12-01", "14:30", "2026-12-01T14:30:00.000Z"],
	["Europe/Berlin", "2026-12-01", "14:30", "2026-12-01T13:30:00.000Z"],
	["Europe/Berlin", "2026-07-01", "00:10", "2026-06-30T22:10:00.000Z"],
	["Asia/Kathmandu", "2026-12-01", "00:00", "2026-11-30T18:15:00.000Z"],
	["Pacific/Kiritimati", "2027-01-01", "01:00", "2026-12-31T11:00:00.000Z"],
	// The clocks are set forward from 02:00 to 03:00, and back from 03:00 to 02:00.
	["Europe/Berlin", "2027-03-28", "02:30", "2027-03-28T01:30:00.000Z"],
	["Europe/Berlin", "2027-03-28", "03:30", "2027-03-28T01:30:00.000Z"],
	["Europe/Berlin", "2027-10-31", "03:30", "2027-10-31T02:30:00.000Z"],
])("%s, %s %s is %s", (zone, date, time, moment) => {
	expect(new Date(momentIn(zone, date, time) ?? 0).toISOString()).toBe(moment);
});

it.each([
	["2026-02-30", "12:00"],
	["2026-13-01", "12:00"],
	["soon", "12:00"],
	["2026-12-01", "noon"],
])("%s %s is no moment", (date, time) => {
	expect(momentIn("UTC", date, time)).toBeUndefined();
});

it("is formatted as the sender entered it", () => {
	expect(spokenMoment("2026-12-01T13:30:00.000Z", "Europe/Berlin")).toBe(
		"Tuesday, 1 December 2026, 14:30 (Europe/Berlin)",
	);
});
