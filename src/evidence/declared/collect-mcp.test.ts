import { describe, expect, it } from "vitest";
import type { Reply } from "../fake-site.testkit.ts";
import { HOME } from "../open-source.testkit.ts";
import { type DeclaringSite, declaredBy, json } from "./declared.testkit.ts";

const INITIALIZED = {
	protocolVersion: "2025-11-25",
	capabilities: { tools: {} },
	serverInfo: { name: "shoes", version: "1" },
};
const TOOLS = [
	{
		name: "find_shoes",
		description: "Finds shoes by size.",
		inputSchema: { type: "object", properties: { size: { type: ["number", "null"] } }, required: ["size"] },
		annotations: { readOnlyHint: true },
	},
];
const result = (id: number, value: unknown) => json({ jsonrpc: "2.0", id, result: value });
const fault = (id: number | null, code: number, status: number) =>
	json({ jsonrpc: "2.0", id, error: { code, message: "No" } }, "application/json", status);
const stream = (...events: readonly unknown[]): Reply => ({
	body: events.map((event) => `event: message\ndata: ${JSON.stringify(event)}\n\n`).join(""),
	headers: { "content-type": "text/event-stream" },
});

const session = (id: string): Reply => ({
	...result(1, INITIALIZED),
	headers: { "content-type": "application/json", "mcp-session-id": id },
});

async function speak(rpc: Readonly<Record<string, Reply | string>>, more: DeclaringSite = {}) {
	const endpoint = { status: 405, when: { rpc } };
	const { site, seen } = await declaredBy({
		html: '<link rel="mcp" href="/mcp">',
		replies: { "/mcp": endpoint },
		...more,
	});
	return { posts: site.requests.filter((url) => url === `${HOME}mcp`).length, mcp: seen.mcp };
}

