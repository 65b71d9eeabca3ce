import { beforeEach, describe, expect, it, vi } from "vitest";
import { Failure, type FailureCode } from "#core/failure.ts";
import { type Endpoint, SerializedJson } from "./endpoint.ts";
import { FieldFailure } from "./field-failure.ts";
import { BODY_MAX_BYTES } from "./request-limits.ts";
import { createStubServe, get, PEER, post, problemOf, StubLimits, stubAudit, stubList } from "./serve.testkit.ts";

const GOOD = JSON.stringify({ domain: "example.com" });
const BAD = JSON.stringify({ domain: 1 });

let stage = createStubServe();
beforeEach(() => {
	stage = createStubServe();
});

/** The status, and the code where it is a problem. */
async function outcome(endpoint: Endpoint, request: Request): Promise<string> {
	const response = await stage.serve(endpoint, request, PEER);
	return response.ok ? String(response.status) : `${response.status} ${(await problemOf(response)).code}`;
}

function throwing(error: unknown): Endpoint {
	return { ...(stubAudit as Endpoint), handle: () => Promise.reject(error) };
}

describe("createServe", () => {
	it("answers what the handler gives", async () => {
		const response = await stage.serve(stubAudit, post(GOOD), PEER);
		expect(response.status).toBe(200);
		expect(await response.json()).toEqual({ ok: true, domain: "example.com", mode: "light" });
		expect(Object.fromEntries(response.headers)).toEqual({
			"access-control-allow-origin": "*",
			"access-control-expose-headers": "RateLimit, RateLimit-Policy, Retry-After, Age, X-Request-Id, Link",
			"cache-control": "no-store",
			"content-security-policy": "default-src 'none'; frame-ancestors 'none'",
			"content-type": "application/json; charset=utf-8",
			"cross-origin-resource-policy": "cross-origin",
			link: '</openapi.json>; rel="service-desc"',
			ratelimit: '"burst";r=4;t=9, "audit";r=29;t=3599',
			"ratelimit-policy": '"burst";q=5;w=10, "audit";q=30;w=3600',
			"referrer-policy": "no-referrer",
			"strict-transport-security": "max-age=63072000; includeSubDomains",
			"x-content-type-options": "nosniff",
			"x-request-id": expect.stringMatching(/^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/),
		});
	});

	it("sends kept JSON as it is, with another status and header fields where the handler says so", async () => {
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

	it("knows where the installation lives", async () => {
		stage = createStubServe({ baseUrl: "http://localhost:4321/repo" });
		const response = await stage.serve(stubAudit, post("{"), PEER);
		expect(response.headers.get("link")).toBe('</repo/openapi.json>; rel="service-desc"');
		expect(response.headers.has("strict-transport-security")).toBe(false);
		expect((await problemOf(response)).type).toBe("http://localhost:4321/repo/api/#problem-json-invalid");
	});

	it("tells the handler who asks and when nobody waits any more", async () => {
		const handle = vi.fn(async () => ({ body: {} }));
		const request = post(GOOD, { Authorization: "Bearer good" });
		await stage.serve({ ...stubAudit, handle } as unknown as Endpoint, request, PEER);
		expect(handle).toHaveBeenCalledExactlyOnceWith(
			{ domain: "example.com", mode: "light" },
			{ app: expect.anything(), identity: { kind: "token", key: "token:client-1" }, signal: request.signal },
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
		expect((await problemOf(response)).code).toBe("method-not-allowed");
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

	it("lets pages of any origin ask, and counts no preflight", async () => {
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
		expect(response.headers.get("access-control-allow-headers")).toBe("Content-Type, Authorization");
		expect(response.headers.get("access-control-max-age")).toBe("86400");
		expect(stage.limits.policies).toEqual([]);
	});
});

describe("the order of the steps", () => {
	const huge = "x".repeat(BODY_MAX_BYTES + 1);
	const token = { Authorization: "Bearer bad" };

	it.each([
		[
			"a wrong method before a wrong media type",
			get("", { "Content-Type": "text/plain" }),
			"405 method-not-allowed",
			[],
		],
		[
			"a wrong media type before the size",
			post(huge, { "Content-Type": "text/plain" }),
			"415 media-type-unsupported",
			[],
		],
		["the size before all limits", post(huge, token), "413 request-too-large", []],
		["credentials before the quota", post(GOOD, token), "401 token-invalid", ["burst"]],
		["credentials before a bad body", post("{", token), "401 token-invalid", ["burst"]],
		["a missing scope", post("{", { Authorization: "Bearer other" }), "403 scope-missing", ["burst"]],
		["the quota before the body is read", post("{"), "400 json-invalid", ["burst", "audit"]],
		["the body before the handler", post(BAD), "400 input-invalid", ["burst", "audit"]],
		["the handler", post(GOOD), "200", ["burst", "audit"]],
	])("looks at %s", async (_, request, expected, policies) => {
		expect(await outcome(stubAudit as Endpoint, request)).toBe(expected);
		expect(stage.limits.policies).toEqual(policies);
	});

	it("asks the burst limit before the credentials, and the quota before the body", async () => {
		for (const policy of ["burst", "audit"] as const) {
			stage = createStubServe({ limits: new StubLimits({ [policy]: 0 }) });
			expect(await outcome(stubAudit as Endpoint, post("{", policy === "burst" ? token : {}))).toBe("429 rate-limited");
		}
	});
});

describe("limits", () => {
	it("counts by address in `reading` where there is no quota", async () => {
		await stage.serve(stubList, get(), PEER);
		expect(stage.limits.taken).toEqual([{ policy: "reading", key: `key of ${PEER}`, units: 1, token: false }]);
	});

	it("counts a token by its subject, with its own quota and the endpoint's cost", async () => {
		const dear: Endpoint = { ...(stubAudit as Endpoint), cost: 2 };
		const response = await stage.serve(dear, post(GOOD, { Authorization: "Bearer good" }), PEER);
		expect(stage.limits.taken).toEqual([
			{ policy: "burst", key: `key of ${PEER}`, units: 1, token: false },
			{ policy: "audit", key: "token:client-1", units: 2, token: true },
		]);
		expect(response.headers.get("ratelimit-policy")).toBe('"burst";q=5;w=10, "audit";q=300;w=3600');
	});

	it("says which limit is used up and how long to wait", async () => {
		const limits = new StubLimits({ audit: 1 });
		stage = createStubServe({ limits });
		await stage.serve(stubAudit, post(GOOD), PEER);
		const response = await stage.serve(stubAudit, post(GOOD), PEER);
		expect(response.headers.get("retry-after")).toBe("3599");
		expect(response.headers.get("ratelimit")).toBe('"burst";r=3;t=9, "audit";r=0;t=3599');
		expect(await problemOf(response)).toMatchObject({
			status: 429,
			type: "https://iana.org/assignments/http-problem-types#quota-exceeded",
			"violated-policies": ["audit"],
			detail: 'Too many requests: the limit "audit" allows 30 in 3600 seconds. Wait 3599 seconds and try again.',
		});
	});

	it("are told of with every answer that was counted", async () => {
		const response = await stage.serve(stubAudit, post(GOOD, { Authorization: "Bearer bad" }), PEER);
		expect(response.headers.get("ratelimit")).toBe('"burst";r=4;t=9');
	});
});

describe("failures", () => {
	const table: [FailureCode, number, string][] = [
		["input-invalid", 400, "input-invalid"],
		["target-invalid", 400, "target-invalid"],
		["target-blocked", 400, "target-blocked"],
		["removal-asked", 400, "removal-asked"],
		["store-unavailable", 503, "store-unavailable"],
		["store-busy", 503, "store-busy"],
		["overloaded", 503, "overloaded"],
		["shutting-down", 503, "shutting-down"],
		["log-inconsistent", 500, "internal-error"],
		["connection-failed", 500, "internal-error"],
	];

	it.each(table)("answers %s with %i", async (code, status, expected) => {
		const failure = new Failure(code, { what: "Secret\u202e of \u0007/var/lib.", todo: "Mend." });
		const response = await stage.serve(throwing(failure), post(GOOD), PEER);
		const problem = await problemOf(response);
		expect(problem).toMatchObject({ status, code: expected, ok: false });
		expect(problem.detail === "Secret of /var/lib. Mend.").toBe(status === 400);
		expect(problem.detail.includes("Secret")).toBe(status === 400);
		expect(response.headers.has("retry-after")).toBe(status === 503);
		if (status === 503) expect(problem.type).toMatch(/#temporary-reduced-capacity$/);
		expect(stage.observed).toEqual([
			expect.objectContaining({ status, code: expected, ...(status >= 500 && { error: failure }) }),
		]);
		expect("error" in (stage.observed[0] ?? {})).toBe(status >= 500);
	});

	it.each([new TypeError("at /home/secret"), "a text", undefined, null])("says nothing of a bug", async (bug) => {
		const response = await stage.serve(throwing(bug), post(GOOD), PEER);
		const problem = await problemOf(response);
		expect(problem).toMatchObject({ status: 500, code: "internal-error" });
		expect(JSON.stringify(problem)).not.toMatch(/secret|a text/);
		expect(stage.observed[0]?.error).toBeDefined();
	});

	it("passes the places of a fault on", async () => {
		const errors = [{ detail: "It is no check.", pointer: "#/fixes/0" }];
		const response = await stage.serve(throwing(new FieldFailure("input-invalid", errors)), post(GOOD), PEER);
		expect(await problemOf(response)).toMatchObject({ detail: "It is no check.", errors });
	});

	it("clips long words", async () => {
		const failure = new Failure("target-invalid", { what: "x".repeat(20_000) });
		const problem = await problemOf(await stage.serve(throwing(failure), post(GOOD), PEER));
		expect(problem.detail.length).toBe(1200);
	});

	it("is quiet about a client that went away", async () => {
		const controller = new AbortController();
		const waiting: Endpoint = {
			...(stubAudit as Endpoint),
			handle: (_, { signal }) =>
				new Promise((_resolve, reject) => signal.addEventListener("abort", () => reject(signal.reason))),
		};
		const answer = stage.serve(waiting, post(GOOD, {}, controller.signal), PEER);
		setTimeout(() => controller.abort(), 5);
		const response = await answer;
		expect([response.status, response.body]).toEqual([499, null]);
		expect(stage.observed).toEqual([expect.objectContaining({ status: 499, code: "client-gone" })]);
		expect(stage.observed[0]).not.toHaveProperty("error");
	});

	it("still tells of a bug that met a client that went away", async () => {
		const bug = new TypeError("x is not a function");
		await stage.serve(throwing(bug), post(GOOD, {}, AbortSignal.abort()), PEER);
		expect(stage.observed).toEqual([expect.objectContaining({ status: 499, error: bug })]);
	});
});

describe("what is observed", () => {
	it("is one line a request", async () => {
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

	it("says of an answer with an age whether it is a new one", async () => {
		const fresh: Endpoint = { ...stubList, handle: async () => ({ body: {}, headers: { Age: "0" } }) };
		await stage.serve(fresh, get(), PEER);
		await stage.serve(stubAudit, post(GOOD), PEER);
		expect(stage.observed.map(({ cached }) => cached)).toEqual([false, undefined]);
	});
});
