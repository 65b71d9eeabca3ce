/** Host with an MCP endpoint. */
const HOST = "tools.example.com";

const TOOLS = [
	{
		name: "search_help",
		title: "Search the help pages",
		description: "Finds help pages of Ledgerline by words and gives their titles and addresses.",
		inputSchema: {
			type: "object",
			properties: { words: { type: "string", description: "What to look for, two to six words." } },
			required: ["words"],
		},
		annotations: { readOnlyHint: true },
	},
	{
		name: "quote_price",
		title: "Quote a price",
		description: "Says what a number of seats costs for a month or a year.",
		inputSchema: {
			type: "object",
			properties: {
				seats: { type: "integer", minimum: 1, description: "Number of people who write in the books." },
				term: { type: "string", enum: ["month", "year"], description: "How long one payment lasts." },
			},
			required: ["seats"],
		},
		annotations: { readOnlyHint: true },
	},
];

const RESULTS: Readonly<Record<string, unknown>> = {
	initialize: {
		protocolVersion: "2025-11-25",
		capabilities: { tools: {} },
		serverInfo: { name: "ledgerline", version: "2.4.0" },
	},
	"tools/list": { tools: TOOLS },
};

/** Answers a JSON-RPC message like a Streamable HTTP server without sessions. */
export function answerMessage(
	host: string,
	path: string,
	body: string,
): [status: number, contentType: string, text: string] {
	if (host !== HOST || path !== "/mcp") return [405, "text/plain; charset=utf-8", "Nothing may be posted here."];
	const { id, method } = JSON.parse(body) as { readonly id?: unknown; readonly method: string };
	const result = Object.hasOwn(RESULTS, method) ? { result: RESULTS[method] } : undefined;
	const answer = { jsonrpc: "2.0", id, ...(result ?? { error: { code: -32_601, message: `No method ${method}` } }) };
	return [200, "application/json", JSON.stringify(answer)];
}
