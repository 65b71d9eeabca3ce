import { describe, expect, it } from "vitest";
import { readEnvironment } from "./environment.ts";

describe("readEnvironment", () => {
	it("has a default for everything, and takes an empty variable for none", () => {
		expect(readEnvironment({ SIGHTLINE_BASE_URL: "" })).toMatchObject({
			baseUrl: "http://localhost:4321",
			concurrency: 6,
		});
	});

	it("names every variable that is wrong", () => {
		const wrong = { SIGHTLINE_BASE_URL: "https://a.example.com/", SIGHTLINE_CONCURRENCY: "many" };
		expect(() => readEnvironment(wrong)).toThrow(
			/SIGHTLINE_BASE_URL must have no trailing slash.*SIGHTLINE_CONCURRENCY/,
		);
		for (const url of ["ftp://a.example.com", "a.example.com", "https://a.example.com/"]) {
			expect(() => readEnvironment({ SIGHTLINE_BASE_URL: url }), url).toThrow(/SIGHTLINE_BASE_URL/);
		}
	});

	it("keeps a path in the base address", () => {
		expect(readEnvironment({ SIGHTLINE_BASE_URL: "https://a.example.com/repo" }).baseUrl).toBe(
			"https://a.example.com/repo",
		);
	});
});
