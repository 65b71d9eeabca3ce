import { describe, expect, test } from "vitest";
import { readJsonVector } from "#test/vectors/vectors.ts";
import { absent, aMachineFile, ask, found } from "../page.testkit.ts";
import { aiCatalog } from "./ai-catalog.ts";

const PATH = "/.well-known/ai-catalog.json";
const URL = `https://example.com${PATH}`;
const ENTRY = {
	identifier: "urn:air:example.com:agent:a",
	displayName: "A",
	type: "text/plain",
	url: "https://example.com/a",
};
const judge = (json: unknown) => ask(aiCatalog, { aiCatalog: found(aMachineFile(PATH, { json }), URL) });

test("a catalog, empty or not, with members of its own", () => {
	expect(judge({ specVersion: "1.0", entries: [ENTRY], $schema: "x" })).toMatchObject({
		outcome: "pass",
		says: `${URL} lists 1 resource.`,
	});
	expect(judge({ specVersion: "1.0", entries: [] }).outcome).toBe("pass");
});

test.each<[string, unknown, string]>([
	["no version", { entries: [] }, '/specVersion is not "1.0"'],
	["a host without a name", { specVersion: "1.0", host: {}, entries: [] }, "/host/displayName is not a text."],
	["a host that is text", { specVersion: "1.0", host: "x", entries: [] }, "/host is not an object"],
	["no entries", { specVersion: "1.0" }, "/entries is not a list."],
	["an entry that is text", { specVersion: "1.0", entries: ["x"] }, "/entries/0 is not an object"],
	[
		"an identifier of another form",
		{ specVersion: "1.0", entries: [{ ...ENTRY, identifier: "a" }] },
		"/entries/0/identifier is not of",
	],
	["both url and data", { specVersion: "1.0", entries: [{ ...ENTRY, data: {} }] }, "/entries/0 must have either"],
	["a relative url", { specVersion: "1.0", entries: [{ ...ENTRY, url: "/a" }] }, "/entries/0/url is not a"],
	["one query", { specVersion: "1.0", entries: [{ ...ENTRY, representativeQueries: ["a"] }] }, "2 to 5"],
])("%s fails", (_, json, words) => {
	expect(judge(json)).toMatchObject({ outcome: "fail", says: expect.stringContaining(words) });
});

test("no catalog, no verdict", () => {
	expect(ask(aiCatalog, { aiCatalog: absent(404, URL) }).outcome).toBe("not-applicable");
});

describe("the draft's own catalogs", () => {
	test.each(["ai-catalog", "fda-ndc-catalog", "local-business-catalog", "noaa-weather-catalog"])(
		"%s passes",
		(name) => {
			const json = readJsonVector<unknown>(`ai-catalog/${name}.json`);
			expect(judge(json).outcome).toBe("pass");
		},
	);
});
