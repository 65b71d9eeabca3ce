import { readdirSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { readJsonVector, vectorPath } from "#test/vectors/vectors.ts";
import { absent, aMachineFile, ask, found } from "../page.testkit.ts";
import { mcpServerCard } from "./mcp-server-card.ts";

const URL = "https://example.com/mcp/server-card";
const SCHEMA = "https://static.modelcontextprotocol.io/schemas/v1/server-card.schema.json";
const GOOD = { $schema: SCHEMA, name: "com.example/a", version: "1.0.0", description: "A" };
const judge = (json: unknown) => ask(mcpServerCard, { mcpServerCard: found(aMachineFile(URL, { json }), URL) });

test.each<[string, unknown, string]>([
	["the draft", GOOD, "is the card of com.example/a"],
	[
		"remotes",
		{
			...GOOD,
			remotes: [
				{ type: "sse", url: "{base}/sse" },
				{ type: "streamable-http", url: "https://a.example" },
			],
		},
		"card of",
	],
	["both forms at once", { ...GOOD, serverInfo: { name: "a" } }, "card of"],
	[
		"the earlier draft",
		{ serverInfo: { name: "a", version: "1" }, transport: { type: "streamable-http" } },
		"SEP-1649",
	],
])("%s passes", (_, json, words) => {
	expect(judge(json)).toMatchObject({ outcome: "pass", says: expect.stringContaining(words) });
});

test.each<[string, unknown, string]>([
	["an empty card", {}, "/$schema is not a text, and 3 more faults."],
	["another schema", { ...GOOD, $schema: `${SCHEMA}#` }, `/$schema is not ${SCHEMA}`],
	["a name of one part", { ...GOOD, name: "a" }, "/name is not of the form"],
	["a long description", { ...GOOD, description: "a".repeat(101) }, "/description is longer"],
	[
		"a remote of another type",
		{ ...GOOD, remotes: [{ type: "http", url: "https://a.example" }] },
		"/remotes/0/type is neither",
	],
	["a remote without address", { ...GOOD, remotes: [{ type: "sse", url: "a b" }] }, "/remotes/0/url is not an address"],
	["remotes that are no list", { ...GOOD, remotes: {} }, "/remotes is not a list."],
	["an earlier card without transport", { serverInfo: { name: "a", version: "1" } }, "/transport is not an object"],
])("%s fails", (_, json, words) => {
	expect(judge(json)).toMatchObject({ outcome: "fail", says: expect.stringContaining(words) });
});

test("no card, no verdict", () => {
	expect(ask(mcpServerCard, { mcpServerCard: absent(404, URL) }).outcome).toBe("not-applicable");
});

describe("the draft's own cards", () => {
	test.each(["valid", "invalid"])("%s", (kind) => {
		const files = readdirSync(vectorPath(`mcp/ServerCard/${kind}`));
		expect(files.length).toBeGreaterThan(1);
		for (const file of files) {
			const json = readJsonVector<unknown>(`mcp/ServerCard/${kind}/${file}`);
			expect([file, judge(json).outcome]).toEqual([file, kind === "valid" ? "pass" : "fail"]);
		}
	});
});
