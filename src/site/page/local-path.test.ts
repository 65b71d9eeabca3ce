import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { localPath } from "./local-path.ts";

describe("localPath", () => {
	it.each([
		["/", "/"],
		["/dashboard/?page=2", "/dashboard/?page=2"],
		["/dashboard/#alerts", "/dashboard/"],
		["/a/../b/", "/b/"],
		["/ä b/", "/%C3%A4%20b/"],
	])("takes %j", (text, path) => {
		expect(localPath(text)).toBe(path);
	});

	it.each([
		undefined,
		null,
		"",
		"dashboard/",
		"//evil.example/",
		"/\\evil.example/",
		"\\\\evil.example",
		"/\t/evil.example/",
		"/..//evil.example/",
		"/.//evil.example/",
		"https://evil.example/",
		"javascript:alert(1)",
		"/a\r\nSet-Cookie: a=b",
		`/${"a".repeat(2000)}`,
	])("refuses %j", (text) => {
		expect(localPath(text)).toBeUndefined();
	});

	it("leads nowhere else, whatever it is given, below any home", () => {
		const part = fc.constantFrom(
			"/",
			"\\",
			".",
			"..",
			"@",
			":",
			"//",
			"?",
			"#",
			"%2f",
			"\t",
			"evil.example",
			"a",
			"https:",
		);
		const text = fc.oneof(
			fc.array(part, { maxLength: 8 }).map((parts) => `/${parts.join("")}`),
			fc.webUrl(),
			fc.string(),
		);
		fc.assert(
			fc.property(text, fc.constantFrom("/", "/base/"), (given, home) => {
				const path = localPath(given);
				if (path === undefined) return;
				const seen = new URL(home + path.slice(1), "https://site.example");
				expect(seen.origin).toBe("https://site.example");
				expect(seen.pathname.startsWith(home)).toBe(true);
			}),
		);
	});
});
