import { describe, expect, it } from "vitest";
import type { AccessBot } from "#core/access/access-report.ts";
import { changesOf } from "./bot-changes.ts";

interface Day {
	/** Days before the end of the logs. */
	readonly ago: number;
	readonly verified: number;
	readonly refused?: number;
}

const END = "2026-11-20T12:00:00.000Z";

function dayOf(ago: number): string {
	return new Date(Date.parse(END) - ago * 86_400_000).toISOString().slice(0, 10);
}

function kinds(days: readonly Day[]): string[] {
	const bot = {
		token: "GPTBot",
		days: days
			.toSorted((a, b) => b.ago - a.ago)
			.map(({ ago, verified, refused = 0 }) => ({ day: dayOf(ago), verified, refused })),
	} as unknown as AccessBot;
	return changesOf([bot], END).map(({ kind, since }) => `${kind} ${since}`);
}

const every = (step: number, from: number, to: number, verified = 10, refused = 0) =>
	Array.from({ length: Math.floor((from - to) / step) + 1 }, (_, at) => ({ ago: from - at * step, verified, refused }));

describe("a bot", () => {
	it("with steady visits has no change", () => {
		expect(kinds(every(1, 60, 0))).toEqual([]);
		expect(kinds(every(7, 63, 0))).toEqual([]);
	});

	it("with daily visits and then none for a week stopped on its last day", () => {
		expect(kinds(every(1, 60, 7))).toEqual([`stopped-coming ${dayOf(7)}`]);
		expect(kinds(every(1, 60, 6))).toEqual([]);
	});

	it("with weekly visits is missed only after more than 3 weeks", () => {
		expect(kinds(every(7, 84, 21))).toEqual([]);
		expect(kinds(every(7, 85, 22))).toEqual([`stopped-coming ${dayOf(22)}`]);
	});

	it("with visits on 4 days was never a regular visitor", () => {
		expect(kinds(every(1, 40, 37))).toEqual([]);
	});

	it("refused after being allowed has a change from the first refusal on", () => {
		expect(kinds([...every(1, 40, 4), ...every(1, 3, 0, 10, 9)])).toEqual([`newly-refused ${dayOf(3)}`]);
	});

	it("always refused, or rarely refused, has no change", () => {
		expect(kinds(every(1, 40, 0, 10, 9))).toEqual([]);
		expect(kinds([...every(1, 40, 7, 100), ...every(1, 6, 0, 100, 9)])).toEqual([]);
	});
});

it("logs without bots have no changes", () => {
	expect(changesOf([], undefined)).toEqual([]);
});
