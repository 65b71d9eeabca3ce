import { describe, expect, it } from "vitest";
import * as z from "zod";
import { ProtocolError } from "#core/api/protocol-error.ts";
import { defineProtocolEndpoint, type Protocol, type ProtocolEndpoint } from "./endpoint.ts";
import { Rejection } from "./problems.ts";
import { BASE_URL, createStubServe, PEER, StubLimits } from "./serve.testkit.ts";

/** Returns its input. */
const echo = defineProtocolEndpoint({
	operationId: "echo",
	method: "POST",
	path: "/echo",
	protocol: "oauth",
	body: "form",
	quota: "register",
	handle: async (input) => ({ status: 201, body: { input } }),
});

const throwing = (protocol: ProtocolEndpoint["protocol"], error: Error): ProtocolEndpoint => ({
	...echo,
	protocol,
	handle: () => Promise.reject(error),
});

function send(body: string, type = "application/x-www-form-urlencoded", method = "POST"): Request {
	const isPost = method === "POST";
	return new Request(`${BASE_URL}/echo`, {
		method,
		headers: isPost ? { "Content-Type": type, Authorization: "Basic x" } : {},
		body: isPost ? body : null,
	});
}

async function answerTo(endpoint: ProtocolEndpoint, request = send("a=b"), limits = new StubLimits()) {
	const response = await createStubServe({ limits }).serve(endpoint, request, PEER);
	const text = await response.text();
	return { status: response.status, headers: response.headers, body: text === "" ? null : JSON.parse(text) };
}

