import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { PacedQueue } from "./site-source.ts";

const signal = new AbortController().signal;

beforeEach(() => {
	vi.useFakeTimers();
});
afterEach(() => {
	vi.useRealTimers();
});

/** Vitest's fake timers do not reach node:timers/promises. */
const fakeWait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** Milliseconds at which each of the requests starts, given how long each takes. */
async function startsOf(latencies: readonly number[]): Promise<number[]> {
	const pace = new PacedQueue(fakeWait);
	const origin = performance.now();
	const starts: number[] = [];
	const done = latencies.map((latency) =>
		pace.add(
			async () => {
				starts.push(Math.round(performance.now() - origin));
				await new Promise((resolve) => setTimeout(resolve, latency));
			},
			{ signal },
		),
	);
	await vi.runAllTimersAsync();
	await Promise.all(done);
	return starts;
}

describe("PacedQueue", () => {
	it("starts a request every 250 ms on a quick site", async () => {
		expect(await startsOf([10, 20, 30, 40])).toEqual([0, 250, 500, 750]);
	});

	it("leaves a slower site twice the time that its last answer took", async () => {
		// The answer after 200 ms comes in while the second request waits for its 250 ms. A quick answer shortens no wait.
		expect(await startsOf([200, 300, 10, 10, 10])).toEqual([0, 400, 1000, 1600, 1850]);
	});

	it("has two requests under way, not more", async () => {
		// The third starts when one of the two is over, and twice its 1,000 ms have passed since the second began.
		expect(await startsOf([1000, 5000, 10])).toEqual([0, 250, 2250]);
	});

	it("goes on after a request that failed", async () => {
		const pace = new PacedQueue(fakeWait);
		const failing = pace.add(() => Promise.reject(new Error("no answer")), { signal });
		const next = pace.add(async () => "answer", { signal });
		await expect(failing).rejects.toThrow("no answer");
		await vi.runAllTimersAsync();
		expect(await next).toBe("answer");
	});

	it("lets nobody wait behind the deadline", async () => {
		const ending = new AbortController();
		const pace = new PacedQueue();
		const started = vi.fn(async () => {});
		await pace.add(started, ending);
		const waiting = [1, 2, 3].map(() => pace.add(started, ending));
		const settled = Promise.allSettled(waiting);
		ending.abort();
		expect((await settled).map(({ status }) => status)).toEqual(["rejected", "rejected", "rejected"]);
		expect(started).toHaveBeenCalledTimes(1);
	});
});
