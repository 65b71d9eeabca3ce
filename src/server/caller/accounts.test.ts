import { describe, expect, it } from "vitest";
import * as z from "zod";
import type { ApiEndpoint } from "../api/endpoint.ts";
import { stubPeople } from "../api/people.testkit.ts";
import { BASE_URL, createStubServe, PEER, problemOf, stubAudit } from "../api/serve.testkit.ts";

const ANN = { id: "ann", email: "ann@example.com", name: "", createdAt: "2026-11-01T00:00:00.000Z" };

/** Somebody is signed in by the cookie `session=ann`, and holds the key `sl_ann`, which may read. */
function openStage() {
	const asked: string[] = [];
	const people = stubPeople({
		accounts: {
			session: async (cookie) => {
				asked.push(cookie ?? "");
				return cookie === "session=ann"
					? { id: "1", account: ANN, startedAt: ANN.createdAt, isFresh: true }
					: undefined;
			},
		},
		keys: {
			holderOf: async (key) => {
				asked.push(key);
				return key === "sl_ann" ? { account: "ann", scopes: ["audit:read"] } : undefined;
			},
		},
	});
	return { asked, ...createStubServe({ people }) };
}

function endpointWith(changes: Partial<ApiEndpoint>): ApiEndpoint {
	return {
		...(stubAudit as ApiEndpoint),
		method: "GET",
		input: z.object({}),
		handle: async (_, { identity }) => ({
			body: { kind: identity.kind, account: identity.account ?? null },
			headers: { "Cache-Control": "public, max-age=60", ETag: '"1"' },
		}),
		...changes,
	};
}

const welcome = endpointWith({ account: "welcome" });
const required = endpointWith({ account: "required", scope: "audit:read" });
const SIGNED_IN = { Cookie: "session=ann", "Sec-Fetch-Site": "same-origin" };
const request = (headers: Record<string, string>) => new Request(`${BASE_URL}/api/v1/stub`, { headers });

describe("a session", () => {
	it("is accepted from pages of this site, and the response is private", async () => {
		const { serve, limits } = openStage();
		for (const endpoint of [welcome, required]) {
			const response = await serve(endpoint, request(SIGNED_IN), PEER);
			expect(await response.json()).toEqual({ kind: "session", account: "ann" });
			const { headers } = response;
			expect(headers.get("cache-control")).toBe("no-store");
			expect(headers.get("vary")).toContain("Cookie, Origin");
			expect(headers.get("cross-origin-resource-policy")).toBe("same-origin");
			for (const name of ["access-control-allow-origin", "etag"]) expect(headers.get(name), name).toBeNull();
			expect(headers.get("ratelimit-policy")).toBe('"burst";q=5;w=10, "audit";q=300;w=3600');
		}
		expect(limits.taken.at(-1)).toEqual({ policy: "audit", key: "account:ann", units: 1, holder: "key" });
	});

	it.each([
		["another origin", { Origin: "https://evil.example" }],
		["an origin that only begins alike", { Origin: `${BASE_URL}.evil.example` }],
		["a frame without an origin", { Origin: "null", "Sec-Fetch-Site": "same-origin" }],
		["another site", { "Sec-Fetch-Site": "cross-site" }],
		["another host of the domain", { "Sec-Fetch-Site": "same-site" }],
		["an address that was typed", { "Sec-Fetch-Site": "none" }],
		["a program that says nothing", {}],
		["a page of another site on plain http", { Referer: `${BASE_URL}.evil.example/` }],
	])("is not looked at for %s", async (_, headers) => {
		const { serve, asked } = openStage();
		const sent = { Cookie: "session=ann", ...headers };
		const open = await serve(welcome, request(sent), PEER);
		expect(await open.json()).toEqual({ kind: "anonymous", account: null });
		expect(open.headers.get("access-control-allow-origin")).toBe("*");
		expect(open.headers.get("vary")).toContain("Cookie, Origin");
		expect((await problemOf(await serve(required, request(sent), PEER))).code).toBe("sign-in-required");
		expect(asked).toEqual([]);
	});

	it("is not looked up without a cookie, or for an endpoint without accounts", async () => {
		const { serve, asked } = openStage();
		await serve(welcome, request({ "Sec-Fetch-Site": "same-origin" }), PEER);
		const plain = await serve(endpointWith({}), request(SIGNED_IN), PEER);
		expect(await plain.json()).toEqual({ kind: "anonymous", account: null });
		expect(plain.headers.get("vary")).not.toContain("Cookie");
		expect(asked).toEqual([]);
	});

	it("of an invalid cookie is ignored", async () => {
		const { serve } = openStage();
		const response = await serve(required, request({ ...SIGNED_IN, Cookie: "session=eve" }), PEER);
		expect([response.status, response.headers.get("www-authenticate")]).toEqual([
			401,
			'Bearer resource_metadata="https://audit.example.com/.well-known/oauth-protected-resource"',
		]);
	});
});

describe("an API key", () => {
	const ask = (endpoint: ApiEndpoint, authorization: string, more = {}) => {
		const stage = openStage();
		return { ...stage, response: stage.serve(endpoint, request({ Authorization: authorization, ...more }), PEER) };
	};

	it("identifies its account from any address, with the shared quota of its keys", async () => {
		const { response, limits } = ask(required, "Bearer sl_ann", { Origin: "https://app.example" });
		expect(await (await response).json()).toEqual({ kind: "key", account: "ann" });
		expect((await response).headers.get("access-control-allow-origin")).toBe("*");
		expect(limits.taken.at(-1)).toMatchObject({ key: "account:ann", holder: "key" });
	});

	it("takes precedence over a cookie, and is refused if invalid", async () => {
		const { response, asked } = ask(required, "Bearer sl_eve", SIGNED_IN);
		const problem = await problemOf(await response);
		expect([problem.code, problem.detail]).toEqual([
			"token-invalid",
			expect.stringMatching(/^The API key is not valid\./),
		]);
		expect(asked).toEqual(["sl_eve"]);
	});

	it("allows public endpoints and its scopes", async () => {
		expect((await ask(endpointWith({ scope: "audit:public" }), "Bearer sl_ann").response).status).toBe(200);
		const { response } = ask(endpointWith({ scope: "audit:write", account: "required" }), "Bearer sl_ann");
		expect((await response).headers.get("www-authenticate")).toContain('scope="audit:write"');
		expect((await problemOf(await response)).code).toBe("scope-missing");
	});

	it("is required if a token has no account", async () => {
		const { response } = ask(endpointWith({ account: "required" }), "Bearer good");
		expect((await problemOf(await response)).code).toBe("sign-in-required");
	});
});
