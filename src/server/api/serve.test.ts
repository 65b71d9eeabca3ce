import { beforeEach, describe, expect, it, vi } from "vitest";
import { type Endpoint, SerializedJson } from "./endpoint.ts";
import { createStubServe, get, PEER, post, problemOf, stubAudit, stubList } from "./serve.testkit.ts";

const GOOD = JSON.stringify({ domain: "example.com" });

let stage = createStubServe();
beforeEach(() => {
	stage = createStubServe();
});

describe("serve", () => {
	it("sends the handler's result", async () => {
		const response = await stage.serve(stubAudit, post(GOOD), PEER);
		expect(response.status).toBe(200);
		expect(await response.json()).toEqual({ ok: true, domain: "example.com", mode: "light" });
		expect(Object.fromEntries(response.headers)).toEqual({
			"access-control-allow-origin": "*",
			"access-control-expose-headers":
				"RateLimit, RateLimit-Policy, Retry-After, Age, ETag, X-Request-Id, Link, WWW-Authenticate",
			"cache-control": "no-store",
			"content-length": "49",
			"content-security-policy": "default-src 'none'; frame-ancestors 'none'",
			"content-type": "application/json; charset=utf-8",
			"cross-origin-resource-policy": "cross-origin",
			link: '</openapi.json>; rel="service-desc"',
			ratelimit: '"burst";r=4;t=9, "audit";r=29;t=3599',
			"ratelimit-policy": '"burst";q=5;w=10, "audit";q=30;w=3600',
			"referrer-policy": "no-referrer",
			"strict-transport-security": "max-age=63072000",
			"x-content-type-options": "nosniff",
			"x-request-id": expect.stringMatching(/^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/),
		});
	});

	it("sends serialized JSON unchanged, with the handler's status and header fields", async () => {
		const body = new SerializedJson('{"kept":  1}');
		const headers = { "cache-control": "public, max-age=5", Vary: "Accept" };
		const kept: Endpoint = { ...stubList, handle: async () => ({ status: 503, body, headers }) };
		const response = await stage.serve(kept, get(), PEER);
		expect(response.status).toBe(503);
		expect(await response.text()).toBe('{"kept":  1}');
		expect(response.headers.get("cache-control")).toBe("public, max-age=5");
		expect(response.headers.get("vary")).toBe("Accept, Authorization");
		expect(response.headers.get("content-type")).toBe("application/json; charset=utf-8");
	});

	it("never puts a caller's limits into a cacheable response", async () => {
		const tagged: Endpoint = {
			...stubList,
			handle: async () => ({ body: {}, headers: { "Cache-Control": "public, max-age=60", ETag: '"a"' } }),
		};
		const kept = await stage.serve(tagged, get(), PEER);
		const unchanged = await stage.serve(tagged, get("", { "If-None-Match": '"a"' }), PEER);
		const refused = await stage.serve(tagged, get("?limit=x"), PEER);
		expect([kept, unchanged, refused].map(({ status }) => status)).toEqual([200, 304, 400]);
		for (const { headers } of [kept, unchanged]) {
			expect([headers.get("ratelimit"), headers.get("ratelimit-policy")]).toEqual([null, '"reading";q=100;w=10']);
			expect(headers.get("x-request-id")).toMatch(/^[\da-f-]{36}$/);
		}
		expect(refused.headers.get("ratelimit")).toBe('"reading";r=97;t=9');
	});

	it("uses the installation's address", async () => {
		stage = createStubServe({ baseUrl: "http://localhost:4321/repo" });
		const response = await stage.serve(stubAudit, post("{"), PEER);
		expect(response.headers.get("link")).toBe('</repo/openapi.json>; rel="service-desc"');
		expect(response.headers.has("strict-transport-security")).toBe(false);
		expect((await problemOf(response)).type).toBe("http://localhost:4321/repo/api/#problem-json-invalid");
	});

	it("passes identity and abort signal to the handler", async () => {
		const handle = vi.fn(async () => ({ body: {} }));
		const request = post(GOOD, { Authorization: "Bearer good" });
		const response = await stage.serve({ ...stubAudit, handle } as unknown as Endpoint, request, PEER);
		const requestId = response.headers.get("x-request-id");
		expect(handle).toHaveBeenCalledExactlyOnceWith(
			{ domain: "example.com", mode: "light" },
			{
				app: expect.anything(),
				people: expect.anything(),
				identity: { kind: "token", key: "token:client-1", scopes: ["audit:public"] },
				addressKey: `key of ${PEER}`,
				requestId,
				signal: request.signal,
				method: "POST",
				url: request.url,
				headers: request.headers,
				take: expect.any(Function),
			},
		);
	});
});

