import { expect, test } from "vitest";
import type { ApiDescription } from "#evidence/evidence-map.ts";
import { absent, ask, found } from "../page.testkit.ts";
import { openapi } from "./openapi.ts";

const URL = "https://example.com/openapi.json";
const GOOD: ApiDescription = {
	declaredIn: "link element",
	version: "3.1.1",
	error: null,
	title: "A",
	servers: ["https://api.example.com/v1"],
	operations: 10,
	others: 0,
	withoutId: [],
	withoutIdCount: 0,
	duplicateIds: [],
	withoutDescription: [],
	withoutDescriptionCount: 0,
	brokenRefs: [],
	excerpt: '{"openapi":"3.1.1"',
};
const judge = (parts: Partial<ApiDescription>, url = URL) =>
	ask(openapi, { apiDescription: found({ ...GOOD, ...parts }, url) });

test.each<[string, Partial<ApiDescription>]>([
	["whole", {}],
	["no servers", { servers: [] }],
	["one in ten without a name", { withoutIdCount: 1, withoutId: ["get /a"], withoutDescriptionCount: 1 }],
	["webhooks alone", { operations: 0, others: 1 }],
	["version 3.0", { version: "3.0.0" }],
])("%s passes", (_, parts) => {
	expect(judge(parts).outcome).toBe("pass");
});

test.each<[string, Partial<ApiDescription>, number, string]>([
	[
		"no names at all",
		{ withoutIdCount: 10, withoutId: ["get /a"] },
		0.5,
		"10 operations without operationId, 0 without a",
	],
	[
		"neither names nor words",
		{ withoutIdCount: 10, withoutDescriptionCount: 10 },
		0.25,
		"without operationId, 10 without",
	],
	["a broken reference", { brokenRefs: ["#/a"] }, 0.5, "#/a does not"],
	["broken references", { brokenRefs: ["#/a", "#/b"] }, 0.5, "#/a and #/b do not"],
	["one name twice", { duplicateIds: ["list"] }, 0.5, "list is the operationId of more than one"],
	["a local server", { servers: ["http://127.0.0.1:8080/"] }, 0.5, "http://127.0.0.1:8080/ is not public"],
	["describes no operations", { operations: 0 }, 0.5, "describes no operations"],
	["Swagger 2.0", { version: "2.0" }, 0.5, "outdated"],
	["a fault and no names", { brokenRefs: ["#/a"], withoutIdCount: 10, withoutDescriptionCount: 10 }, 0.25, "#/a does"],
])("%s earns a part", (_, parts, ratio, words) => {
	expect(judge(parts)).toMatchObject({ outcome: "partial", ratio, says: expect.stringContaining(words) });
});

test("an unreadable description fails, and so does another file", () => {
	expect(judge({ error: "Markup stands here (line 1)." })).toMatchObject({
		outcome: "fail",
		says: `${URL} is not valid: Markup stands here (line 1).`,
	});
	expect(judge({ version: "" })).toMatchObject({
		outcome: "fail",
		says: expect.stringContaining('no "openapi" or "swagger"'),
	});
});

test("a description of another kind, a web page or none is not judged", () => {
	expect(judge({ version: "" }, "https://example.com/asyncapi.json").outcome).toBe("not-applicable");
	expect(judge({ error: "Markup", excerpt: "<!doctype html><title>" })).toMatchObject({
		outcome: "not-applicable",
		says: expect.stringContaining("declared-is-real"),
	});
	expect(ask(openapi, { apiDescription: absent(404, URL) }).outcome).toBe("not-applicable");
});
