import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { askWhileUp } from "./postgres-limits.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const answer = async () => "yes";
const fail = () => Promise.reject(new Error("gone"));
const silence = () => new Promise<never>(() => {});

describe("askWhileUp", () => {
	it("gives what was answered, and nothing where the answer fails", async () => {
		const onLost = vi.fn();
		const ask = askWhileUp({ answerMs: 500, pauseMs: 2000, onLost });
		expect(await ask(answer)).toBe("yes");
		expect(await ask(fail)).toBeUndefined();
		expect(onLost).toHaveBeenCalledExactlyOnceWith(new Error("gone"));
		expect(vi.getTimerCount()).toBe(0);
	});

	it("asks nothing in the pause, then one question at a time until an answer comes", async () => {
		const onLost = vi.fn();
		const ask = askWhileUp({ answerMs: 500, pauseMs: 2000, onLost });
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

	it("waits for an answer no longer than its limit, and drops a late one", async () => {
		const onLost = vi.fn();
		const ask = askWhileUp({ answerMs: 500, pauseMs: 2000, onLost });
		const late = ask(() => new Promise((_, reject) => setTimeout(() => reject(new Error("too late")), 600)));
		await vi.advanceTimersByTimeAsync(499);
		expect(onLost).not.toHaveBeenCalled();
		await vi.advanceTimersByTimeAsync(1);
		expect(await late).toBeUndefined();
		expect(onLost).toHaveBeenCalledExactlyOnceWith(new Error("No answer came in 500 ms."));
		await vi.advanceTimersByTimeAsync(1000);
	});
});
