import { expect, test } from "vitest";
import { aPage, ask, found } from "../page.testkit.ts";
import { revalidation } from "./revalidation.ts";

const https = found({ state: "valid" } as const);

test.each<[string, Readonly<Record<string, string>>, string, string]>([
	["a tag", { etag: '"a1"' }, "pass", "sends ETag."],
	["a date", { "last-modified": "Wed, 14 Jan 2026 09:00:00 GMT" }, "pass", "sends Last-Modified."],
	["both", { etag: 'W/"a1"', "last-modified": "x" }, "pass", "sends ETag and Last-Modified."],
	["an empty tag", { etag: " " }, "fail", "the"],
	["none", {}, "fail", "the"],
	["none, and short-lived", { "cache-control": "max-age=0, no-cache" }, "fail", "the"],
	["not to be kept", { "cache-control": "private,no-store" }, "not-applicable", "no-store"],
	["another directive", { "cache-control": "x-no-store-at-all" }, "fail", "the"],
])("%s", (_, headers, outcome, words) => {
	const verdict = ask(revalidation, { https }, aPage({ headers }));
	expect(verdict.outcome).toBe(outcome);
	expect(verdict.says).toContain(words);
});
