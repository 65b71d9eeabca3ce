import type { CheckExamples } from "../shared/example.ts";

const PATH = "/.well-known/ai-catalog.json";
const ENTRY = {
	identifier: "urn:air:example.com:server:bindery",
	displayName: "Bindery tools",
	type: "application/mcp-server-card+json",
	data: { name: "example.com/bindery" },
	representativeQueries: ["what does it cost to rebind a book", "is there a place in the course on Saturday"],
};
const catalog = (entry: Readonly<Record<string, unknown>>) =>
	JSON.stringify({ specVersion: "1.0", host: { displayName: "Example Bindery" }, entries: [entry] });

export const aiCatalogExamples: CheckExamples = {
	check: "ai-catalog",
	examples: [
		{ name: "One server, described inline", outcome: "pass", files: { [PATH]: catalog(ENTRY) } },
		{
			name: "A catalog that robots.txt names",
			outcome: "pass",
			files: {
				"/robots.txt":
					"User-agent: *\nAllow: /\n\nSitemap: https://example.com/sitemap.xml\nAgentmap: https://example.com/agents.json\n",
				"/agents.json": catalog(ENTRY),
			},
		},
		{
			name: "An entry without a media type",
			outcome: "fail",
			files: { [PATH]: catalog({ ...ENTRY, type: undefined }) },
		},
		{
			name: "Neither an address nor the data",
			outcome: "fail",
			files: { [PATH]: catalog({ ...ENTRY, data: undefined }) },
		},
		{ name: "A site without a catalog", outcome: "not-applicable" },
	],
};
