import { PRODUCT, VERSION } from "#core/brand.ts";
import { findJsonFault } from "#core/json-faults.ts";
import { isJsonObject, type JsonObject } from "#core/json-object.ts";
import type { AgentTool } from "../evidence-map.ts";
import { linesOf, tidy } from "../html/tree/fold-text.ts";
import { readTools } from "./agent-tools.ts";
import { ownMember } from "./api-operations.ts";

export interface McpRequest {
	readonly headers: Readonly<Record<string, string>>;
	/** JSON-RPC 2.0. */
	readonly message: JsonObject;
}

/** The JSON-RPC answer in a response, JSON or event stream. */
export interface McpAnswer {
	readonly result: McpResult | undefined;
	/** What came in place of a result, in words; null when there is one. */
	readonly error: string | null;
	/** True where the server answered in JSON-RPC, if with an error. */
	readonly rpcError: boolean;
}

/** What is asked of a result, whichever message it answers. */
export interface McpResult {
	/** Of `initialize`; null unless it is a name as drafts and dates have it. */
	readonly protocolVersion: string | null;
	/** The first that `server/discover` names. */
	readonly supportedVersion: string;
	/** As `initialize` and as `server/discover` give it. */
	readonly serverName: string;
	readonly metaServerName: string;
	/** True for a server that names what it can do, and no tools. */
	readonly withoutTools: boolean;
	/** null where there is no list. */
	readonly tools: readonly AgentTool[] | null;
}

export interface McpBody {
	readonly url: string;
	readonly body: Uint8Array;
	/** Without parameters, lower case. */
	readonly mediaType: string;
	readonly status: number;
	/** Of the request: a stream may carry other messages before its answer. */
	readonly id: unknown;
}

/** Events of a stream that are looked through for the answer. */
const EVENTS_MAX = 1_000;
const MESSAGE_MAX = 2 * 1024 * 1024;

export function readMcpAnswer({ body, mediaType: type, status, id }: McpBody): McpAnswer {
	const text = new TextDecoder().decode(body);
	const messages = type === "text/event-stream" ? eventData(text) : [text];
	for (const message of messages) {
		const answer = answerIn(message, id);
		if (answer) return answer;
	}
	const served = type === "" ? "without a Content-Type" : `as ${tidy(type, 60)}`;
	return fault(`status ${status} ${served}, and no JSON-RPC answer in it`, false);
}

function answerIn(text: string, id: unknown): McpAnswer | undefined {
	if (text.length > MESSAGE_MAX || findJsonFault(text) !== null) return undefined;
	const message: unknown = JSON.parse(text);
	if (!isJsonObject(message) || ownMember(message, "jsonrpc") !== "2.0") return undefined;
	const error = ownMember(message, "error");
	// An error whose request could not be read has no id.
	if (isJsonObject(error)) return fault(`JSON-RPC error ${shown(error.code)}: ${shown(error.message)}`, true);
	if (ownMember(message, "id") !== id) return undefined;
	const result = ownMember(message, "result");
	return isJsonObject(result) ? { result: readResult(result), error: null, rpcError: false } : undefined;
}

/** Dates, and names of drafts. */
const REVISION = /^[\w.-]{1,40}$/;
const NAME_LENGTH = 200;

function readResult(result: JsonObject): McpResult {
	const { supportedVersions, serverInfo, capabilities, tools, _meta: meta } = result;
	const version = ownMember(result, "protocolVersion");
	const [supported] = Array.isArray(supportedVersions) ? supportedVersions : [];
	return {
		protocolVersion: typeof version === "string" && REVISION.test(version) ? version : null,
		supportedVersion: typeof supported === "string" ? tidy(supported, 40) : "",
		serverName: nameOf(serverInfo),
		metaServerName: isJsonObject(meta) ? nameOf(ownMember(meta, "io.modelcontextprotocol/serverInfo")) : "",
		withoutTools: isJsonObject(capabilities) && ownMember(capabilities, "tools") === undefined,
		tools: Array.isArray(tools) ? readTools(tools) : null,
	};
}

function nameOf(info: unknown): string {
	return isJsonObject(info) && typeof info.name === "string" ? tidy(info.name, NAME_LENGTH) : "";
}

function fault(error: string, rpcError: boolean): McpAnswer {
	return { result: undefined, error, rpcError };
}

function shown(value: unknown): string {
	return typeof value === "string" || typeof value === "number" ? tidy(String(value), 120) : "?";
}

/** The data of a stream's events (WHATWG HTML, server-sent events); an event that was cut off is dropped. */
function eventData(text: string): string[] {
	const events: string[] = [];
	let data: string[] = [];
	for (const line of linesOf(text.replace(/^\ufeff/, ""))) {
		if (line.startsWith("data:")) data.push(line.slice(5).replace(/^ /, ""));
		if (line !== "" || data.length === 0) continue;
		events.push(data.join("\n"));
		data = [];
		if (events.length === EVENTS_MAX) break;
	}
	return events;
}

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
