import { expect, test } from "vitest";
import type { MachineFile } from "#evidence/evidence-map.ts";
import { absent, aMachineFile, ask, found } from "../page.testkit.ts";
import { apiCatalog } from "./api-catalog.ts";

const URL = "https://example.com/.well-known/api-catalog";
const GOOD = {
	linkset: [
		{ anchor: "https://api.example.com/v1", "service-desc": [{ href: "openapi.json", type: "application/json" }] },
		{ anchor: URL, item: [{ href: "https://api.example.com/v1" }, { href: "/v2" }] },
	],
};
const judge = (json: unknown, parts: Partial<MachineFile> = {}) => {
	const file = aMachineFile("/.well-known/api-catalog", { contentType: "application/linkset+json", json, ...parts });
	return ask(apiCatalog, { apiCatalog: found(file, URL) });
};

test("a linkset, with relative links too", () => {
	expect(judge(GOOD)).toMatchObject({ outcome: "pass", says: `${URL} is a linkset with 3 links.` });
});

test("the wrong media type costs a part", () => {
	expect(judge(GOOD, { contentType: "application/json" })).toMatchObject({
		outcome: "partial",
		fix: `Serve ${URL} with Content-Type: application/linkset+json`,
	});
});

test("an unspecific type is shown; another type than JSON is left to declared-is-real", () => {
	expect(judge(GOOD, { contentType: "application/octet-stream" })).toMatchObject({
		outcome: "pass",
		says: expect.stringContaining("RFC 9727 requires application/linkset+json."),
	});
	expect(judge(GOOD, { contentType: "text/plain" }).outcome).toBe("pass");
});

test.each([
	["a form of its own", { apis: [] }, "/linkset", 'it has no list "linkset"'],
	["a list", [], "/linkset", "linkset"],
	["nothing in it", { linkset: [] }, "/linkset", "no link"],
	["a context without links", { linkset: [{ anchor: URL }] }, "/linkset", "no link"],
	["a context that is text", { linkset: ["x"] }, "/linkset/0", "is not an object"],
	["a relation that is text", { linkset: [{ item: "/v1" }] }, "/linkset/0/item", "is not a list"],
	[
		"a link without href",
		{ linkset: [{ item: [{ href: "/v1" }, { url: "/v2" }] }] },
		"/linkset/0/item/1",
		"no usable href",
	],
	["an empty href", { linkset: [{ item: [{ href: " " }] }] }, "/linkset/0/item/0", "no usable href"],
	[
		"an href that leads nowhere",
		{ linkset: [{ item: [{ href: "javascript:void(0)" }] }] },
		"/linkset/0/item/0",
		"href",
	],
	[
		"a relation named by an address",
		{ linkset: [{ "https://r.example/a": 1 }] },
		"/linkset/0/https:~1~1r.example~1a",
		"list",
	],
])("%s fails", (_, json, at, words) => {
	expect(judge(json)).toMatchObject({
		outcome: "fail",
		says: expect.stringContaining(words),
		exhibits: [{ url: URL, at }],
	});
});

test("further faults are counted", () => {
	expect(judge({ linkset: [1, 2, 3] }).says).toContain("/linkset/0 is not an object, and 2 more faults.");
});

test("no catalog, no verdict", () => {
	expect(ask(apiCatalog, { apiCatalog: absent(404, URL) }).outcome).toBe("not-applicable");
	expect(judge(null, { softNotFound: true, sniffed: "html" }).outcome).toBe("not-applicable");
});

test("what is not JSON is left to declared-is-real", () => {
	expect(judge(null, { sniffed: "html", jsonError: "Unexpected token <" })).toMatchObject({
		outcome: "not-applicable",
		says: expect.stringContaining('"declared-is-real"'),
	});
	expect(judge(null, { bytes: 90_000 }).says).toContain("longer");
});
