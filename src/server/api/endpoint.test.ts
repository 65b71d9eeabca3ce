import { describe, expect, it } from "vitest";
import { createEndpointFinder, type Endpoint, paramNames, routeOf } from "./endpoint.ts";
import { stubAudit, stubList } from "./serve.testkit.ts";

const one: Endpoint = { ...(stubList as Endpoint), path: "/api/v1/audits/{id}" };
const two: Endpoint = {
	...(stubList as Endpoint),
	path: "/api/v1/sites/{domain}/audits/{id}",
	aliases: ["/s/{domain}"],
};
const resource = (path: Endpoint["path"]): Endpoint => ({ ...(stubList as Endpoint), path });
const SITE = resource("/.well-known/oauth-protected-resource");
const MCP = resource("/.well-known/oauth-protected-resource/mcp");
const find = createEndpointFinder([stubAudit as Endpoint, one, two, SITE, MCP], "/base/");

describe("an address", () => {
	it.each([
		[`/base${stubAudit.path}`, stubAudit, {}],
		["/base/api/v1/audits/abc", one, { id: "abc" }],
		["/base/api/v1/audits/a%2Fb%20c", one, { id: "a/b c" }],
		["/base/api/v1/sites/example.com/audits/7", two, { domain: "example.com", id: "7" }],
		["/base/.well-known/oauth-protected-resource", SITE, {}],
		["/.well-known/oauth-protected-resource/base", SITE, {}],
		["/.well-known/oauth-protected-resource/base/mcp", MCP, {}],
	])("leads to its endpoint: %s", (path, endpoint, params) => {
		expect(find(path)).toEqual({ endpoint, params });
	});

	it.each([
		"/base/api/v1/audits/",
		"/base/api/v1/audits/a/b",
		"/base/api/v1/audits/%zz",
		"/api/v1/audits/abc",
		"/base/api/v1/auditsXabc",
		`${stubAudit.path}`,
		"/.well-known/oauth-protected-resource",
		"",
	])("leads to none: %j", (path) => {
		expect(find(path)).toBeUndefined();
	});
});

it("maps to an Astro route with named parameters", () => {
	expect(routeOf(two.path)).toBe("/api/v1/sites/[domain]/audits/[id]");
	expect(paramNames(two.path)).toEqual(["domain", "id"]);
});
