import fc from "fast-check";
import { expect, test } from "vitest";
import { makeScores } from "../publication/receipt.testkit.ts";
import { fixPath } from "./fix-path.ts";

const score = fc.integer({ min: 0, max: 1000 }).map((tenths) => tenths / 10);

test("the path begins at today's score, never leads down, and ends where the last step leads", () => {
	fc.assert(
		fc.property(fc.integer({ min: 0, max: 100 }), fc.array(score, { minLength: 1, maxLength: 5 }), (today, after) => {
			const rising = after.toSorted((a, b) => a - b);
			const firstFixes = rising.map((each, index) => ({ id: `check-${index}`, score: each }));
			const path = fixPath({ scores: makeScores(today), firstFixes }, []);
			expect(path?.from).toBe(today);
			const way = [today, ...(path?.steps.map(({ to }) => to) ?? [])];
			expect(way).toEqual(way.toSorted((a, b) => a - b));
			expect(path?.steps.map(({ from }) => from)).toEqual(way.slice(0, -1));
			expect(path?.reachable).toBe(way.at(-1));
		}),
	);
});

test("there is none without a score, or where no steps are stated", () => {
	expect(fixPath({ firstFixes: [{ id: "a", score: 4 }] }, [])).toBeUndefined();
	expect(fixPath({ scores: makeScores(40) }, [])).toBeUndefined();
});
