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

	it("repeats a wrong value, but never a secret", () => {
		const wrong = {
			PORT: "http",
			DATABASE_URL: "mysql://sightline:hunter2@db/x",
			SIGHTLINE_METRICS: "hunter2",
			SIGHTLINE_BASE_URL: "https://ada:hunter2@a.example.com",
		};
		expect(() => readEnvironment(wrong)).toThrow(/PORT must be a whole number from 1 to 65535, and is "http"/);
		expect(() => readEnvironment(wrong)).toThrow(/DATABASE_URL must be.*SIGHTLINE_METRICS must be/);
		expect(() => readEnvironment(wrong)).not.toThrow(/hunter2/);
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
