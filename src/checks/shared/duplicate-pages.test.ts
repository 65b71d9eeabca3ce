import { expect, test } from "vitest";
import { similarityOf } from "./duplicate-pages.ts";

test.each([
	[[1, 2, 3, 4], [1, 2, 3, 4], 1],
	[[1, 2, 3, 4], [1, 9, 3, 9], 0.5],
	[[1, 2], [2, 1], 0],
	[[], [], null],
	[[1], [], null],
])("%j and %j have %j in common", (one, other, share) => {
	expect(similarityOf(one, other)).toBe(share);
});
