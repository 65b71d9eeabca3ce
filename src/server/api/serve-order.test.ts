import fc from "fast-check";
import { beforeEach, describe, expect, it } from "vitest";
import { Failure } from "#core/failure.ts";
import type { Endpoint } from "./endpoint.ts";
import { BODY_MAX_BYTES } from "./problems.ts";
import { createStubServe, get, PEER, post, problemOf, StubLimits, stubAudit, stubList } from "./serve.testkit.ts";

const GOOD = JSON.stringify({ domain: "example.com" });
const BAD = JSON.stringify({ domain: 1 });

let stage = createStubServe();
beforeEach(() => {
	stage = createStubServe();
});

/** The status, and a problem's code. */
async function outcome(endpoint: Endpoint, request: Request): Promise<string> {
	const response = await stage.serve(endpoint, request, PEER);
	return response.ok ? String(response.status) : `${response.status} ${(await problemOf(response)).code}`;
}

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

	it("checks the burst limit before credentials, and the quota before the body", async () => {
		for (const policy of ["burst", "audit"] as const) {
			stage = createStubServe({ limits: new StubLimits({ [policy]: 0 }) });
			expect(await outcome(stubAudit as Endpoint, post("{", policy === "burst" ? token : {}))).toBe("429 rate-limited");
		}
	});
});

