import { describe, expect, it } from "vitest";
import { createStubServe, PEER, post, problemOf, stubAudit } from "../api/serve.testkit.ts";

const INVALID = 'Bearer error="invalid_token", error_description=';
const MALFORMED = 'Bearer error="invalid_request", error_description="The Authorization field is malformed."';

async function refusal(authorization: string, changes = {}) {
	const { serve, observed } = createStubServe(changes);
	const response = await serve(stubAudit, post('{"domain":"a"}', { Authorization: authorization }), PEER);
	expect(observed[0]?.identityKind).toBeUndefined();
	const { code } = await problemOf(response);
	return [response.status, code, response.headers.get("www-authenticate")];
}

describe("credentials", () => {
	it("need not be there", async () => {
		const { serve, observed } = createStubServe();
		const response = await serve(stubAudit, post('{"domain":"a"}'), PEER);
		expect([response.status, response.headers.get("www-authenticate")]).toEqual([200, null]);
		expect(observed[0]?.identityKind).toBe("anonymous");
	});

	it.each(["Bearer good", "bearer good", "BEARER   good"])("are taken: %s", async (authorization) => {
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
				`${INVALID}"Only the scheme Bearer is understood."`,
			]);
		},
	);

	it.each(["", "Bearer", "Bearer good other", "Bearer good, Bearer good", "Basic x, Bearer good", "Bearer gööd"])(
		"that are malformed: %j",
		async (authorization) => {
			expect(await refusal(authorization)).toEqual([400, "authorization-malformed", MALFORMED]);
		},
	);

	it("need the scope of the endpoint", async () => {
		expect(await refusal("Bearer other")).toEqual([
			403,
			"scope-missing",
			'Bearer error="insufficient_scope", ' +
				'error_description="The access token does not hold the scope of this endpoint.", scope="audit:public"',
		]);
	});

	it("are refused, not ignored, where an installation has no keys", async () => {
		const [status, code] = await refusal("Bearer good", { verifyToken: undefined });
		expect([status, code]).toEqual([401, "token-invalid"]);
		const { serve } = createStubServe({ verifyToken: undefined });
		const response = await serve(stubAudit, post('{"domain":"a"}', { Authorization: "Bearer good" }), PEER);
		expect((await problemOf(response)).detail).toBe(
			"The access token is refused. This installation takes no tokens. Leave the Authorization field out.",
		);
	});
});
