import { describe, expect, it } from "vitest";
import type { VerifyToken } from "#signing/jwt.ts";
import type { ApiEndpoint, Endpoint } from "../api/endpoint.ts";
import { createStubServe, PEER, post, problemOf, stubAudit } from "../api/serve.testkit.ts";
import { isOwnVisit } from "./identify.ts";

const INVALID = 'Bearer error="invalid_token", error_description=';
const MALFORMED = 'Bearer error="invalid_request", error_description="The Authorization field is malformed."';
/** The token endpoint in every challenge. */
const METADATA = ', resource_metadata="https://audit.example.com/.well-known/oauth-protected-resource"';

async function refusal(authorization: string, changes = {}) {
	const { serve, observed } = createStubServe(changes);
	const response = await serve(stubAudit, post('{"domain":"a"}', { Authorization: authorization }), PEER);
	expect(observed[0]?.identityKind).toBeUndefined();
	const { code } = await problemOf(response);
	const challenge = response.headers.get("www-authenticate");
	expect(challenge?.endsWith(METADATA)).toBe(true);
	return [response.status, code, challenge?.slice(0, -METADATA.length)];
}

describe("credentials", () => {
	it("are optional", async () => {
		const { serve, observed } = createStubServe();
		const response = await serve(stubAudit, post('{"domain":"a"}'), PEER);
		expect([response.status, response.headers.get("www-authenticate")]).toEqual([200, null]);
		expect(observed[0]?.identityKind).toBe("anonymous");
	});

	it.each(["Bearer good", "bearer good", "BEARER   good"])("are accepted: %s", async (authorization) => {
		const { serve, observed } = createStubServe();
		const request = post('{"domain":"a"}', { Authorization: authorization });
		expect((await serve(stubAudit, request, PEER)).status).toBe(200);
		expect(observed[0]?.identityKind).toBe("token");
	});

	it.each(["Bearer bad", "Bearer good=", "Bearer eyJhbGciOiJub25lIn0.e30."])(
		"are refused: %s",
		async (authorization) => {
			expect(await refusal(authorization)).toEqual([401, "token-invalid", `${INVALID}"It is not a 'signed' token."`]);
		},
	);

	it.each(["Basic dXNlcjpwYXNz", "DPoP good", "good", "Bearerx good"])(
		"of another scheme: %s",
		async (authorization) => {
			expect(await refusal(authorization)).toEqual([
				401,
				"token-invalid",
				`${INVALID}"Only the scheme Bearer is supported."`,
			]);
		},
	);

	it.each(["", "Bearer", "Bearer good other", "Bearer good, Bearer good", "Basic x, Bearer good", "Bearer gööd"])(
		"are malformed: %j",
		async (authorization) => {
			expect(await refusal(authorization)).toEqual([400, "authorization-malformed", MALFORMED]);
		},
	);

	it("must have the right audience, and the challenge says where to get a token", async () => {
		const asked: unknown[] = [];
		const verifyToken: VerifyToken = async (_, audience) => {
			asked.push(audience);
			return { refused: "It is meant for another audience." };
		};
		const { serve } = createStubServe({ verifyToken });
		const request = () => post('{"domain":"a"}', { Authorization: "Bearer good" });
		await serve(stubAudit, request(), PEER);
		const response = await serve({ ...stubAudit, audience: "/mcp" } as Endpoint, request(), PEER);
		expect(asked).toEqual(["https://audit.example.com", "https://audit.example.com/mcp"]);
		expect(response.headers.get("www-authenticate")).toContain('/.well-known/oauth-protected-resource/mcp"');
	});

	it("of an account are counted for it, and may only change data with audit:write", async () => {
		const scopes =
			(more: string[]): VerifyToken =>
			async () => ({ subject: "c", scopes: more, jti: "j", issuedAt: 0, account: "ann" });
		const given: unknown[] = [];
		const handle: ApiEndpoint["handle"] = async (_, { identity }) => {
			given.push(identity);
			return { body: {} };
		};
		const endpoint = { ...stubAudit, scope: "audit:read", account: "required", handle } as unknown as Endpoint;
		for (const more of [["audit:read"], ["audit:read", "audit:write"]]) {
			const { serve } = createStubServe({ verifyToken: scopes(more) });
			expect((await serve(endpoint, post('{"domain":"a"}', { Authorization: "Bearer x" }), PEER)).status).toBe(200);
		}
		const grant = { kind: "grant", key: "account:ann", account: "ann" };
		expect(given).toEqual([
			{ ...grant, mayChange: false, scopes: ["audit:read"] },
			{ ...grant, mayChange: true, scopes: ["audit:read", "audit:write"] },
		]);
	});

	it("need the scope of the endpoint", async () => {
		expect(await refusal("Bearer other")).toEqual([
			403,
			"scope-missing",
			'Bearer error="insufficient_scope", ' +
				'error_description="The access token does not have the scope of this endpoint.", scope="audit:public"',
		]);
	});
});

const SITE = "https://audit.example.com";

it.each([
	[true, { "Sec-Fetch-Site": "none" }],
	[true, { "Sec-Fetch-Site": "same-origin", Referer: `${SITE}/` }],
	[true, { Referer: `${SITE}/wall/` }],
	[false, { "Sec-Fetch-Site": "cross-site" }],
	[false, { "Sec-Fetch-Site": "same-site", Referer: `${SITE}/` }],
	[false, { Referer: `${SITE}.evil.example/` }],
	[false, {}],
])("a visit is its visitor's own will: %s for %j", (isOwn, headers) => {
	expect(isOwnVisit(new Headers(headers), SITE)).toBe(isOwn);
});
