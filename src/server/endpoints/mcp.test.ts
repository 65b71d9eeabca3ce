import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { Client as FirstClient } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport as FirstTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import { describe, expect, it } from "vitest";
import { REFUSAL } from "#core/brand.ts";
import { Failure } from "#core/failure.ts";
import { SERVED_TOOLS } from "#mcp/tools.ts";
import type { VerifyToken } from "#signing/jwt.ts";
import { createFakeApp, type FakeParts, TEST_SITE } from "../api/live-app.testkit.ts";
import { createStubServe, PEER, StubLimits } from "../api/serve.testkit.ts";
import { mcp, mcpRegistryEntry, mcpServerCard, mcpServerCardWithTools } from "./mcp.ts";
import { BOOKSHOP, NEWSPAPER } from "./receipts.examples.ts";

const SHOP = BOOKSHOP.receipt.domain;
const OTHER = NEWSPAPER.receipt.domain;
const audits = Object.fromEntries(
	[BOOKSHOP, NEWSPAPER].map((stored) => [
		stored.receipt.domain,
		{ stored, auditedAt: stored.receipt.auditedAt, place: { state: "pending" } } as const,
	]),
);

/** Holds what the audit needs, and nothing else. */
const verifyToken: VerifyToken = async (token, audience) =>
	token === "audits" && audience === `${TEST_SITE}/mcp`
		? { jti: "1", issuedAt: 1_800_000_000, subject: "client-1", scopes: ["audit:public"] }
		: { refused: "It is not meant for this." };

function open(parts: FakeParts = {}, limits = new StubLimits()) {
	const app = createFakeApp({ audits, ...parts });
	const { serve, observed } = createStubServe({ app, limits, verifyToken });
	/** Like a client's fetch. */
	const fetch = async (url: string | URL, init?: RequestInit) => serve(mcp, new Request(url, init), PEER);
	return { app, fetch, limits, observed };
}

type Fetch = ReturnType<typeof open>["fetch"];

function send(fetch: Fetch, message: unknown, headers: Record<string, string> = {}): Promise<Response> {
	const body = typeof message === "string" ? message : JSON.stringify(message);
	const accept = "application/json, text/event-stream";
	const fields = { "content-type": "application/json", accept, ...headers };
	return fetch(`${TEST_SITE}/mcp`, { method: "POST", headers: fields, body });
}

const REVISION = "2026-07-28";

/** A request in the revision without sessions. */
function ask(fetch: Fetch, method: string, params: Record<string, unknown>, headers: Record<string, string> = {}) {
	const _meta = {
		"io.modelcontextprotocol/protocolVersion": REVISION,
		"io.modelcontextprotocol/clientCapabilities": {},
		"io.modelcontextprotocol/clientInfo": { name: "test", version: "1" },
	};
	const name = typeof params.name === "string" ? { "mcp-name": params.name } : {};
	const fields = { "mcp-protocol-version": REVISION, "mcp-method": method, ...name, ...headers };
	return send(fetch, { jsonrpc: "2.0", id: 1, method, params: { ...params, _meta } }, fields);
}

const callTool = (fetch: Fetch, name: string, input: object, headers: Record<string, string> = {}) =>
	ask(fetch, "tools/call", { name, arguments: input }, headers);

/** Required inputs by tool. */
const INPUTS: Record<string, Record<string, unknown>> = {
	audit_domain: { domain: SHOP },
	Service_Scanner: { domain: `https://${SHOP}/` },
	brief: { domain: SHOP, agencyName: "Nordlicht" },
	compare_domains: { domainA: SHOP, domainB: OTHER },
	simulate_lift: { domain: SHOP },
	get_health: {},
	get_cli_snippet: { domain: SHOP },
	verify_receipt: { address: `https://${OTHER}/badge/${SHOP}.svg` },
	list_occurrences: { domain: SHOP, check: "title" },
	explain: { check: "noindex" },
	next_fix: { domain: SHOP },
	plan_fixes: { domain: SHOP },
	verify_fix: { domain: SHOP, check: "alt" },
	bot_access: { domain: SHOP },
};

