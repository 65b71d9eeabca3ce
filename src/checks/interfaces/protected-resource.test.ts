import { expect, test } from "vitest";
import { absent, aMachineFile, ask, found } from "../page.testkit.ts";
import { protectedResource } from "./protected-resource.ts";

const PATH = "/.well-known/oauth-protected-resource";
const URL = `https://example.com${PATH}`;
const GOOD = { resource: "https://example.com", authorization_servers: ["https://login.example.net/t1"] };
const judge = (json: unknown, url = URL) =>
	ask(protectedResource, { protectedResource: found(aMachineFile(PATH, { json }), url) });

test.each<[string, unknown, string?]>([
	["this site", GOOD],
	["with a slash", { resource: "https://example.com/" }],
	["a path, at its own address", { resource: "https://example.com/mcp" }, `${URL}/mcp`],
	["behind a redirect", GOOD, `https://www.example.com${PATH}`],
	["bearer methods", { ...GOOD, bearer_methods_supported: ["header", "body"] }],
])("%s passes", (_, json, url) => {
	expect(judge(json, url)).toMatchObject({ outcome: "pass" });
});

test.each<[string, unknown, string]>([
	["no resource", { authorization_servers: [] }, "/resource is not a full address, and 1 more fault."],
	["another host", { resource: "https://example.net" }, "which is not on example.com"],
	["a fragment", { resource: "https://example.com/#a" }, "fragment"],
	["no servers in the list", { ...GOOD, authorization_servers: [] }, "not a list with at least one issuer."],
	[
		"a server over http",
		{ ...GOOD, authorization_servers: ["http://a.example"] },
		"/authorization_servers/0 is not an https",
	],
	["another method", { ...GOOD, bearer_methods_supported: ["cookie"] }, "/bearer_methods_supported is not a list of"],
])("%s fails", (_, json, words) => {
	expect(judge(json)).toMatchObject({ outcome: "fail", says: expect.stringContaining(words) });
});

test("a path at the root address earns a half", () => {
	expect(judge({ resource: "https://example.com/mcp" })).toMatchObject({
		outcome: "partial",
		ratio: 0.5,
		fix: `Serve the same metadata at ${URL}/mcp too.`,
	});
});

test("no metadata, no verdict", () => {
	expect(ask(protectedResource, { protectedResource: absent(404, URL) }).outcome).toBe("not-applicable");
});
