import type { CheckExamples } from "../shared/example.ts";

const tool = (name: string, description: string, schemaFaults: readonly string[] = []) => ({
	name,
	description,
	schemaFaults,
	hints: [],
});
const form = (name: string) =>
	`<form action="/search" toolname="${name}" tooldescription="Searches the stock of papers"><label>Paper <input name="q"></label><button>Search</button></form>`;

export const webmcpExamples: CheckExamples = {
	check: "webmcp",
	examples: [
		{
			name: "A tool with name, words and schema",
			outcome: "pass",
			rendered: { tools: [tool("estimate_repair", "Estimates the repair of a book by its height.")] },
		},
		{ name: "A form that is a tool", outcome: "pass", body: form("search_papers") },
		{
			name: "A tool that says nothing of itself",
			outcome: "fail",
			rendered: { tools: [tool("estimate_repair", "")] },
		},
		{
			name: "A schema without a type",
			outcome: "fail",
			rendered: { tools: [tool("estimate_repair", "Estimates.", ['/inputSchema/type is not "object"'])] },
		},
		{ name: "A tool name with a space", outcome: "fail", body: form("search papers") },
		{ name: "A page that registers nothing", outcome: "not-applicable" },
		{ name: "A browser that does not know WebMCP", outcome: "unknown", rendered: { tools: null } },
	],
};
