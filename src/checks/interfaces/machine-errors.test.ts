import { expect, test } from "vitest";
import type { ApiError } from "#evidence/evidence-map.ts";
import { absent, ask, found } from "../page.testkit.ts";
import { machineErrors } from "./machine-errors.ts";

const URL = "https://api.example.com/sightline-1";
const GOOD: ApiError = {
	url: URL,
	status: 404,
	contentType: "application/problem+json",
	sniffed: "json",
	members: ["title"],
	excerpt: "{",
};
const judge = (parts: Partial<ApiError>) => ask(machineErrors, { apiError: found({ ...GOOD, ...parts }, URL) });

test.each<[string, Partial<ApiError>, string, string]>([
	["a problem document", {}, "pass", "returns 404 as a problem document with title."],
	[
		"one in XML",
		{ contentType: "application/problem+xml", sniffed: "xml", members: [] },
		"pass",
		"as a problem document.",
	],
	["JSON of its own", { contentType: "application/json" }, "pass", "JSON in its own format."],
	["JSON as HTML", { contentType: "text/html" }, "partial", "with json as text/html"],
	["a web page", { contentType: "text/html", sniffed: "html" }, "partial", "returns 404 with a web page."],
	["nothing", { contentType: "", sniffed: "empty" }, "partial", "with nothing in it"],
	["closed", { status: 401 }, "pass", "returns 401"],
	["success", { status: 200 }, "not-applicable", "no error."],
	["another problem.", { status: 502 }, "not-applicable", "another problem."],
])("%s", (_, parts, outcome, words) => {
	expect(judge(parts)).toMatchObject({ outcome, says: expect.stringContaining(words) });
});

test("not asked, no verdict", () => {
	expect(ask(machineErrors, { apiError: absent(404, URL) }).outcome).toBe("not-applicable");
});
