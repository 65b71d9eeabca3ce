import { expect, test } from "vitest";
import { oncePer } from "./once-per.ts";

test("works out the result of an object once, also where there is none", () => {
	const asked: object[] = [];
	const sizeOf = oncePer((list: readonly number[]) => {
		asked.push(list);
		return list.length === 0 ? undefined : list.length;
	});
	const [none, two, otherTwo] = [[], [1, 2], [1, 2]];
	expect([none, two, otherTwo, two, none].map(sizeOf)).toEqual([undefined, 2, 2, 2, undefined]);
	expect(asked).toEqual([none, two, otherTwo]);
});

test("gives nothing for what could not be worked out, and tries again", () => {
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
