import { describe, expect, it } from "vitest";
import { createFreshResults } from "./fresh-results.ts";

describe("createFreshResults", () => {
	it("gives a result while it is fresh, with its age", () => {
		const results = createFreshResults<string>({ freshMs: 1000, most: 10 });
		results.put("a", "A", 5000);
		expect(results.get("a", 5999)).toEqual({ value: "A", ageMs: 999 });
		expect(results.get("a", 6000)).toBeUndefined();
		expect(results.get("b", 5000)).toBeUndefined();
	});

	it("takes a time a little ahead for now", () => {
		const results = createFreshResults<string>({ freshMs: 1000, most: 10 });
		results.put("a", "A", 5000);
		expect(results.get("a", 4500)).toEqual({ value: "A", ageMs: 0 });
	});

	it("puts another in the place of a value, with the age of that", () => {
		const results = createFreshResults<string>({ freshMs: 1000, most: 10 });
		results.put("a", "A", 5000);
		results.replace("a", "B", "C");
		expect(results.get("a", 5100)?.value).toBe("A");
		results.replace("a", "A", "C");
		expect(results.get("a", 5100)).toEqual({ value: "C", ageMs: 100 });
		results.replace("a", "C", undefined);
		expect(results.get("a", 5100)).toBeUndefined();
	});

	it("keeps so many and no more, those that were asked for last", () => {
		const results = createFreshResults<number>({ freshMs: 1000, most: 3 });
		for (const [at, key] of ["a", "b", "c"].entries()) results.put(key, at, 0);
		results.get("a", 1);
		results.put("d", 3, 1);
		results.put("d", 4, 1);
		expect(["a", "b", "c", "d"].map((key) => results.get(key, 2)?.value)).toEqual([0, undefined, 2, 4]);
	});
});
