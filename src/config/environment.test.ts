import { chmodSync, mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { findInstalledBrowser, readEnvironment } from "./environment.ts";

describe("readEnvironment", () => {
	it("has a default for everything, and takes an empty variable for none", () => {
		expect(readEnvironment({ SIGHTLINE_BASE_URL: "" })).toMatchObject({
			baseUrl: "http://localhost:4321",
			concurrency: undefined,
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

	it.each([
		"https://user@a.example.com",
		"https://u:p@a.example.com",
		"https://a.example.com/?x",
		"https://a.example.com/x#y",
	])("refuses an address that others cannot be appended to: %s", (url) => {
		for (const name of ["SIGHTLINE_BASE_URL", "SIGHTLINE_API_URL"])
			expect(() => readEnvironment({ [name]: url }), name).toThrow(`${name} must have no user name, query or fragment`);
	});

	it("keeps a path in the base address", () => {
		expect(readEnvironment({ SIGHTLINE_BASE_URL: "https://a.example.com/repo" }).baseUrl).toBe(
			"https://a.example.com/repo",
		);
	});
});

describe("findInstalledBrowser", () => {
	it("takes CHROME_PATH first, then what PATH has, and says so when there is none", () => {
		const folder = mkdtempSync(join(tmpdir(), "sightline-browser-"));
		const path = join(folder, "google-chrome");
		expect(findInstalledBrowser({ CHROME_PATH: "/somewhere/chrome", PATH: folder })).toBe("/somewhere/chrome");
		writeFileSync(path, "");
		chmodSync(path, 0o755);
		expect(findInstalledBrowser({ PATH: folder })).toBe(path);
	});
});
