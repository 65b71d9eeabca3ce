import { PRODUCT, VERSION } from "#core/brand.ts";
import type { McpRequest } from "./collect-mcp-answer.ts";

const CLIENT = { name: PRODUCT, version: VERSION };

/** Specification 2025-11-25, lifecycle: the client names the newest version with this handshake. */
export const INITIALIZE: McpRequest = {
	headers: {},
	message: {
		jsonrpc: "2.0",
		id: 1,
		method: "initialize",
		params: { protocolVersion: "2025-11-25", capabilities: {}, clientInfo: CLIENT },
	},
};

export const INITIALIZED = { jsonrpc: "2.0", method: "notifications/initialized" };

export const LIST_TOOLS = { jsonrpc: "2.0", id: 2, method: "tools/list", params: {} };

const MODERN = "2026-07-28";

/** Specification 2026-07-28: no handshake and no session, every request says who asks. */
export function modern(method: "server/discover" | "tools/list"): McpRequest {
	const meta = {
		"io.modelcontextprotocol/protocolVersion": MODERN,
		"io.modelcontextprotocol/clientInfo": CLIENT,
		"io.modelcontextprotocol/clientCapabilities": {},
	};
	return {
		headers: { "mcp-protocol-version": MODERN, "mcp-method": method },
		message: { jsonrpc: "2.0", id: method === "tools/list" ? 4 : 3, method, params: { _meta: meta } },
	};
}
