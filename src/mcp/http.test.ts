import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { answerMcp, type McpReply } from "./http.ts";
import { createMcpServer } from "./server.ts";
import { serverCard } from "./server-card.ts";
import { makeHost } from "./tool-host.testkit.ts";

const SITE = "https://audit.example.com";
const LOCAL = "http://localhost:4321";

interface Asked {
	readonly site?: string;
	readonly headers?: Record<string, string>;
	readonly signal?: AbortSignal;
	readonly host?: Parameters<typeof makeHost>[0];
}

function send(body: unknown, { site = SITE, headers = {}, signal, host }: Asked = {}): Promise<McpReply> {
	const request = {
		headers: new Headers({ accept: "application/json, text/event-stream", ...headers }),
		body: typeof body === "string" ? body : JSON.stringify(body),
		signal: signal ?? new AbortController().signal,
	};
	return answerMcp(request, site, () => createMcpServer(makeHost(host)));
}

const textOf = ({ body }: McpReply) => (body ? new TextDecoder().decode(body) : "");
const jsonOf = (reply: McpReply) => JSON.parse(textOf(reply));

const REVISION = "2026-07-28";

function ask(method: string, params: Record<string, unknown> = {}, asked: Asked = {}): Promise<McpReply> {
	const _meta = {
		"io.modelcontextprotocol/protocolVersion": REVISION,
		"io.modelcontextprotocol/clientCapabilities": {},
	};
	const name = typeof params.name === "string" ? { "mcp-name": params.name } : {};
	const headers = { "mcp-protocol-version": REVISION, "mcp-method": method, ...name, ...asked.headers };
	return send({ jsonrpc: "2.0", id: 1, method, params: { ...params, _meta } }, { ...asked, headers });
}

const hello = {
	jsonrpc: "2.0",
	id: 7,
	method: "initialize",
	params: { protocolVersion: "2025-06-18", capabilities: {}, clientInfo: { name: "test", version: "1" } },
};

describe("a message over HTTP", () => {
	it("of the revision without sessions is answered as JSON", async () => {
		const reply = await ask("server/discover");
		expect([reply.status, reply.contentType]).toEqual([200, "application/json"]);
		const { result } = jsonOf(reply);
		expect(result).toMatchObject({ capabilities: { tools: { listChanged: false } }, cacheScope: "public" });
		expect(result.supportedVersions).toEqual([REVISION]);
	});

	it("of a client of 2025 is answered too", async () => {
		const reply = await send(hello);
		expect([reply.status, reply.contentType]).toEqual([200, "text/event-stream"]);
		expect(textOf(reply)).toContain('"protocolVersion":"2025-06-18"');
	});

	it("is answered in each revision that the card names, as the server says of itself", async () => {
		const [newest, ...others] = serverCard(SITE).remotes[0].supportedProtocolVersions;
		const { result } = jsonOf(await ask("server/discover"));
		expect(result.supportedVersions).toEqual([newest]);
		expect(others).toEqual(["2025-11-25", "2025-06-18", "2025-03-26"]);
		for (const protocolVersion of others) {
			const reply = await send({ ...hello, params: { ...hello.params, protocolVersion } });
			expect(textOf(reply)).toContain(`"protocolVersion":"${protocolVersion}"`);
		}
	});

	it("that asks to be told of changes is told at once that there are none", async () => {
		const reply = await ask("subscriptions/listen", { notifications: { toolsListChanged: true } });
		expect(textOf(reply)).toContain("notifications/subscriptions/acknowledged");
		expect(textOf(reply)).toContain('"resultType":"complete"');
	});

	it.each([
		["no JSON", "{", 400, -32_700],
		["several", [hello, hello], 400, -32_600],
		["nested deep", `{"params":${"[".repeat(20_000)}${"]".repeat(20_000)}}`, 400, -32_600],
		["a method that is not there", { method: "tasks/list" }, 404, -32_601],
	])("that is %s is refused", async (_, body, status, code) => {
		const isMethod = typeof body === "object" && "method" in body;
		const reply = isMethod ? await ask(String(body.method)) : await send(body);
		expect([reply.status, jsonOf(reply).error.code]).toEqual([status, code]);
		expect(textOf(reply)).not.toContain("RangeError");
	});

	it("that is a notification has no answer", async () => {
		const reply = await send({ jsonrpc: "2.0", method: "notifications/initialized" });
		expect([reply.status, reply.body]).toEqual([202, null]);
	});

	it.each([
		["audit_domain", { domain: "example.com" }],
		["verify_receipt", { address: "https://example.com/badge/example.org.svg" }],
	])("that nobody waits for any more ends what it began: %s", async (name, input) => {
		const gone = new AbortController();
		const ended = Promise.withResolvers<void>();
		const untilGone = (signal: AbortSignal | undefined) =>
			new Promise<never>((_resolve, reject) => {
				signal?.addEventListener("abort", () => {
					ended.resolve();
					reject(signal.reason);
				});
				gone.abort();
			});
		const host: Asked["host"] = {
			audit: (_target, signal) => untilGone(signal),
			verify: ({ signal }) => untilGone(signal),
		};
		const call = { name, arguments: input };
		await expect(ask("tools/call", call, { signal: gone.signal, host })).rejects.toThrow();
		await ended.promise;
	});
});

