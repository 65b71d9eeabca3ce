import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { TimeLimit } from "./time-limit.ts";

const codeOf = ({ signal }: TimeLimit) => (signal.aborted ? signal.reason.code : undefined);

describe("the time of a call", () => {
	beforeEach(() => void vi.useFakeTimers());
	afterEach(() => void vi.useRealTimers());

	it("is a minute for its turn and its work together", () => {
		const [waits, runs] = [new TimeLimit(undefined, false), new TimeLimit(undefined, false)];
		vi.advanceTimersByTime(20_000);
		runs.enter("running");
		vi.advanceTimersByTime(39_999);
		expect([codeOf(waits), codeOf(runs)]).toEqual([undefined, undefined]);
		vi.advanceTimersByTime(1);
		expect([codeOf(waits), codeOf(runs)]).toEqual(["busy", "too-slow"]);
	});

	it("stands still while the person is asked, who has a minute from then on", () => {
		const [silent, answered] = [new TimeLimit(undefined, false), new TimeLimit(undefined, false)];
		for (const limit of [silent, answered]) limit.enter("running");
		vi.advanceTimersByTime(50_000);
		for (const limit of [silent, answered]) limit.enter("asking");
		vi.advanceTimersByTime(59_000);
		answered.enter("running");
		vi.advanceTimersByTime(1_000);
		expect([codeOf(silent), codeOf(answered)]).toEqual(["unanswered", undefined]);
		vi.advanceTimersByTime(9_000);
		expect(codeOf(answered)).toBe("too-slow");
	});

	it("is over when the agent gives up, and never once the call has ended", () => {
		const given = new AbortController();
		const limit = new TimeLimit(given.signal, true);
		limit.stop();
		vi.advanceTimersByTime(600_000);
		expect(limit.signal.aborted).toBe(false);
		given.abort("given up");
		expect(limit.signal.reason).toBe("given up");
	});

	it("says of an audit alone that it may go on", () => {
		const messages = [true, false].map((isAudit) => {
			const limit = new TimeLimit(undefined, isAudit);
			limit.enter("running");
			vi.advanceTimersByTime(60_000);
			return limit.signal.reason.message as string;
		});
		expect(messages.map((message) => message.includes("audit may go on"))).toEqual([true, false]);
	});
});
