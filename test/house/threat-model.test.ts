import { existsSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";

const repository = new URL("../../", import.meta.url);
const text = readFileSync(new URL("SECURITY.md", repository), "utf8");
const rows = text
	.split("\n")
	.filter((line) => line.startsWith("| ") && !line.startsWith("| threat "))
	.map((line) => line.split(/(?<!\\)\|/).slice(1, -1));
const testFiles = (cell = "") => [...cell.matchAll(/`([^`]+)`/g)].map(([, file = ""]) => file);

describe("SECURITY.md", () => {
	it("names a threat, a defence and tests in every row", () => {
		expect(rows.length).toBeGreaterThan(20);
		const incomplete = rows.filter(
			([threat = "", defence = "", tests = "", ...more]) =>
				more.length > 0 || threat.trim() === "" || defence.trim() === "" || testFiles(tests).length === 0,
		);
		expect(incomplete).toEqual([]);
	});

	it("names only test files that exist", () => {
		const named = rows.flatMap(([, , tests]) => testFiles(tests));
		const missing = named.filter(
			(file) => !/^(?:src|test)\/\S+\.test\.ts$/.test(file) || !existsSync(fileURLToPath(new URL(file, repository))),
		);
		expect(missing).toEqual([]);
	});
});
