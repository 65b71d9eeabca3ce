import type { CheckExamples } from "../shared/example.ts";

const PATH = "/.well-known/oauth-protected-resource";
const metadata = (parts: Readonly<Record<string, unknown>>) => ({
	headers: { "content-type": "application/json" },
	body: JSON.stringify({
		resource: "https://example.com",
		authorization_servers: ["https://login.example.net"],
		bearer_methods_supported: ["header"],
		...parts,
	}),
});

export const protectedResourceExamples: CheckExamples = {
	check: "protected-resource",
	examples: [
		{ name: "Metadata of the site's API", outcome: "pass", files: { [PATH]: metadata({}) } },
		{
			name: "An MCP endpoint's metadata at the root address",
			outcome: "partial",
			files: { [PATH]: metadata({ resource: "https://example.com/mcp" }) },
		},
		{
			name: "A resource on the staging host",
			outcome: "fail",
			files: { [PATH]: metadata({ resource: "https://staging.example.net" }) },
		},
		{
			name: "An empty list of authorization servers",
			outcome: "fail",
			files: { [PATH]: metadata({ authorization_servers: [] }) },
		},
		{ name: "A site that protects nothing", outcome: "not-applicable" },
	],
};