describe("collectMcp", () => {
	it("sends initialize and lists tools, in JSON", async () => {
		const { mcp, posts } = await speak({
			initialize: result(1, INITIALIZED),
			"tools/list": result(2, { tools: TOOLS }),
		});
		expect(mcp).toEqual({
			state: "found",
			url: `${HOME}mcp`,
			status: 200,
			value: {
				declaredIn: "link element",
				status: 200,
				protocolVersion: "2025-11-25",
				serverName: "shoes",
				needsAuthorization: false,
				error: null,
				tools: [{ name: "find_shoes", description: "Finds shoes by size.", schemaFaults: [], hints: ["readOnlyHint"] }],
				excerpt: expect.stringContaining('"tools"'),
			},
		});
		expect(posts).toBe(2);
	});

	it("finds the response among a stream's events, even truncated", async () => {
		const cut = {
			...stream({ jsonrpc: "2.0", method: "notifications/message" }, { jsonrpc: "2.0", id: 2, result: { tools: [] } }),
		};
		const { mcp } = await speak({
			initialize: stream({ jsonrpc: "2.0", id: 1, result: INITIALIZED }),
			"tools/list": { ...cut, body: `${String(cut.body)}data: {"jsonrpc":"2.0","id":2,"res` },
		});
		expect(mcp).toMatchObject({ value: { protocolVersion: "2025-11-25", error: null, tools: [] } });
	});

	it("keeps the server's session, and sends initialized", async () => {
		const { mcp, posts } = await speak({
			initialize: session("s1"),
			"notifications/initialized": { status: 202 },
			"tools/list": result(2, { tools: TOOLS }),
		});
		expect(posts).toBe(3);
		expect(mcp).toMatchObject({ value: { error: null, tools: [{ name: "find_shoes" }] } });
	});

	it("speaks 2026-07-28 with a server without handshake", async () => {
		const meta = { "io.modelcontextprotocol/serverInfo": { name: "new shoes", version: "2" } };
		const { mcp } = await speak({
			initialize: fault(1, -32601, 404),
			"server/discover": result(3, {
				resultType: "complete",
				supportedVersions: ["2026-07-28"],
				capabilities: { tools: {} },
				_meta: meta,
			}),
			"tools/list": result(4, { tools: TOOLS }),
		});
		expect(mcp).toMatchObject({
			value: { protocolVersion: "2026-07-28", serverName: "new shoes", error: null, tools: [{}] },
		});
	});

	it.each([400, 404])(
		"asks a server without a handshake in the words of 2026-07-28 after a bare %i, too",
		async (status) => {
			const { mcp } = await speak({
				initialize: { status, body: "Bad Request: MCP-Protocol-Version is required" },
				"server/discover": result(3, { supportedVersions: ["2026-07-28"], capabilities: { tools: {} } }),
				"tools/list": result(4, { tools: TOOLS }),
			});
			expect(mcp).toMatchObject({ value: { protocolVersion: "2026-07-28", error: null, tools: [{}] } });
		},
	);

	it("reports the handshake if neither revision works", async () => {
		const { mcp, posts } = await speak({ initialize: { status: 404, body: "Not found" } });
		expect(posts).toBe(2);
		expect(mcp).toMatchObject({ value: { error: expect.stringMatching(/^initialize: status 404/) } });
	});

	it("lists no tools of a server without them", async () => {
		const bare = { ...INITIALIZED, capabilities: { resources: {} } };
		const { mcp } = await speak({ initialize: result(1, bare), "tools/list": fault(2, -32601, 404) });
		expect(mcp).toMatchObject({ value: { status: 200, error: null, tools: [] } });
	});

	it.each<[string, Record<string, Reply | string>, string]>([
		["nothing there", {}, "initialize: status 405 as text/html, and no JSON-RPC answer in it"],
		["a web page", { initialize: "<!doctype html>" }, "no JSON-RPC answer in it"],
		["an error in both words", { initialize: fault(1, -32603, 500) }, "initialize: JSON-RPC error -32603: No"],
		[
			"a version that no header can carry",
			{ initialize: result(1, { protocolVersion: "中文" }) },
			"no protocolVersion",
		],
		["a version of any length", { initialize: result(1, { protocolVersion: "1".repeat(41) }) }, "no protocolVersion"],
		["a session that no header can carry", { initialize: session("sé\u0080n") }, "Mcp-Session-Id has characters other"],
		["no version", { initialize: result(1, {}) }, "names no protocolVersion"],
		["another id", { initialize: result(7, INITIALIZED) }, "no JSON-RPC answer"],
		["no list", { initialize: result(1, INITIALIZED), "tools/list": result(2, { tools: {} }) }, "no list of tools"],
		[
			"a refused list",
			{ initialize: result(1, INITIALIZED), "tools/list": fault(2, -32603, 500) },
			"tools/list: JSON-RPC",
		],
		["deep JSON", { initialize: "[".repeat(100_000) }, "no JSON-RPC answer"],
		[
			"a redirect",
			{ initialize: { status: 307, headers: { location: "https://elsewhere.example/mcp" } } },
			"status 307",
		],
	])("%s", async (_, rpc, words) => {
		expect((await speak(rpc)).mcp).toMatchObject({ state: "found", value: { error: expect.stringContaining(words) } });
	});

	it("accepts a 401 with instructions, but not without", async () => {
		const challenge = { status: 401, headers: { "www-authenticate": `Bearer resource_metadata="${HOME}x"` } };
		expect((await speak({ initialize: challenge })).mcp).toMatchObject({
			value: { needsAuthorization: true, error: null },
		});
		const bare = { status: 401, headers: { "www-authenticate": "Bearer" } };
		expect((await speak({ initialize: bare })).mcp).toMatchObject({
			value: { needsAuthorization: false, status: 401 },
		});
		const files = { protectedResource: { resource: HOME } };
		expect((await speak({ initialize: bare }, { files })).mcp).toMatchObject({ value: { needsAuthorization: true } });
	});

	it("posts nothing in a light audit, to a folder, or without a declaration", async () => {
		const rpc = { initialize: result(1, INITIALIZED) };
		for (const more of [{ mode: "light" }, { kind: "folder" }, { html: "" }] as const) {
			const { mcp, posts } = await speak(rpc, more);
			expect(mcp).toMatchObject({ state: "failed", code: "not-shown" });
			expect(posts).toBe(0);
		}
	});

	it("distinguishes a missing host from a slow one", async () => {
		const { mcp } = await speak({}, { html: '<link rel="mcp" href="https://mcp.acme-shoes.com/">' });
		expect(mcp).toMatchObject({
			state: "found",
			status: 0,
			value: { error: expect.stringContaining("https://mcp.acme-shoes.com/") },
		});
		const slow = await speak({ initialize: { failure: "headers-timeout" } });
		expect(slow.mcp).toMatchObject({ state: "failed", code: "headers-timeout" });
	});
});