/** Tools that require an account, or whose site does not answer. */
const REFUSED: Readonly<Record<string, string>> = {
	verify_receipt: "Nothing was fetched.",
	bot_access: "shown to the owner of the domain alone",
};

interface AnyClient {
	listTools(): Promise<{ tools: { name: string }[] }>;
	callTool(call: { name: string; arguments: Record<string, unknown> }): Promise<unknown>;
	close(): Promise<void>;
}

const second = async (fetch: Fetch, mode: "auto" | "legacy"): Promise<AnyClient> => {
	const client = new Client({ name: "test", version: "1" }, { versionNegotiation: { mode } });
	await client.connect(new StreamableHTTPClientTransport(new URL(`${TEST_SITE}/mcp`), { fetch }));
	return client;
};

const first = async (fetch: Fetch): Promise<AnyClient> => {
	const client = new FirstClient({ name: "test", version: "1" });
	await client.connect(new FirstTransport(new URL(`${TEST_SITE}/mcp`), { fetch }) as never);
	return client as AnyClient;
};

describe("the clients of the SDKs", () => {
	it.each<[string, (fetch: Fetch) => Promise<AnyClient>]>([
		["the second, as of 2026-07-28", (fetch) => second(fetch, "auto")],
		["the second, as of 2025", (fetch) => second(fetch, "legacy")],
		["the first", first],
	])("list and call every tool: %s", async (_, connect) => {
		const occurrences: FakeParts["occurrences"] = async (receipt) => ({
			receipt,
			domain: SHOP,
			total: 0,
			occurrences: [],
		});
		const { fetch, observed } = open({ occurrences, shownAt: async () => BOOKSHOP.id });
		const client = await connect(fetch);
		const { tools } = await client.listTools();
		expect(tools.map(({ name }) => name)).toEqual(Object.keys(SERVED_TOOLS).filter((name) => name !== "rehearse"));
		expect(tools.map(({ name }) => name).toSorted()).toEqual(Object.keys(INPUTS).toSorted());
		for (const [name, input] of Object.entries(INPUTS)) {
			const result = await client.callTool({ name, arguments: input });
			const refusal = REFUSED[name];
			if (refusal !== undefined) {
				expect(result).toMatchObject({ isError: true, content: [{ text: expect.stringContaining(refusal) }] });
				continue;
			}
			expect([name, result]).not.toMatchObject([name, { isError: true }]);
			expect(JSON.stringify(result)).toContain(REFUSAL);
		}
		await client.close();
		expect(observed.filter(({ status, error }) => (status !== 405 && status >= 400) || error !== undefined)).toEqual(
			[],
		);
	});
});

