import { expect, test } from "vitest";
import type { McpEndpoint } from "#evidence/evidence-map.ts";
import { absent, ask, found } from "../page.testkit.ts";
import { mcpEndpoint } from "./mcp-endpoint.ts";

const URL = "https://example.com/mcp";
const TOOL = { name: "a", description: "Does A.", schemaFaults: [], hints: [] };
const GOOD: McpEndpoint = {
	declaredIn: "mcp-server-card",
	status: 200,
	protocolVersion: "2025-11-25",
	serverName: "bindery",
	needsAuthorization: false,
	error: null,
	tools: [TOOL],
	excerpt: "{}",
};
const judge = (parts: Partial<McpEndpoint>) => ask(mcpEndpoint, { mcp: found({ ...GOOD, ...parts }, URL) });

test.each<[string, Partial<McpEndpoint>, string, string]>([
	["whole", {}, "pass", `${URL} responds as "bindery" (MCP 2025-11-25) with 1 tool.`],
	["no tools", { tools: [] }, "pass", "with 0 tools."],
	["no words", { tools: [{ ...TOOL, description: "" }] }, "pass", '"a" has no description'],
	["authorization", { needsAuthorization: true, status: 401 }, "pass", "authorization"],
	["401 without directions", { status: 401, error: "initialize: status 401" }, "fail", "(initialize: status 401)"],
	["closed", { status: 403, error: "initialize: status 403" }, "not-applicable", "blocks us (403),"],
	["dead", { status: 404, error: "initialize: status 404" }, "fail", "in the mcp-server-card,"],
	["one name twice", { tools: [TOOL, TOOL] }, "partial", '"a" names more than one tool'],
	[
		"a broken schema",
		{
			tools: [
				{ ...TOOL, schemaFaults: ["/inputSchema is not an object"] },
				{ ...TOOL, name: "" },
			],
		},
		"partial",
		"a tool has no name, and 1 more fault.",
	],
])("%s", (_, parts, outcome, words) => {
	expect(judge(parts)).toMatchObject({ outcome, says: expect.stringContaining(words), exhibits: [{ url: URL }] });
});

test("none, no verdict", () => {
	expect(ask(mcpEndpoint, { mcp: absent(404, URL) }).outcome).toBe("not-applicable");
});
