import { PRODUCT, VERSION } from "#core/brand.ts";
import { Failure, isFailure } from "#core/failure.ts";
import { findJsonFault } from "#core/json-faults.ts";
import { isJsonObject, type JsonObject } from "#core/json-object.ts";
import { isOwnAction } from "#core/link-action.ts";
import { EXCERPT_LENGTH } from "#core/verdict.ts";
import type { HttpResponse } from "#net/http-client.ts";
import {
	type AgentTool,
	type MachineFile,
	type McpEndpoint,
	notShown,
	type Observation,
	settle,
} from "../evidence-map.ts";
import { linesOf, printable, tidy } from "../html/tree/fold-text.ts";
import { mediaTypeOf } from "../response-body.ts";
import type { SiteSource } from "../site/site-source.ts";
import { readTools } from "./agent-tools.ts";
import { ownMember } from "./api-description.ts";
import type { DeclaredRound } from "./collect-declared.ts";
import { AN_ACTION, ELSEWHERE, GONE, isOwn } from "./declarations.ts";

/** Milliseconds; a server may keep its stream open after the response. */
const READ_FOR = 5_000;

type Exchange = { readonly response: HttpResponse; readonly answer: McpAnswer };

type Post = (request: McpRequest) => Promise<Exchange>;

/**
 * Posts only to the site's own hosts. Lists tools, calls none. Tries version 2025-11-25 first, which servers of both
 * eras support, then 2026-07-28.
 * @param source absent in a light audit, which posts nothing
 */
export async function collectMcp(
	source: SiteSource | undefined,
	round: DeclaredRound,
	protectedResource: Observation<MachineFile>,
): Promise<Observation<McpEndpoint>> {
	const all = round.of("mcp-endpoint");
	const { target } = round.options;
	const domain = target.registrableDomain;
	const declared = all.find((each) => isOwn(each.url, domain)) ?? all[0];
	if (!declared) return notShown(target.url, "The site declares no MCP endpoint.");
	const { url, declaredIn } = declared;
	if (!isOwn(url, domain)) return notShown(url, `${url} is declared, not requested: ${ELSEWHERE}.`);
	if (isOwnAction(url, domain)) return notShown(url, `${url} is declared, not requested: ${AN_ACTION}.`);
	if (source?.kind === "folder") return notShown(url, "A folder cannot answer messages.");
	if (!source)
		return notShown(url, `${url} is declared as MCP endpoint. A light audit sends no messages; a deep audit does.`);
	const post: Post = async ({ headers, message }) => {
		const asked = { headers: { ...HEADERS, ...headers }, body: JSON.stringify(message), readFor: READ_FOR };
		const response = await source.get(new URL(url), "page", asked);
		const { body, status } = response;
		const id = ownMember(message, "id");
		return { response, answer: await source.read("mcp", { url, body, mediaType: mediaTypeOf(response), status, id }) };
	};
	const leaveIsOffered = protectedResource.state === "found" && !protectedResource.value.softNotFound;
	return settle(url, source.signal, async () => {
		const value = { declaredIn, ...(await conversation(post, leaveIsOffered)) };
		return { state: "found", url, status: value.status, value };
	});
}

/** A host that does not exist is as broken as an invalid response; its status is 0. */
async function conversation(post: Post, leaveIsOffered: boolean): Promise<Conversation> {
	try {
		return await converse(post, leaveIsOffered);
	} catch (error) {
		if (!isFailure(error) || !GONE.has(error.code)) throw error;
		return { ...nothing({ status: 0, body: new Uint8Array() }), error: error.message };
	}
}

const HEADERS = { "content-type": "application/json", accept: "application/json, text/event-stream" };

type Conversation = Omit<McpEndpoint, "declaredIn">;

async function converse(post: Post, leaveIsOffered: boolean): Promise<Conversation> {
	const hello = await post(INITIALIZE);
	if (mayBeStateless(hello)) {
		const discovered = await post(modern("server/discover"));
		const { result } = discovered.answer;
		if (result)
			return listTools(post, discovered, modern("tools/list"), result.supportedVersion, result.metaServerName);
	}
	const { response, answer } = hello;
	if (!answer.result) return { ...nothing(response), ...refusal(response, answer, leaveIsOffered) };
	const agreed = readAgreement(answer.result, response);
	if ("error" in agreed) return { ...nothing(response), error: agreed.error };
	const { version, session } = agreed;
	const headers = { "mcp-protocol-version": version, ...(session === undefined ? {} : { "mcp-session-id": session }) };
	// A server with sessions may require this before other requests.
	if (session !== undefined) await post({ headers, message: INITIALIZED });
	return listTools(post, hello, { headers, message: LIST_TOOLS }, version, answer.result.serverName);
}