describe("limits", () => {
	it("count by address in `reading` without a quota", async () => {
		await stage.serve(stubList, get(), PEER);
		expect(stage.limits.taken).toEqual([{ policy: "reading", key: `key of ${PEER}`, units: 1 }]);
	});

	it("count but never refuse an endpoint that is always answered", async () => {
		stage = createStubServe({ limits: new StubLimits({ reading: 0 }) });
		expect(await outcome(stubList as Endpoint, get())).toBe("429 rate-limited");
		expect(await outcome({ ...(stubList as Endpoint), isAlwaysAnswered: true }, get())).toBe("200");
		const counted = createStubServe();
		await counted.serve({ ...(stubList as Endpoint), isAlwaysAnswered: true }, get(), PEER);
		expect(counted.limits.policies).toEqual(["reading"]);
	});

	it("count a token by address and subject, with its own quota and the endpoint's cost", async () => {
		const dear: Endpoint = { ...(stubAudit as Endpoint), cost: 2 };
		const response = await stage.serve(dear, post(GOOD, { Authorization: "Bearer good" }), PEER);
		expect(stage.limits.taken).toEqual([
			{ policy: "burst", key: `key of ${PEER}`, units: 1 },
			{ policy: "audit", key: `key of ${PEER}`, units: 2, holder: "token" },
			{ policy: "audit", key: "token:client-1", units: 2, holder: "token" },
		]);
		expect(response.headers.get("ratelimit-policy")).toBe('"burst";q=5;w=10, "audit";q=300;w=3600');
	});

	it("count the extra cost of an input after parsing, and list the limit once", async () => {
		const dear: Endpoint = {
			...(stubAudit as Endpoint),
			extraCost: (input) => ((input as { mode: string }).mode === "deep" ? 2 : 0),
		};
		const deep = JSON.stringify({ domain: "example.com", mode: "deep" });
		const response = await stage.serve(dear, post(deep), PEER);
		expect(stage.limits.taken.slice(1)).toEqual([
			{ policy: "audit", key: `key of ${PEER}`, units: 1 },
			{ policy: "audit", key: `key of ${PEER}`, units: 2 },
		]);
		expect(response.headers.get("ratelimit-policy")).toBe('"burst";q=5;w=10, "audit";q=30;w=3600');
		expect(response.headers.get("ratelimit")).toBe('"burst";r=4;t=9, "audit";r=28;t=3599');
		stage = createStubServe({ limits: new StubLimits({ audit: 1 }) });
		expect(await outcome(dear, post(deep))).toBe("429 rate-limited");
		stage = createStubServe();
		expect(await outcome(dear, post(GOOD))).toBe("200");
		expect(stage.limits.policies).toEqual(["burst", "audit"]);
	});

	it("name the exhausted limit and the time to wait", async () => {
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

	it("are in the header fields of every counted response", async () => {
		const response = await stage.serve(stubAudit, post(GOOD, { Authorization: "Bearer bad" }), PEER);
		expect(response.headers.get("ratelimit")).toBe('"burst";r=4;t=9');
	});
});

describe("RateLimit-Policy", () => {
	const audit = stubAudit as Endpoint;
	const failing = (error: Error): Endpoint => ({ ...audit, handle: () => Promise.reject(error) });
	const asked: readonly [string, Endpoint, () => Request][] = [
		["200", audit, () => post(GOOD)],
		["204", audit, () => new Request("https://audit.example.com/x", { method: "OPTIONS" })],
		["400 json-invalid", audit, () => post("{")],
		["400 input-invalid", audit, () => post(BAD)],
		["400 authorization-malformed", audit, () => post(GOOD, { Authorization: "Bearer a b" })],
		["401 token-invalid", audit, () => post(GOOD, { Authorization: "Bearer bad" })],
		["403 scope-missing", audit, () => post(GOOD, { Authorization: "Bearer other" })],
		["405 method-not-allowed", audit, () => get()],
		["413 request-too-large", audit, () => post("x".repeat(BODY_MAX_BYTES + 1))],
		["415 media-type-unsupported", audit, () => post(GOOD, { "Content-Type": "text/plain" })],
		["429 rate-limited", audit, () => post(GOOD)],
		["500 internal-error", failing(new TypeError("bug")), () => post(GOOD)],
		["503 overloaded", failing(new Failure("overloaded", { what: "Full." })), () => post(GOOD)],
		["503 store-unavailable", failing(new Failure("store-unavailable", { what: "Away." })), () => post(GOOD)],
		["200", stubList, () => get()],
		["200", stubList, () => get("", {}, "HEAD")],
		["400 input-invalid", stubList, () => get("?limit=x")],
		["405 method-not-allowed", stubList, () => get("", {}, "DELETE")],
	];

	it.each(asked)("is the same on every response: %s of $operationId", async (status, endpoint, request) => {
		const limits = new StubLimits(status.startsWith("429") ? { burst: 0 } : {});
		const { serve } = createStubServe({ limits });
		const response = await serve(endpoint, request(), PEER);
		expect(status).toMatch(new RegExp(`^${response.status}`));
		expect(response.headers.get("ratelimit-policy")).toBe(
			endpoint.quota ? '"burst";q=5;w=10, "audit";q=30;w=3600' : '"reading";q=100;w=10',
		);
		const isCacheable = response.headers.get("cache-control") !== "no-store";
		expect(response.headers.has("ratelimit")).toBe(limits.taken.length > 0 && !isCacheable);
	});

	it("does not depend on the request", async () => {
		const request = fc.record({
			method: fc.constantFrom("GET", "HEAD", "POST", "PUT", "DELETE", "OPTIONS"),
			type: fc.constantFrom("application/json", "text/plain", ""),
			authorization: fc.option(fc.constantFrom("Bearer bad", "Basic x", "Bearer other", "")),
			body: fc.oneof(fc.constantFrom(GOOD, BAD, "{", ""), fc.json()),
			left: fc.constantFrom({}, { burst: 0 }, { audit: 0 }),
		});
		await fc.assert(
			fc.asyncProperty(request, async ({ method, type, authorization, body, left }) => {
				const { serve } = createStubServe({ limits: new StubLimits(left) });
				const headers = { "Content-Type": type, ...(authorization !== null && { Authorization: authorization }) };
				const hasBody = method !== "GET" && method !== "HEAD";
				const sent = new Request("https://audit.example.com/x", { method, headers, ...(hasBody && { body }) });
				const response = await serve(audit, sent, PEER);
				expect(response.headers.get("ratelimit-policy")).toBe('"burst";q=5;w=10, "audit";q=30;w=3600');
			}),
		);
	});
});
