import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { trendOf } from "./flatness.testkit.ts";

const readings = (values: readonly number[]) => values.map((value, minute) => ({ minute, value }));

describe("trendOf", () => {
	it("calls a figure flat that only goes up and down", () => {
		fc.assert(
			fc.property(fc.array(fc.integer({ min: -5, max: 5 }), { minLength: 20, maxLength: 60 }), (noise) => {
				const mirrored = [...noise, ...noise.toReversed()];
				expect(trendOf(readings(mirrored.map((each) => 100 + each)), 5).isFlat).toBe(true);
			}),
		);
	});

	it("finds growth under noise and odd readings", () => {
		fc.assert(
			fc.property(fc.array(fc.integer({ min: -3, max: 3 }), { minLength: 30, maxLength: 60 }), (noise) => {
				const growing = noise.map((each, at) => (at === 7 ? 9_000 : 100 + at + each));
				const { isFlat, perHour } = trendOf(readings(growing), 10);
				expect(isFlat).toBe(false);
				expect(perHour).toBeGreaterThan(30);
			}),
		);
	});

	it("knows no trend of fewer than two readings", () => {
		expect(trendOf([], 0)).toMatchObject({ perHour: 0, isFlat: true });
		expect(trendOf(readings([7]), 0)).toMatchObject({ first: 7, last: 7, isFlat: true });
	});
});
