import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { EXACT_KEYS, SHARED_COUNTERS, WindowTable } from "./memory-limits.ts";

const QUOTA = { units: 3, windowSeconds: 10 };

beforeEach(() => void vi.useFakeTimers({ toFake: ["performance"] }));
afterEach(() => void vi.useRealTimers());

function filled(): WindowTable {
	const table = new WindowTable(QUOTA);
	for (let index = 0; index < EXACT_KEYS; index += 1) table.take(`early ${index}`, 1);
	return table;
}

describe("WindowTable", () => {
	it("begins a window with the first unit and ends it on the millisecond", () => {
		const table = new WindowTable(QUOTA);
		expect(table.take("a", 1)).toEqual({ used: 1, restMs: 10_000 });
		vi.advanceTimersByTime(9_999);
		expect(table.take("a", 5)).toEqual({ used: 6, restMs: 1 });
		expect(table.isSpent("a")).toBe(true);
		vi.advanceTimersByTime(1);
		expect(table.isSpent("a")).toBe(false);
		expect(table.take("a", 2)).toEqual({ used: 2, restMs: 10_000 });
	});

	it("counts those together who come when it is full", () => {
		const table = filled();
		for (let index = 0; index < 100 * SHARED_COUNTERS; index += 1) table.take(`late ${index}`, 1);
		expect(table.size).toBeLessThanOrEqual(EXACT_KEYS + SHARED_COUNTERS);
		expect(table.size).toBeGreaterThan(EXACT_KEYS + 0.95 * SHARED_COUNTERS);
		expect(table.isSpent("nobody yet")).toBe(true);
		expect(table.take("nobody yet", 1).used).toBeGreaterThan(QUOTA.units);
		expect(table.take("early 0", 1).used).toBe(2);
		expect(table.take(`early ${EXACT_KEYS - 1}`, 1).used).toBe(2);
	});

	it("has room again as soon as the oldest window ends", () => {
		const table = new WindowTable(QUOTA);
		table.take("first", 1);
		vi.advanceTimersByTime(5_000);
		for (let index = 1; index < EXACT_KEYS; index += 1) table.take(`early ${index}`, 1);
		table.take("shares", 3);
		vi.advanceTimersByTime(5_000);
		expect(table.isSpent("shares")).toBe(false);
		expect(table.take("newcomer", 1)).toEqual({ used: 1, restMs: 10_000 });
		expect(table.size).toBe(EXACT_KEYS + 1);
		expect(table.take("early 1", 1).used).toBe(2);
	});

	it("ends shared windows too", () => {
		const table = new WindowTable(QUOTA);
		for (let index = 0; index < EXACT_KEYS; index += 1) table.learn(`early ${index}`, { used: 1, restMs: 60_000 });
		table.take("shares", 3);
		vi.advanceTimersByTime(9_999);
		expect(table.isSpent("shares")).toBe(true);
		vi.advanceTimersByTime(1);
		expect(table.isSpent("shares")).toBe(false);
		expect(table.take("shares", 1)).toEqual({ used: 1, restMs: 10_000 });
	});

	it("gives a key its own place anew, and keeps no window that has ended", () => {
		const table = filled();
		vi.advanceTimersByTime(10_000);
		expect(table.take("early 5", 1)).toEqual({ used: 1, restMs: 10_000 });
		expect(table.size).toBe(1);
	});

	it("shares otherwise in every process", () => {
		const spentIn = () => {
			const table = filled();
			table.take("late", 3);
			return Array.from({ length: 5000 }, (_, index) => `key ${index}`)
				.filter((key) => table.isSpent(key))
				.join();
		};
		expect(spentIn()).not.toBe(spentIn());
	});

	it("goes on from what another counter said", () => {
		const table = new WindowTable(QUOTA);
		table.learn("a", { used: 2, restMs: 4_000 });
		expect(table.take("a", 1)).toEqual({ used: 3, restMs: 4_000 });
		table.learn("a", { used: 7, restMs: 3_000 });
		expect(table.isSpent("a")).toBe(true);
		vi.advanceTimersByTime(3_000);
		expect(table.isSpent("a")).toBe(false);
		table.learn("a", { used: 1, restMs: 0 });
		expect(table.take("a", 1)).toEqual({ used: 1, restMs: 10_000 });
	});

	it("learns nothing that it has no room for", () => {
		const table = filled();
		table.learn("late", { used: 3, restMs: 4_000 });
		table.learn("early 7", { used: 3, restMs: 4_000 });
		expect(table.size).toBe(EXACT_KEYS);
		expect(table.isSpent("late")).toBe(false);
		expect(table.isSpent("early 7")).toBe(true);
	});
});
