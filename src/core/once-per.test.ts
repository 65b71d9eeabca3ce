import { expect, test } from "vitest";
import { oncePer } from "./once-per.ts";

test("computes an object's result once, even if it is undefined", () => {
	const asked: object[] = [];
	const sizeOf = oncePer((list: readonly number[]) => {
		asked.push(list);
		return list.length === 0 ? undefined : list.length;
	});
	const [none, two, otherTwo] = [[], [1, 2], [1, 2]];
	expect([none, two, otherTwo, two, none].map(sizeOf)).toEqual([undefined, 2, 2, 2, undefined]);
	expect(asked).toEqual([none, two, otherTwo]);
});

test("caches no result of a failed computation, and retries", () => {
	let isReady = false;
	const stateOf = oncePer(() => {
		if (!isReady) throw new RangeError("not yet");
		return "ready";
	});
	const key = {};
	expect(() => stateOf(key)).toThrow("not yet");
	isReady = true;
	expect(stateOf(key)).toBe("ready");
});
