import { answerMcp } from "#mcp/http.ts";
import { createMcpServer } from "#mcp/server.ts";
import { defineProtocolEndpoint } from "../../api/endpoint.ts";
import { openLiveHost } from "./live-host.ts";

/** A client may send its icons along. */
const BODY_BYTES = 65_536;

/** The tools over Streamable HTTP. A call counts in the limits of the operation that does the same. */
export const mcp = defineProtocolEndpoint({
	operationId: "mcp",
	method: "POST",
	path: "/mcp",
	protocol: "mcp",
	body: "text",
	bodyBytes: BODY_BYTES,
	audience: "/mcp",
	async handle(body, call) {
		const { headers, signal, app } = call;
		const host = openLiveHost(call);
		const request = { headers, signal, body: String(body) };
		const { fault, ...answer } = await answerMcp(request, app.baseUrl, () => createMcpServer(host));
		if (host.refused) throw host.refused;
		return { ...answer, fault: host.defect ?? fault };
	},
});