describe("bodies", () => {
	it("that are forms become objects of strings without empty ones", async () => {
		const { status, body, headers } = await answerTo(echo, send("grant_type=x+y&empty=&__proto__=%C3%A9"));
		expect([status, headers.get("pragma"), headers.get("cache-control")]).toEqual([201, "no-cache", "no-store"]);
		expect(Object.entries(body.input)).toEqual([
			["grant_type", "x y"],
			["__proto__", "é"],
		]);
	});

	it("may repeat only `resource`", async () => {
		const { body } = await answerTo(echo, send("resource=a&scope=x&resource=b"));
		expect(body).toEqual({ input: { resource: ["a", "b"], scope: "x" } });
		const twice = await answerTo(echo, send("scope=a&scope=b"));
		expect(twice).toMatchObject({ status: 400, body: { error: "invalid_request" } });
		expect(twice.body.error_description).toContain("'scope' was sent more than once.");
	});

	it.each([
		["text", "application/json", '{"a":1,"a":2}'],
		["event", "application/secevent+jwt", "a.b.c"],
	] as const)("of the kind %s come as they are", async (kind, type, body) => {
		expect((await answerTo({ ...echo, body: kind }, send(body, type))).body).toEqual({ input: body });
	});

	it.each(["json", "form", "event", "text"] as const)("of a type other than %s are 415", async (kind) => {
		const { status, body, headers } = await answerTo({ ...echo, body: kind }, send("a", "text/plain"));
		expect([status, body.error]).toEqual([415, "invalid_request"]);
		expect(headers.get("accept")).toMatch(/^application\//);
	});

	it("are validated by the schema, if any", async () => {
		const endpoint = { ...echo, input: z.object({ token: z.string("must be a text") }) } as ProtocolEndpoint;
		expect((await answerTo(endpoint)).body.error_description).toContain("'token' is missing");
	});
});

describe("errors", () => {
	const limited = () => new StubLimits({ register: 0 });

	it.each<[Exclude<Protocol, "api">, object]>([
		["oauth", { error: "rate_limit_exceeded", error_description: expect.any(String), retry_after: 3599 }],
		[
			"agent",
			{
				error: "rate_limit_exceeded",
				error_description: expect.any(String),
				message: expect.stringContaining('the limit "register"'),
				retry_after: 3599,
			},
		],
		["events", { err: "rate_limit_exceeded", description: expect.any(String) }],
		[
			"mcp",
			{
				jsonrpc: "2.0",
				id: null,
				error: {
					code: -32_000,
					message: expect.any(String),
					data: { error: "rate_limit_exceeded", retry_after: 3599 },
				},
			},
		],
	])("of %s have its envelope", async (protocol, body) => {
		const request = send("a=b");
		request.headers.delete("authorization");
		const answer = await answerTo({ ...echo, protocol }, request, limited());
		expect(answer).toMatchObject({ status: 429, body });
		expect(Object.keys(answer.body).toSorted()).toEqual(Object.keys(body).toSorted());
		expect(answer.headers.get("retry-after")).toBe("3599");
		expect(answer.headers.get("access-control-allow-origin")).toBe("*");
	});

	it("of documents are problem documents without the refusal", async () => {
		const { status, body, headers } = await answerTo({ ...echo, protocol: "document" }, send("", "", "PUT"));
		expect([status, headers.get("allow")]).toEqual([405, "POST, OPTIONS"]);
		expect(headers.get("content-type")).toBe("application/problem+json");
		expect(Object.keys(body)).toEqual(["type", "title", "status", "detail", "instance", "code"]);
	});

	it.each(["oauth", "agent", "events", "mcp"] as const)("of a %s handler are sent unchanged", async (protocol) => {
		const error = new ProtocolError(401, "invalid_client", "No.", {
			more: { id: "x" },
			headers: { "WWW-Authenticate": "Basic" },
		});
		const request = send("a=b");
		request.headers.delete("authorization");
		const { status, body, headers } = await answerTo(throwing(protocol, error), request);
		expect([status, headers.get("www-authenticate")]).toEqual([401, "Basic"]);
		expect(JSON.stringify(body)).toContain("invalid_client");
	});

	it.each<[Exclude<Protocol, "api">, string]>([
		["oauth", 'Basic realm="oauth", charset="UTF-8"'],
		["agent", 'AgentAuth error="x_wrong"'],
	])(
		"of %s that are 401 say what they want, whoever refuses, and name their code for the log",
		async (protocol, challenge) => {
			const { serve, observed } = createStubServe();
			const { status, headers } = await serve(
				throwing(protocol, new ProtocolError(401, "x_wrong", "No.")),
				send("a=b"),
				PEER,
			);
			expect([status, headers.get("www-authenticate")]).toEqual([401, challenge]);
			await serve({ ...echo, protocol }, send("a=b", "text/plain"), PEER);
			expect(observed.map(({ code }) => code)).toEqual(["x_wrong", "invalid_request"]);
		},
	);

	it("of the server reveal nothing", async () => {
		const failed = await answerTo(throwing("oauth", new Error("secret")));
		expect(failed).toMatchObject({ status: 500, body: { error: "server_error" } });
		expect(JSON.stringify(failed.body)).not.toContain("secret");
		const away = await answerTo(throwing("agent", new Rejection("store-unavailable")));
		expect(away).toMatchObject({ status: 503, body: { error: "temporarily_unavailable", retry_after: 30 } });
	});
});

describe("answers", () => {
	it("may have any status and type, or no body", async () => {
		const handle = async () => ({ status: 302, body: null, headers: { Location: "https://client.example/" } });
		const { status, headers, body } = await answerTo({ ...echo, handle, isPage: true });
		expect([status, body, headers.get("location")]).toEqual([302, null, "https://client.example/"]);
		expect([headers.get("content-type"), headers.get("access-control-allow-origin")]).toEqual([null, null]);
		const stream = { body: null, headers: { "Cache-Control": "no-store, no-transform" } };
		const streamed = await answerTo({ ...echo, handle: async () => stream, isPage: true });
		expect(streamed.headers.get("cache-control")).toBe("no-store, no-transform");
		const text = await createStubServe().serve(
			{ ...echo, handle: async () => ({ body: "# auth.md", contentType: "text/markdown; charset=utf-8" }) },
			send("a=b"),
			PEER,
		);
		expect([await text.text(), text.headers.get("content-type")]).toEqual([
			"# auth.md",
			"text/markdown; charset=utf-8",
		]);
	});

	it("are the same for GET and POST if both are allowed", async () => {
		const both: ProtocolEndpoint = {
			...echo,
			method: "GET",
			isPostedToo: true,
			input: z.record(z.string(), z.string()),
		};
		expect((await answerTo(both)).body).toEqual({ input: { a: "b" } });
		const asked = await createStubServe().serve(both, new Request(`${BASE_URL}/echo?c=d`), PEER);
		expect(await asked.json()).toEqual({ input: { c: "d" } });
		expect((await answerTo(both, send("", "", "DELETE"))).headers.get("allow")).toBe("GET, HEAD, POST, OPTIONS");
	});
});

describe("limits", () => {
	it("are also counted by handlers, by address if they are per address, and listed in the response", async () => {
		const limits = new StubLimits();
		const handle: ProtocolEndpoint["handle"] = async (_, call) => {
			await call.take("claim");
			await call.take("audit", 3);
			return { body: {} };
		};
		const request = new Request(`${BASE_URL}/mcp`, {
			method: "POST",
			headers: { "Content-Type": "application/json", Authorization: "Bearer good" },
			body: "{}",
		});
		const mcp: ProtocolEndpoint = { ...echo, protocol: "mcp", body: "text", handle };
		const response = await createStubServe({ limits }).serve(mcp, request, PEER);
		expect(limits.taken).toEqual([
			{ policy: "reading", key: `key of ${PEER}`, units: 1 },
			{ policy: "register", key: `key of ${PEER}`, units: 1 },
			{ policy: "claim", key: `key of ${PEER}`, units: 1 },
			// With others who registered and ask from there, then by what the token was given to.
			{ policy: "audit", key: `key of ${PEER}`, units: 3, holder: "token" },
			{ policy: "audit", key: "token:client-1", units: 3, holder: "token" },
		]);
		expect(response.headers.get("ratelimit-policy")).toBe(
			'"reading";q=100;w=10, "register";q=10;w=3600, "claim";q=10;w=600, "audit";q=300;w=3600',
		);
	});
});
