import { describe, expect, it } from "vitest";
import type { Report } from "#core/report.ts";
import { night, receiptOf } from "#site/history/nights.testkit.ts";
import { findRegressions } from "#site/history/regressions.ts";
import type { FoundReceipt } from "../audits/own-audits.ts";
import { type AlertFault, type Cause, judgeLook, oncePerCause } from "./causes.ts";

const AWAY: Partial<Report> = {
	ok: false,
	failure: { code: "challenged", says: "It asks for proof of a person." },
	findings: [],
};

/** Result of a night: failed checks, or no audit. */
type Found = readonly string[] | "away";

/** Reports after each night, as `worse title` or `recovered title`; each finding costs this many points. */
async function reported(nights: readonly Found[], points: number, least = 1): Promise<string[][]> {
	let known: readonly Cause[] = [];
	const series: FoundReceipt[] = [];
	const all: string[][] = [];
	for (const [number, found] of nights.entries()) {
		const [failing, change] = found === "away" ? [[], AWAY] : [found, {}];
		const stored = await receiptOf("a.example.com", night(number), failing, change, { lift: points });
		series.push({ ...stored, foundAt: night(number) });
		const newest = series.at(-1) ?? expect.fail();
		const regressions = await findRegressions(series, async () => undefined);
		const turn = judgeLook(known, regressions, newest, { least, from: night(0) });
		known = turn.causes;
		all.push([
			...turn.worse.map(({ check }) => `worse ${check}`),
			...turn.recovered.map(({ check }) => `recovered ${check}`),
		]);
	}
	return all;
}

describe("judgeLook", () => {
	it("reports an expensive fault at once, and once while it lasts", async () => {
		const nights = [[], ["title"], ["title"], ["title", "canonical"], ["title", "canonical"]];
		expect(await reported(nights, 6)).toEqual([[], ["worse title"], [], ["worse canonical"], []]);
	});

	it("reports a cheap fault after a second look, and never one below the minimum", async () => {
		expect(await reported([[], ["title"], ["title"], ["title"]], 2)).toEqual([[], [], ["worse title"], []]);
		expect(await reported([[], ["title"], ["title"], ["title"]], 2, 5)).toEqual([[], [], [], []]);
	});

	it("ignores a finding that flips back, and a site that was down once", async () => {
		expect((await reported([[], ["title"], [], ["title"], [], []], 2)).flat()).toEqual([]);
		expect((await reported([[], "away", [], [], "away", []], 2)).flat()).toEqual([]);
	});

	it("reports a site that stays down, and its recovery", async () => {
		const nights: Found[] = [[], "away", "away", "away", [], "away", [], []];
		expect(await reported(nights, 2)).toEqual([
			[],
			[],
			["worse not-audited"],
			[],
			[],
			[],
			[],
			["recovered not-audited"],
		]);
	});

	it("reports only a lasting recovery", async () => {
		const nights: Found[] = [[], ["title"], [], ["title"], ["title"], [], []];
		expect(await reported(nights, 6)).toEqual([[], ["worse title"], [], [], [], [], ["recovered title"]]);
	});

	it("waits for a second look at an intermittent fault of any cost", async () => {
		const nights: Found[] = [[], ["title"], [], [], ["title"], [], ["title"], ["title"]];
		const [, first, , over, ...rest] = await reported(nights, 6);
		expect([first, over, ...rest]).toEqual([["worse title"], ["recovered title"], [], [], [], ["worse title"]]);
	});

	it("ignores faults from before the account watched the site", async () => {
		const [before, since] = [
			await receiptOf("a.example.com", night(0), []),
			await receiptOf("a.example.com", night(1), ["title"]),
		];
		const newest = { ...since, foundAt: night(9) };
		const regressions = await findRegressions([before, since], async () => undefined);
		expect(regressions).toHaveLength(1);
		expect(judgeLook([], regressions, newest, { least: 0, from: night(2) })).toEqual({
			causes: [],
			worse: [],
			recovered: [],
		});
	});

	it("counts 2 audits within minutes as one look", async () => {
		const [before, since] = [
			await receiptOf("a.example.com", night(0), []),
			await receiptOf("a.example.com", night(1), ["title"]),
		];
		const regressions = await findRegressions([before, since], async () => undefined);
		const look = (known: readonly Cause[], minutes: number) => {
			const foundAt = new Date(Date.parse(night(1)) + minutes * 60_000).toISOString();
			return judgeLook(known, regressions, { ...since, foundAt }, { least: 0, from: night(0) });
		};
		const first = look([], 0);
		expect(first.causes.map(({ stage }) => stage)).toEqual(["noticed"]);
		expect(look(first.causes, 2).worse).toEqual([]);
		expect(look(first.causes, 20).worse.map(({ check }) => check)).toEqual(["title"]);
	});
});

describe("oncePerCause", () => {
	const fault = { check: "title", points: 6 } as AlertFault;
	const cause = (stage: Cause["stage"]): Cause => ({ stage, look: night(0), fault });
	/** A series in which a cause went from one stage to another. */
	const series = (known: Cause["stage"], then: Cause["stage"], turn: "worse" | "recovered" | "nothing") => ({
		known: [cause(known)],
		turn: { causes: [cause(then)], worse: [], recovered: [], ...(turn === "nothing" ? {} : { [turn]: [fault] }) },
	});
	const told = (...turns: Parameters<typeof oncePerCause>[0]) => {
		const { worse, recovered } = oncePerCause(turns);
		return [worse.length, recovered.length];
	};

	it("combines a cause in light and deep audits, from the first to the last that shows it", () => {
		const begins = series("over", "reported", "worse");
		expect(told(begins, begins)).toEqual([1, 0]);
		expect(told(begins, series("reported", "reported", "nothing"))).toEqual([0, 0]);
		const ends = series("mending", "over", "recovered");
		expect(told(ends, series("reported", "mending", "nothing"))).toEqual([0, 0]);
		expect(told(ends, series("over", "over", "nothing"))).toEqual([0, 1]);
		expect(told(ends, ends)).toEqual([0, 1]);
	});
});
