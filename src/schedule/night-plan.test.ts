import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { isFailure } from "#core/failure.ts";
import { FULL } from "#core/long-form.testkit.ts";
import { readNightPlan } from "./scheduler.ts";

const [MINUTE_MS, DAY_MS] = [60_000, 86_400_000];
/** With summer time of an hour, of half an hour, at midnight, in the south, twice a year around Ramadan, and none. */
const ZONES = [
	"Europe/Berlin",
	"America/New_York",
	"America/Santiago",
	"Asia/Beirut",
	"Australia/Lord_Howe",
	"Africa/Casablanca",
	"Pacific/Chatham",
	"Asia/Kolkata",
	"UTC",
];

const formats = new Map(
	ZONES.map((timeZone) => [
		timeZone,
		new Intl.DateTimeFormat("sv-SE", { timeZone, dateStyle: "short", timeStyle: "short" }),
	]),
);

/** The wall's date and time of a moment, as they are written for people. */
function wallOf(at: number, timeZone: string): { readonly date: string; readonly time: string } {
	const [date = "", time = ""] = formats.get(timeZone)?.format(at).split(" ") ?? [];
	return { date, time };
}

/** Moments of a date at which the wall shows a time: none, one or two, found by looking at every quarter of an hour. */
function momentsOf(date: string, time: string, timeZone: string): number[] {
	const noon = Date.parse(`${date}T12:00:00Z`);
	const quarters = Array.from({ length: 4 * 72 }, (_, at) => noon - 36 * 3_600_000 + at * 15 * MINUTE_MS);
	return quarters.filter((at) => {
		const wall = wallOf(at, timeZone);
		return wall.date === date && wall.time === time;
	});
}

const dateOf = (day: number) => new Date(day * DAY_MS).toISOString().slice(0, 10);

describe("a plan of nights", () => {
	it("begins every night exactly once over all clock changes", () => {
		const zone = fc.constantFrom(...ZONES);
		const quarter = fc.integer({ min: 0, max: 24 * 4 - 1 });
		// Around the days on which clocks are changed somewhere, and any others.
		const day = fc.oneof(
			fc.constantFrom("2026-03-08", "2026-03-29", "2026-04-05", "2026-09-06", "2026-10-25", "2026-11-01"),
			fc
				.date({ min: new Date("2015-01-01"), max: new Date("2035-01-01"), noInvalidDate: true })
				.map((at) => at.toISOString().slice(0, 10)),
		);
		fc.assert(
			fc.property(zone, quarter, day, (timeZone, at, start) => {
				const [hour, minute] = [Math.floor(at / 4), (at % 4) * 15];
				const time = `${String(hour).padStart(2, "0")}:${String(minute).padStart(2, "0")}`;
				const plan = readNightPlan(`${minute} ${hour} * * *`, timeZone);
				const first = Date.parse(`${start}T00:00:00Z`) / DAY_MS - 2;
				let now = (first - 1) * DAY_MS;
				const begun: number[] = [];
				while (begun.length < 8) {
					now = plan.next(now);
					begun.push(now);
				}
				for (let each = first + 1; each < first + 5; each++) {
					const shown = momentsOf(dateOf(each), time, timeZone);
					const begunThen = begun.filter((moment) => wallOf(moment, timeZone).date === dateOf(each));
					if (shown.length > 0) expect(begunThen).toEqual([Math.min(...shown)]);
					else {
						// The clocks skip this time: it is the time that they show in its place, an hour later at most.
						const [late = 0, ...more] = begun.filter((moment) => {
							const since = moment - Date.parse(`${dateOf(each)}T${time}:00Z`);
							const offset =
								Date.parse(`${wallOf(moment, timeZone).date}T${wallOf(moment, timeZone).time}:00Z`) - moment;
							return since + offset > 0 && since + offset <= 60 * MINUTE_MS;
						});
						expect([late > 0, more]).toEqual([true, []]);
					}
				}
			}),
			{ numRuns: FULL ? 2_000 : 40 },
		);
	});

	it("moves a skipped time forward, and uses the first of a repeated time", () => {
		const plan = readNightPlan("30 2 * * *", "Europe/Berlin");
		const from = (at: string) => new Date(plan.next(Date.parse(at))).toISOString();
		expect(from("2026-03-28T12:00:00Z")).toBe("2026-03-29T01:30:00.000Z");
		expect(from("2026-03-29T01:30:00Z")).toBe("2026-03-30T00:30:00.000Z");
		expect(from("2026-10-24T12:00:00Z")).toBe("2026-10-25T00:30:00.000Z");
		expect(from("2026-10-25T00:30:00Z")).toBe("2026-10-26T01:30:00.000Z");
	});

	it("begins once on the day that Samoa skipped", () => {
		const plan = readNightPlan("0 3 * * *", "Pacific/Apia");
		const begun = [Date.parse("2011-12-29T00:00:00Z")];
		for (let night = 0; night < 3; night++) begun.push(plan.next(begun.at(-1) ?? 0));
		expect(begun.slice(1).map((at) => new Date(at).toISOString())).toEqual([
			"2011-12-29T13:00:00.000Z",
			"2011-12-30T13:00:00.000Z",
			"2011-12-31T13:00:00.000Z",
		]);
	});

	it("supports days of week, month and year", () => {
		const from = (expression: string) => new Date(readNightPlan(expression, "UTC").next(Date.UTC(2026, 10, 22, 12)));
		expect(from("5 4 * * mon-fri").toISOString()).toBe("2026-11-23T04:05:00.000Z");
		expect(from("5 4 L * *").toISOString()).toBe("2026-11-30T04:05:00.000Z");
		expect(from("0 0 29 2 *").toISOString()).toBe("2028-02-29T00:00:00.000Z");
	});

	it("refuses an invalid schedule, and one that matches no day", () => {
		for (const expression of ["", "tonight", "61 2 * * *", "0 17 2 * * *", "@daily", "0 0 30 2 *"])
			expect(() => readNightPlan(expression, "UTC")).toThrow(
				expect.toSatisfy((error) => isFailure(error) && error.code === "input-invalid"),
			);
	});
});