describe("collectMcp: endpoints that it does not contact", () => {
	const asks = (html: string, replies: DeclaringSite["replies"] = {}) => declaredBy({ html, replies });
	const posted = { when: { rpc: { initialize: result(1, INITIALIZED), "tools/list": result(2, { tools: TOOLS }) } } };

	it("contacts no other host, and says so in both places", async () => {
		const other = "https://mcp.other.example/mcp";
		const { site, seen } = await asks(`<link rel=mcp href="${other}">`, { [other]: posted });
		expect(site.requests).not.toContain(other);
		expect(seen.mcp).toMatchObject({
			code: "not-shown",
			reason: `${other} is declared, not requested: it is on another host.`,
		});
		expect(seen.declared).toMatchObject({
			value: [{ answer: { reason: "Declared, not requested: it is on another host." } }],
		});
	});

	it("prefers the site's own endpoint, on any of its hosts, to a foreign one", async () => {
		const own = "https://mcp.acme-shoes.com/";
		const html = `<link rel=mcp href="https://acme-shoes.com.evil.example/"><link rel=mcp href="${own}">`;
		expect((await asks(html, { [own]: posted })).seen.mcp).toMatchObject({
			url: own,
			value: { error: null, tools: [{}] },
		});
	});

	it("sends nothing to an address that looks like an action", async () => {
		const html = '<link rel=mcp href="/mcp?action=delete"><link rel=service-doc href="/docs?action=delete">';
		const { site, seen } = await asks(html);
		expect(site.requests.filter((url) => url.includes("delete"))).toEqual([]);
		expect(seen.mcp).toMatchObject({ code: "not-shown", reason: expect.stringContaining("looks like an action") });
	});

	it("accepts a long session id", async () => {
		const { mcp, posts } = await speak({ initialize: session("s".repeat(257)) });
		expect(mcp).toMatchObject({ state: "failed", code: "headers-too-large", reason: expect.stringContaining("257") });
		expect(posts).toBe(1);
	});
});

describe("collectMcp: hostile tools", () => {
	const list = async (tools: readonly unknown[]) => {
		const { mcp } = await speak({ initialize: result(1, INITIALIZED), "tools/list": result(2, { tools }) });
		if (mcp.state !== "found") throw new Error("not found");
		return mcp.value.tools;
	};

	it("keeps 100, with names of bounded length", async () => {
		const tools = await list(
			Array.from({ length: 150 }, () => ({ name: "x".repeat(10_000), inputSchema: { type: "object" } })),
		);
		expect(tools).toHaveLength(100);
		expect(tools[0]?.name).toHaveLength(128);
	});

	it.each<[string, unknown, string[]]>([
		["no schema", { name: "a" }, ["/inputSchema is missing"]],
		["a list", { name: "a", inputSchema: [] }, ["/inputSchema is not an object"]],
		["no type", { name: "a", inputSchema: {} }, ['/inputSchema/type is not "object"']],
		["an array", { name: "a", inputSchema: { type: "array" } }, ['/inputSchema/type is not "object"']],
		[
			"required as a flag",
			{ name: "a", inputSchema: { type: "object", required: true } },
			["/inputSchema/required is not a list of names"],
		],
		[
			"an unknown type",
			{ name: "a", inputSchema: { type: "object", properties: { n: { type: "int" } } } },
			["/inputSchema/properties/n/type is not a JSON type"],
		],
		[
			"a property that is text",
			{ name: "a", inputSchema: { type: "object", properties: { n: "string" } } },
			["/inputSchema/properties/n is not a schema"],
		],
		["no object at all", null, ["/inputSchema is missing"]],
	])("%s", async (_, tool, faults) => {
		expect((await list([tool]))[0]?.schemaFaults).toEqual(faults);
	});

	it("treats __proto__ as an ordinary name", async () => {
		const schema = JSON.parse('{"type":"object","properties":{"__proto__":{"type":"string"}}}') as unknown;
		expect((await list([{ name: "__proto__", inputSchema: schema }]))[0]).toMatchObject({
			name: "__proto__",
			schemaFaults: [],
		});
	});
});