describe("methods", () => {
	it.each([
		[stubAudit, "GET", "POST, OPTIONS"],
		[stubAudit, "DELETE", "POST, OPTIONS"],
		[stubList, "PATCH", "GET, HEAD, OPTIONS"],
	])("refuses others and says which there are", async (endpoint, method, allowed) => {
		const request = new Request("https://audit.example.com/x", { method });
		const response = await stage.serve(endpoint as Endpoint, request, PEER);
		expect(response.status).toBe(405);
		expect(response.headers.get("allow")).toBe(allowed);
		const { code, detail } = await problemOf(response);
		expect(code).toBe("method-not-allowed");
		expect(detail).toMatch(/ Use (POST|GET, HEAD) or OPTIONS\.$/);
		expect(stage.limits.policies).toEqual([]);
	});

	it("answers HEAD like GET, without a body", async () => {
		const [whole, head] = [
			await stage.serve(stubList, get("?limit=3"), PEER),
			await stage.serve(stubList, get("?limit=3", {}, "HEAD"), PEER),
		];
		expect(await head.text()).toBe("");
		expect(head.status).toBe(200);
		const differing = ["x-request-id", "ratelimit"];
		const fields = ({ headers }: Response) => [...headers].filter(([name]) => !differing.includes(name));
		expect(fields(head)).toEqual(fields(whole));
		const refused = await stage.serve(stubAudit, get("", {}, "HEAD"), PEER);
		expect([refused.status, await refused.text()]).toEqual([405, ""]);
	});

	it("allows any origin, and does not count preflights", async () => {
		const request = new Request("https://audit.example.com/x", {
			method: "OPTIONS",
			headers: {
				Origin: "https://other.example",
				"Access-Control-Request-Method": "POST",
				Authorization: "Bearer bad",
			},
		});
		const response = await stage.serve(stubAudit, request, PEER);
		expect(response.status).toBe(204);
		expect(response.body).toBeNull();
		expect(response.headers.get("content-type")).toBeNull();
		expect(response.headers.get("access-control-allow-origin")).toBe("*");
		expect(response.headers.get("access-control-allow-methods")).toBe("POST, OPTIONS");
		expect(response.headers.get("access-control-allow-headers")).toBe("Content-Type, Authorization, If-None-Match");
		expect(response.headers.get("access-control-max-age")).toBe("86400");
		expect(stage.limits.policies).toEqual([]);
	});
});

describe("the observer", () => {
	it("is called once per request", async () => {
		let clock = 100;
		const now = () => {
			clock += 5;
			return clock;
		};
		stage = createStubServe({ now });
		const response = await stage.serve(stubList, get("", { Authorization: "Bearer good" }), PEER);
		expect(stage.observed).toEqual([
			{
				requestId: response.headers.get("x-request-id"),
				operationId: "stubList",
				method: "GET",
				status: 200,
				durationMs: 5,
				client: PEER,
				identityKind: "token",
				cached: true,
			},
		]);
	});

	it("marks a response with an age as cached", async () => {
		const fresh: Endpoint = { ...stubList, handle: async () => ({ body: {}, headers: { Age: "0" } }) };
		await stage.serve(fresh, get(), PEER);
		await stage.serve(stubAudit, post(GOOD), PEER);
		expect(stage.observed.map(({ cached }) => cached)).toEqual([true, undefined]);
	});
});
