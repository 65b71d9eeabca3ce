import { expect, test } from "vitest";
import { expiryOf, firstExpiry, overdue, REVIEWED } from "./review-dates.ts";

test.each([
	["2026-11-21", "2027-11-21"],
	["2028-02-29", "2029-02-28"],
	["2026-12-31", "2027-12-31"],
])("a review of %s expires on %s", (reviewed, expiry) => {
	expect(expiryOf(reviewed)).toBe(expiry);
});

test("items past their review date are named from the day of expiry", () => {
	const all = [
		{ name: "check title", reviewed: "2026-11-21" },
		{ name: "list of crawlers", reviewed: "2026-12-01" },
	];
	expect(overdue("2027-11-20", all)).toEqual([]);
	expect(overdue("2027-11-21", all)).toEqual(["check title was last reviewed on 2026-11-21, more than 12 months ago"]);
	expect(overdue("2028-01-01", all)).toHaveLength(2);
	expect(firstExpiry(all)).toBe("2027-11-21");
});

test("every check, the crawlers and the unscored signals have a day", () => {
	for (const { name, reviewed } of REVIEWED) expect(reviewed, name).toMatch(/^20\d\d-[01]\d-[0-3]\d$/);
	expect(REVIEWED.length).toBeGreaterThan(140);
});
