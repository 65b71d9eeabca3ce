import type { CheckExamples } from "../shared/example.ts";

const LINK = '<link rel="mcp-server-card" href="/mcp/server-card" type="application/mcp-server-card+json">';
const CARD = {
	$schema: "https://static.modelcontextprotocol.io/schemas/v1/server-card.schema.json",
	name: "com.example/bindery",
	version: "1.0.0",
	description: "Estimates repairs of books and lists the courses.",
};
const served = (card: unknown) => ({
	headers: { "content-type": "application/mcp-server-card+json" },
	body: JSON.stringify(card),
});

export const mcpServerCardExamples: CheckExamples = {
	check: "mcp-server-card",
	examples: [
		{ name: "A card as the draft has it", outcome: "pass", head: LINK, files: { "/mcp/server-card": served(CARD) } },
		{
			name: "A card in the form of the earlier draft",
			outcome: "pass",
			body: '<p><a href="/.well-known/mcp/server-card.json">Server card</a></p>',
			files: {
				"/.well-known/mcp/server-card.json": JSON.stringify({
					serverInfo: { name: "bindery", version: "1.0.0" },
					transport: { type: "streamable-http", endpoint: "/mcp" },
				}),
			},
		},
		{
			name: "A name without its namespace",
			outcome: "fail",
			head: LINK,
			files: { "/mcp/server-card": served({ ...CARD, name: "bindery" }) },
		},
		{
			name: "A description as long as a page",
			outcome: "fail",
			head: LINK,
			files: { "/mcp/server-card": served({ ...CARD, description: "We repair books. ".repeat(12) }) },
		},
		{ name: "A site without an MCP server", outcome: "not-applicable" },
	],
};
