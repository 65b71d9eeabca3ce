import type { CheckExamples, ExampleAnswer } from "../shared/example.ts";

const LINK = '<link rel="mcp" href="/mcp">';
const result = (id: number, value: unknown) => ({
	headers: { "content-type": "application/json" },
	body: JSON.stringify({ jsonrpc: "2.0", id, result: value }),
});
const endpoint = (...tools: readonly unknown[]): ExampleAnswer => ({
	status: 405,
	when: {
		rpc: {
			initialize: result(1, {
				protocolVersion: "2025-11-25",
				capabilities: { tools: {} },
				serverInfo: { name: "bindery", version: "1.0.0" },
			}),
			"tools/list": result(2, { tools }),
		},
	},
});
/** Revision 2026-07-28: no handshake; every result states that it is complete. */
const stateless = (...tools: readonly unknown[]): ExampleAnswer => ({
	status: 405,
	when: {
		rpc: {
			initialize: { status: 404, body: "Unknown method" },
			"server/discover": result(3, {
				resultType: "complete",
				supportedVersions: ["2026-07-28"],
				capabilities: { tools: {} },
			}),
			"tools/list": result(4, { resultType: "complete", tools }),
		},
	},
});
const ESTIMATE = {
	name: "estimate_repair",
	description: "Estimates the repair of a book.",
	inputSchema: { type: "object", properties: { height: { type: "number" } } },
};

export const mcpEndpointExamples: CheckExamples = {
	check: "mcp-endpoint",
	examples: [
		{ name: "A server with one tool", outcome: "pass", head: LINK, files: { "/mcp": endpoint(ESTIMATE) } },
		{
			name: "A server without a handshake, as the revision of 2026-07-28 has it",
			outcome: "pass",
			head: LINK,
			files: { "/mcp": stateless(ESTIMATE) },
		},
		{
			name: "A server that asks for authorization",
			outcome: "pass",
			head: LINK,
			files: {
				"/mcp": {
					status: 401,
					headers: {
						"www-authenticate":
							'Bearer resource_metadata="https://example.com/.well-known/oauth-protected-resource/mcp"',
					},
				},
			},
		},
		{
			name: "Two tools of one name",
			outcome: "partial",
			head: LINK,
			files: { "/mcp": endpoint(ESTIMATE, ESTIMATE) },
		},
		{
			name: "A schema that is a list of fields",
			outcome: "partial",
			head: LINK,
			files: { "/mcp": endpoint({ ...ESTIMATE, inputSchema: ["height"] }) },
		},
		{
			name: "A page about the endpoint in its place",
			outcome: "fail",
			head: LINK,
			files: { "/mcp": "<!doctype html><title>MCP</title><h1>Coming soon</h1>" },
		},
		{
			name: "A host that is not there",
			outcome: "fail",
			head: '<link rel="mcp" href="https://mcp.example.com/">',
		},
		{ name: "A site without an MCP endpoint", outcome: "not-applicable" },
	],
};