describe("a call", () => {
	it("is counted, audited and briefed like the API", async () => {
		const { app, fetch, limits } = open();
		const body = await (await callTool(fetch, "brief", { domain: SHOP, agencyName: "Nordlicht" })).json();
		expect(body.result.structuredContent).toMatchObject({ ok: true, brief: { slug: `${SHOP}~4k7v2m9q` } });
		expect(app.agencyNames).toEqual(["Nordlicht"]);
		expect(limits.policies).toEqual(["reading", "burst", "brief"]);
		await callTool(fetch, "compare_domains", INPUTS.compare_domains ?? {});
		expect(limits.taken.slice(3)).toEqual([
			expect.objectContaining({ policy: "reading" }),
			expect.objectContaining({ policy: "burst", units: 1 }),
			expect.objectContaining({ policy: "audit", units: 2 }),
		]);
	});

	it("is refused by limits with a message and header fields", async () => {
		const { app, fetch } = open({}, new StubLimits({ audit: 0 }));
		const response = await callTool(fetch, "audit_domain", { domain: SHOP });
		const { result } = await response.json();
		expect(result).toMatchObject({ isError: true });
		expect(result.content[0].text).toContain('the limit "audit" allows 30 in 3600 seconds. Wait 3599 seconds');
		expect(response.headers.get("ratelimit")).toContain('"audit";r=0;t=3599');
		expect(app.jobs).toEqual([]);
	});

	it.each<[string, string, string]>([
		["what is wrong with a name", "10.0.0.1", "not an IP address"],
		["what may not be audited", "inward.example.com", "leads to a private address"],
		["that the service is busy", "busy.example.com", "as many audits as it can"],
	])("tells %s, and is no defect", async (_, domain, says) => {
		const busy = new Failure("overloaded", { what: "The queue of 10.0.0.9 is full." });
		const { fetch, observed } = open({ audits: { "busy.example.com": busy } });
		const { result } = await (await callTool(fetch, "audit_domain", { domain })).json();
		expect(result).toMatchObject({ isError: true });
		expect(result.content[0].text).toContain(says);
		expect(observed.map(({ error }) => error)).toEqual([undefined]);
	});

	it("reveals nothing about a bug, which is logged", async () => {
		const defect = new TypeError("secret path /srv");
		const { fetch, observed } = open({ audits: { [SHOP]: () => Promise.reject(defect) } });
		const text = await (await callTool(fetch, "audit_domain", { domain: SHOP })).text();
		expect(text).toContain('"isError":true');
		expect(text).not.toContain("/srv");
		expect(observed).toEqual([expect.objectContaining({ status: 200, error: defect })]);
	});
});

describe("a token", () => {
	const bearer = { authorization: "Bearer audits" };

	it("has its own quota per holder", async () => {
		const { fetch, limits } = open();
		await callTool(fetch, "audit_domain", { domain: SHOP }, bearer);
		expect(limits.taken.at(-1)).toMatchObject({ policy: "audit", holder: "token" });
	});

	it("must have the scope of the tool", async () => {
		const { app, fetch } = open();
		const response = await callTool(fetch, "brief", { domain: SHOP }, bearer);
		expect(response.status).toBe(403);
		const challenge = response.headers.get("www-authenticate");
		expect(challenge).toContain('error="insufficient_scope"');
		expect(challenge).toContain('scope="brief:public"');
		expect(challenge).toContain(`resource_metadata="${TEST_SITE}/.well-known/oauth-protected-resource/mcp"`);
		expect(app.jobs).toEqual([]);
		expect((await callTool(fetch, "get_cli_snippet", {}, bearer)).status).toBe(200);
	});

	it("that is refused ends the request", async () => {
		const { fetch } = open();
		const response = await ask(fetch, "tools/list", {}, { authorization: "Bearer bad" });
		expect(response.status).toBe(401);
		expect(response.headers.get("www-authenticate")).toContain("oauth-protected-resource/mcp");
	});
});

describe("a card", () => {
	it.each([
		[mcpServerCard, "application/mcp-server-card+json"],
		[mcpServerCardWithTools, "application/json; charset=utf-8"],
		[mcpRegistryEntry, "application/json; charset=utf-8"],
	])("can be kept, and asked for again by pages of any site", async (endpoint, type) => {
		const { serve } = createStubServe();
		const response = await serve(endpoint, new Request(TEST_SITE + endpoint.path), PEER);
		const field = (name: string) => response.headers.get(name);
		expect([response.status, field("content-type"), field("cache-control")]).toEqual([
			200,
			type,
			"public, max-age=3600",
		]);
		expect([field("access-control-allow-origin"), field("access-control-allow-methods")]).toEqual(["*", "GET"]);
		const known = { "if-none-match": field("etag") ?? "" };
		expect((await serve(endpoint, new Request(TEST_SITE + endpoint.path, { headers: known }), PEER)).status).toBe(304);
		expect((await serve(endpoint, new Request(TEST_SITE + endpoint.path, { method: "HEAD" }), PEER)).status).toBe(200);
	});
});
