import { createMcpHandler, type McpServer } from "@modelcontextprotocol/server";
import { DEPTH_MAX, isDeeperThan } from "#core/json-object.ts";

/** A message as it came by HTTP POST. */
export interface McpRequest {
	readonly headers: { get(name: string): string | null };
	/** JSON, as text. */
	readonly body: string;
	/** Aborts when the client disconnects. */
	readonly signal: AbortSignal;
}

export interface McpReply {
	readonly status: number;
	readonly contentType?: string;
	readonly body: Uint8Array<ArrayBuffer> | null;
	/** A fault of the server: for the log. */
	readonly fault?: unknown;
}

/** What of a request is for the protocol to read; whatever else came with it is no part of it. */
const FIELDS = ["accept", "mcp-protocol-version", "mcp-method", "mcp-name"];

/**
 * Answers one message of the Streamable HTTP transport, without sessions and whole: by the revision that the client speaks.
 * @param siteUrl address of the site, no trailing slash
 * @param makeServer one for this request alone
 */
export async function answerMcp(
	{ headers, body, signal }: McpRequest,
	siteUrl: string,
	makeServer: () => McpServer,
): Promise<McpReply> {
	if (!isOurs(headers, new URL(siteUrl))) return refusal(403, -32_600, "Pages of other sites are not answered here.");
	const message = parse(body);
	if (message === undefined) return refusal(400, -32_700, "The body is not valid JSON.");
	// They are gone from the protocol, and a hundred calls would be counted as one request.
	if (Array.isArray(message)) return refusal(400, -32_600, "Send one message at a time.");
	// The SDK's schemas recurse: it would answer with the engine's words for a stack that is full.
	if (isDeeperThan(DEPTH_MAX, message))
		return refusal(400, -32_600, `The message is nested more than ${DEPTH_MAX} levels deep.`);
	let fault: unknown;
	const onerror = (error: Error) => {
		fault = error;
	};
	const handler = createMcpHandler(makeServer, { keepAliveMs: 0, onerror });
	const passed = FIELDS.flatMap((name): [string, string][] => {
		const value = headers.get(name);
		return value === null ? [] : [[name, value]];
	});
	const fields = [["content-type", "application/json"] as [string, string], ...passed];
	const request = new Request(`${siteUrl}/mcp`, { method: "POST", headers: fields, signal });
	const response = await handler.fetch(request, { parsedBody: message });
	const bytes = new Uint8Array(await response.arrayBuffer());
	signal.throwIfAborted();
	const contentType = response.headers.get("content-type");
	return {
		status: response.status,
		body: bytes.length > 0 ? bytes : null,
		...(contentType !== null && { contentType }),
		...(response.status >= 500 && { fault }),
	};
}

const LOOPBACK = new Set(["localhost", "127.0.0.1", "[::1]"]);

/**
 * Whether no page of another site asks: programs send no Origin. A server on this machine alone is asked by its own names
 * too, since a page can have any name lead here (DNS rebinding); elsewhere proxies decide what Host is.
 */
function isOurs(headers: McpRequest["headers"], site: URL): boolean {
	const origin = headers.get("origin");
	if (origin !== null && origin !== site.origin) return false;
	const host = headers.get("host");
	return !LOOPBACK.has(site.hostname) || host === null || LOOPBACK.has(URL.parse(`http://${host}`)?.hostname ?? "");
}

function parse(text: string): unknown {
	try {
		return JSON.parse(text);
	} catch {
		// The engine's message would quote the body.
		return undefined;
	}
}

function refusal(status: number, code: number, message: string): McpReply {
	const body = JSON.stringify({ jsonrpc: "2.0", error: { code, message }, id: null });
	return { status, contentType: "application/json", body: new TextEncoder().encode(body) };
}
