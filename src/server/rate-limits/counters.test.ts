import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { FULL } from "#core/long-form.testkit.ts";
import { collectGarbage } from "../collect-garbage.testkit.ts";
import { describeRateLimits } from "./rate-limits.contract.ts";
import {
	createMemoryLimits,
	DEFAULT_QUOTAS,
	EXACT_KEYS,
	queryWhileUp,
	SHARED_COUNTERS,
	WindowTable,
} from "./rate-limits.ts";

/** Keys of different /48 networks. */
const stranger = (index: number) => `2a00:${(index >> 16).toString(16)}:${(index & 0xffff).toString(16)}:0::/64`;
const FLOOD = FULL ? 1_000_000 : 10_000;

describe("memory limits", () => {
	describeRateLimits(async (quotas) => createMemoryLimits(quotas));

	it("take a few megabytes for a flood of networks, and keep existing counters", async () => {
		const limits = createMemoryLimits(DEFAULT_QUOTAS);
		await limits.take("audit", "192.0.2.7", { units: 10 });
		await limits.take("audit", stranger(FLOOD), { units: 20 });
		collectGarbage();
		const before = process.memoryUsage().heapUsed;
		let allowed = 0;
		for (let index = 0; index < FLOOD; index += 1) {
			if ((await limits.take("audit", stranger(index))).allowed) allowed += 1;
		}
		collectGarbage();
		expect(process.memoryUsage().heapUsed - before).toBeLessThan(10_000_000);
		expect(allowed).toBeLessThanOrEqual(EXACT_KEYS + SHARED_COUNTERS * DEFAULT_QUOTAS.audit.units);
		expect(await limits.take("audit", "192.0.2.7")).toMatchObject({ allowed: true, remaining: 19 });
		expect(await limits.take("audit", stranger(FLOOD))).toMatchObject({ allowed: true, remaining: 9 });
		await limits.close();
	}, 120_000);

	it("limit one network of 65,536 subnets to its share", async () => {
		const limits = createMemoryLimits(DEFAULT_QUOTAS);
		let allowed = 0;
		for (let index = 0; index < 65_536; index += 1) {
			if ((await limits.take("audit", `2001:db8:1:${index.toString(16)}::/64`)).allowed) allowed += 1;
		}
		expect(allowed).toBe(300);
		for (let index = 0; index < EXACT_KEYS - 300; index += 1) {
			expect(await limits.take("audit", `198.51.${index >> 8}.${index & 255}`)).toMatchObject({ remaining: 29 });
		}
		await limits.close();
	});
});

const QUOTA = { units: 3, windowSeconds: 10 };

function filled(): WindowTable {
	const table = new WindowTable(QUOTA);
	for (let index = 0; index < EXACT_KEYS; index += 1) table.take(`early ${index}`, 1);
	return table;
}