describe("whatever comes", () => {
	const METHODS = ["initialize", "server/discover", "tools/list", "tools/call", "ping", "subscriptions/listen", "x"];
	const message = fc.record(
		{
			jsonrpc: fc.oneof(fc.constant("2.0"), fc.jsonValue({ maxDepth: 1 })),
			id: fc.oneof(fc.integer(), fc.string(), fc.jsonValue({ maxDepth: 1 })),
			method: fc.oneof(fc.constantFrom(...METHODS), fc.string()),
			params: fc.oneof(
				fc.jsonValue({ maxDepth: 2 }),
				fc.record(
					{
						name: fc.oneof(fc.constantFrom("explain", "get_cli_snippet", "__proto__"), fc.string()),
						arguments: fc.jsonValue({ maxDepth: 2 }),
						protocolVersion: fc.jsonValue({ maxDepth: 0 }),
						_meta: fc.oneof(
							fc.constant({
								"io.modelcontextprotocol/protocolVersion": REVISION,
								"io.modelcontextprotocol/clientCapabilities": {},
							}),
							fc.jsonValue({ maxDepth: 2 }),
						),
					},
					{ requiredKeys: [] },
				),
			),
		},
		{ requiredKeys: [] },
	);
	const headers = fc.record(
		{
			"mcp-protocol-version": fc.constantFrom(REVISION, "2025-06-18", "1", ""),
			"mcp-method": fc.constantFrom(...METHODS, ""),
			"mcp-name": fc.constantFrom("explain", "=?base64?x?=", ""),
			accept: fc.constantFrom("application/json, text/event-stream", "application/json", "*/*"),
		},
		{ requiredKeys: [] },
	);

	it("is answered, and by no fault of the server", async () => {
		await fc.assert(
			fc.asyncProperty(fc.oneof(message, fc.jsonValue()), headers, async (body, fields) => {
				const reply = await send(body, { headers: fields });
				expect([reply.fault, reply.status < 500]).toEqual([undefined, true]);
			}),
		);
	});
});

describe("a page of a browser", () => {
	it.each<[string, string, Record<string, string>, number]>([
		["of this site is answered", SITE, { origin: SITE }, 200],
		["of another site is not", SITE, { origin: "https://evil.example" }, 403],
		["of nowhere is not", SITE, { origin: "null" }, 403],
		["of another port is not", LOCAL, { origin: "http://localhost:8080" }, 403],
		["that had a name lead to this machine is not", LOCAL, { host: "evil.example:4321" }, 403],
		["without an origin at this machine's names is", LOCAL, { host: "127.0.0.1:4321" }, 200],
		["behind a proxy is, whatever Host is", SITE, { host: "10.0.0.7:8080" }, 200],
		["with a Host that is none is not", LOCAL, { host: "%" }, 403],
	])("%s", async (_, site, headers, status) => {
		const reply = await ask("tools/list", {}, { site, headers });
		expect(reply.status).toBe(status);
		if (status === 403) expect(jsonOf(reply)).toMatchObject({ jsonrpc: "2.0", id: null, error: { code: -32_600 } });
	});
});
