import { serverCard, serverCardWithTools } from "#mcp/server-card.ts";
import { type Answer, defineProtocolEndpoint, SerializedJson } from "../../api/endpoint.ts";
import { entityTag } from "../../api/responses.ts";

/** Its own address beside the server's, as SEP-2127 has it. */
export const mcpServerCard = defineProtocolEndpoint({
	operationId: "mcpServerCard",
	method: "GET",
	path: "/mcp/server-card",
	protocol: "document",
	revalidates: true,
	handle: async (_input, { app }) => cardAnswer("application/mcp-server-card+json", serverCard(app.baseUrl)),
});

/** Where readers of earlier drafts look. */
export const mcpServerCardWithTools = defineProtocolEndpoint({
	operationId: "mcpServerCardWithTools",
	method: "GET",
	path: "/.well-known/mcp/server-card.json",
	protocol: "document",
	revalidates: true,
	handle: async (_input, { app }) => cardAnswer("application/json; charset=utf-8", serverCardWithTools(app.baseUrl)),
});

/** Clients keep it for an hour. The draft asks for the fields of a preflight on the card itself. */
function cardAnswer(contentType: string, card: object): Answer<unknown> {
	const text = JSON.stringify(card);
	return {
		body: new SerializedJson(text),
		contentType,
		headers: {
			"Cache-Control": "public, max-age=3600",
			ETag: entityTag(text),
			"Access-Control-Allow-Methods": "GET",
			"Access-Control-Allow-Headers": "Content-Type, If-None-Match",
		},
	};
}