describe("WindowTable", () => {
	beforeEach(() => void vi.useFakeTimers({ toFake: ["performance"] }));
	afterEach(() => void vi.useRealTimers());

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

	it("shares counters when it is full", () => {
		const table = filled();
		for (let index = 0; index < 100 * SHARED_COUNTERS; index += 1) table.take(`late ${index}`, 1);
		expect(table.size).toBeLessThanOrEqual(EXACT_KEYS + SHARED_COUNTERS);
		expect(table.size).toBeGreaterThan(EXACT_KEYS + 0.95 * SHARED_COUNTERS);
		expect(table.isSpent("nobody yet")).toBe(true);
		expect(table.take("nobody yet", 1).used).toBeGreaterThan(QUOTA.units);
		expect(table.take("early 0", 1).used).toBe(2);
		expect(table.take(`early ${EXACT_KEYS - 1}`, 1).used).toBe(2);
	});

	it("has room again when the oldest window ends", () => {
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

	it("expires shared windows too", () => {
		const table = new WindowTable(QUOTA);
		for (let index = 0; index < EXACT_KEYS; index += 1) table.learn(`early ${index}`, { used: 1, restMs: 60_000 });
		table.take("shares", 3);
		vi.advanceTimersByTime(9_999);
		expect(table.isSpent("shares")).toBe(true);
		vi.advanceTimersByTime(1);
		expect(table.isSpent("shares")).toBe(false);
		expect(table.take("shares", 1)).toEqual({ used: 1, restMs: 10_000 });
	});

	it("gives a key a new window, and keeps no expired one", () => {
		const table = filled();
		vi.advanceTimersByTime(10_000);
		expect(table.take("early 5", 1)).toEqual({ used: 1, restMs: 10_000 });
		expect(table.size).toBe(1);
	});

	it("assigns shared counters differently in every process", () => {
		const spentIn = () => {
			const table = filled();
			table.take("late", 3);
			return Array.from({ length: 5000 }, (_, index) => `key ${index}`)
				.filter((key) => table.isSpent(key))
				.join();
		};
		expect(spentIn()).not.toBe(spentIn());
	});

	it("continues from another counter's count", () => {
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

	it("drops counts without room", () => {
		const table = filled();
		table.learn("late", { used: 3, restMs: 4_000 });
		table.learn("early 7", { used: 3, restMs: 4_000 });
		expect(table.size).toBe(EXACT_KEYS);
		expect(table.isSpent("late")).toBe(false);
		expect(table.isSpent("early 7")).toBe(true);
	});
});

const answer = async () => "yes";
const fail = () => Promise.reject(new Error("gone"));
const silence = () => new Promise<never>(() => {});

describe("queryWhileUp", () => {
	beforeEach(() => void vi.useFakeTimers());
	afterEach(() => void vi.useRealTimers());

	it("returns the result, and undefined on failure", async () => {
		const onLost = vi.fn();
		const ask = queryWhileUp({ answerMs: 500, pauseMs: 2000, onLost });
		expect(await ask(answer)).toBe("yes");
		expect(await ask(fail)).toBeUndefined();
		expect(onLost).toHaveBeenCalledExactlyOnceWith(new Error("gone"));
		expect(vi.getTimerCount()).toBe(0);
	});

	it("pauses, then sends one query at a time until one succeeds", async () => {
		const onLost = vi.fn();
		const ask = queryWhileUp({ answerMs: 500, pauseMs: 2000, onLost });
		await ask(fail);
		const question = vi.fn(silence);
		vi.advanceTimersByTime(1999);
		expect(await ask(question)).toBeUndefined();
		expect(question).not.toHaveBeenCalled();
		vi.advanceTimersByTime(1);
		const asking = [ask(question), ask(question), ask(question)];
		expect(question).toHaveBeenCalledOnce();
		await vi.advanceTimersByTimeAsync(500);
		expect(await Promise.all(asking)).toEqual([undefined, undefined, undefined]);
		vi.advanceTimersByTime(2000);
		expect(await ask(answer)).toBe("yes");
		expect(await Promise.all([ask(answer), ask(answer)])).toEqual(["yes", "yes"]);
		expect(onLost).toHaveBeenCalledOnce();
		await ask(fail);
		expect(onLost).toHaveBeenCalledTimes(2);
	});

	it("times out, and drops a late response", async () => {
		const onLost = vi.fn();
		const ask = queryWhileUp({ answerMs: 500, pauseMs: 2000, onLost });
		const late = ask(() => new Promise((_, reject) => setTimeout(() => reject(new Error("too late")), 600)));
		await vi.advanceTimersByTimeAsync(499);
		expect(onLost).not.toHaveBeenCalled();
		await vi.advanceTimersByTimeAsync(1);
		expect(await late).toBeUndefined();
		expect(onLost).toHaveBeenCalledExactlyOnceWith(new Error("No answer came in 500 ms."));
		await vi.advanceTimersByTimeAsync(1000);
	});
});