/** 2026-07-28 has no handshake: `initialize` fails, by JSON-RPC error or status. Not with an HTML page or 5xx. */
function mayBeStateless({ response: { status }, answer }: Exchange): boolean {
	if (answer.result !== undefined) return false;
	return answer.rpcError || status === 400 || status === 404;
}

async function listTools(
	post: Post,
	hello: Exchange,
	request: McpRequest,
	protocolVersion: string,
	serverName: string,
): Promise<Conversation> {
	const { response, answer } = await post(request);
	const start = { ...nothing(response), protocolVersion, serverName };
	// Servers with only resources or prompts have no tools to list.
	if (!answer.result && hello.answer.result?.withoutTools)
		return { ...start, status: hello.response.status, error: null };
	if (!answer.result) return { ...start, error: `tools/list: ${answer.error ?? "no result"}` };
	const { tools } = answer.result;
	if (tools === null) return { ...start, error: "Its answer to tools/list has no list of tools" };
	return { ...start, error: null, tools };
}

/** The authorization chapter requires a 401 that says how to get access. */
function refusal(response: HttpResponse, { error }: McpAnswer, leaveIsOffered: boolean) {
	const challenge = response.headers["www-authenticate"] ?? "";
	const named = leaveIsOffered || /\bresource_metadata\s*=/i.test(challenge);
	if (response.status === 401 && named) return { needsAuthorization: true, error: null };
	return { error: `initialize: ${error ?? "no result"}` };
}

function nothing({ status, body }: Pick<HttpResponse, "status" | "body">): Conversation {
	const text = new TextDecoder().decode(body.subarray(0, EXCERPT_LENGTH * 8));
	return {
		status,
		protocolVersion: "",
		serverName: "",
		needsAuthorization: false,
		error: null,
		tools: [],
		excerpt: printable(text, EXCERPT_LENGTH),
	};
}

type Agreement = { readonly version: string; readonly session: string | undefined } | { readonly error: string };

/** MCP 2025-11-25, transports, session management. */
const VISIBLE_ASCII = /^[\x21-\x7e]+$/;
const SESSION_LENGTH = 256;

/** Validates values used in headers. @throws Failure `headers-too-large` for a long session id, which MCP allows */
function readAgreement({ protocolVersion: version }: McpResult, { headers }: Pick<HttpResponse, "headers">): Agreement {
	if (version === null) return { error: "Its answer to initialize names no protocolVersion of letters and digits" };
	const session = headers["mcp-session-id"];
	if (session === undefined) return { version, session };
	if (!VISIBLE_ASCII.test(session)) return { error: "Its Mcp-Session-Id has characters other than visible ASCII" };
	if (session.length > SESSION_LENGTH) {
		throw new Failure("headers-too-large", {
			what: `The MCP endpoint began a session with an Mcp-Session-Id of ${session.length} characters.`,
			why: `We send back at most ${SESSION_LENGTH}.`,
			todo: "Store session data on the server and use a short id.",
		});
	}
	return { version, session };
}

export interface McpRequest {
	readonly headers: Readonly<Record<string, string>>;
	readonly message: JsonObject;
}

interface McpAnswer {
	readonly result: McpResult | undefined;
	readonly error: string | null;
	readonly rpcError: boolean;
}

interface McpResult {
	readonly protocolVersion: string | null;
	readonly supportedVersion: string;
	readonly serverName: string;
	readonly metaServerName: string;
	readonly withoutTools: boolean;
	readonly tools: readonly AgentTool[] | null;
}

interface McpBody {
	readonly url: string;
	readonly body: Uint8Array;
	readonly mediaType: string;
	readonly status: number;
	/** Distinguishes the response from other messages in the stream. */
	readonly id: unknown;
}

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
	// An error without id: the server could not parse the request.
	if (isJsonObject(error)) return fault(`JSON-RPC error ${shown(error.code)}: ${shown(error.message)}`, true);
	if (ownMember(message, "id") !== id) return undefined;
	const result = ownMember(message, "result");
	return isJsonObject(result) ? { result: readResult(result), error: null, rpcError: false } : undefined;
}

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

/** WHATWG HTML, server-sent events; drops a truncated event. */
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

/** 2025-11-25, lifecycle: the newest version with this handshake. */
const INITIALIZE: McpRequest = {
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

/** 2026-07-28: no handshake and no session; every request identifies the client. */
function modern(method: "server/discover" | "tools/list"): McpRequest {
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
