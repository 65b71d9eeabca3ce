import { toolCatalogSchema } from "#core/tool.ts";
import { TOOL_CATALOG } from "#tools/catalog.ts";
import { defineEndpoint } from "../api/endpoint.ts";
import { cacheableJson } from "../api/responses.ts";

/** The catalog never changes while the program runs. */
const answer = cacheableJson(TOOL_CATALOG);

export const publicTools = defineEndpoint({
	operationId: "publicTools",
	revalidates: true,
	method: "GET",
	path: "/api/v1/public/tools",
	aliases: ["/.well-known/webmcp.json"],
	tag: "Tools",
	summary: "List the tools for agents in the browser",
	description: `The catalog of tools that the site's pages offer to agents through WebMCP: twelve for every visitor, six for a signed-in
browser session. The same document stands at \`/.well-known/webmcp.json\`.`,
	output: toolCatalogSchema,
	examples: { output: { catalog: TOOL_CATALOG } },
	handle: async () => answer,
});
