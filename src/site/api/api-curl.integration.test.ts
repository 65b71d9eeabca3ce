import { execFileSync } from "node:child_process";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { curlCommand } from "./api-endpoint.ts";

const url = "https://audit.example.net/api/v1/public/audit";

describe("curlCommand", () => {
	it("posts JSON", () => {
		expect(curlCommand({ method: "POST", url, input: { domain: "example.com" } })).toBe(
			`curl -sS ${url} \\\n  -H 'content-type: application/json' \\\n  -d '{"domain":"example.com"}'`,
		);
	});

	it("asks with a query, and without one", () => {
		expect(curlCommand({ method: "GET", url, input: { limit: 2, cursor: "a b" } })).toBe(
			`curl -sS '${url}?limit=2&cursor=a+b'`,
		);
		expect(curlCommand({ method: "GET", url })).toBe(`curl -sS ${url}`);
	});

	it("round-trips through a shell", () => {
		const text = fc.string({ unit: "grapheme", maxLength: 30 }).filter((each) => !each.includes("\0"));
		fc.assert(
			fc.property(text, (agencyName) => {
				const command = curlCommand({ method: "POST", url, input: { agencyName } });
				const script = `curl() { for each; do last=$each; done; printf %s "$last"; }; ${command}`;
				expect(JSON.parse(execFileSync("/bin/sh", ["-c", script], { encoding: "utf8" }))).toEqual({ agencyName });
			}),
			{ numRuns: 25 },
		);
	});
});
