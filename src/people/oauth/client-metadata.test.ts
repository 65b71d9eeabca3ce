import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { ProtocolError } from "#core/api/protocol-error.ts";
import { isDocumentAddress, readClientMetadata } from "./clients.ts";
import { clientKey } from "./oauth.testkit.ts";

const BACK = ["https://app.example.com/back"];
const { jwk } = await clientKey();

function errorOf(given: unknown): string {
	try {
		readClientMetadata(given);
		return "none";
	} catch (error) {
		if (error instanceof ProtocolError) return error.error;
		throw error;
	}
}

describe("client metadata", () => {
	it("get the standard's defaults", () => {
		expect(readClientMetadata({})).toMatchObject({
			token_endpoint_auth_method: "client_secret_basic",
			grant_types: ["client_credentials"],
			response_types: [],
		});
		expect(readClientMetadata({ redirect_uris: BACK, scope: "audit:public made:up" })).toMatchObject({
			grant_types: ["authorization_code", "refresh_token"],
			response_types: ["code"],
			scope: "audit:public",
		});
	});

	it.each([
		["invalid_client_metadata", []],
		["invalid_client_metadata", "x"],
		["invalid_client_metadata", { client_name: "a\u202eb" }],
		["invalid_client_metadata", { client_name: "" }],
		["invalid_client_metadata", { client_uri: "javascript:alert(1)" }],
		["invalid_client_metadata", { token_endpoint_auth_method: "tls_client_auth" }],
		["invalid_client_metadata", { grant_types: ["password", "implicit"] }],
		["invalid_client_metadata", { redirect_uris: BACK, response_types: ["token"] }],
		["invalid_client_metadata", { response_types: ["code"] }],
		["invalid_client_metadata", { scope: "made:up" }],
		["invalid_client_metadata", { token_endpoint_auth_method: "none" }],
		["invalid_client_metadata", { token_endpoint_auth_method: "private_key_jwt" }],
		["invalid_client_metadata", { jwks: { keys: [] }, jwks_uri: "https://a.example.com/keys" }],
		["invalid_client_metadata", { jwks_uri: "http://a.example.com/keys" }],
		["invalid_client_metadata", { jwks: { keys: [{ kty: "oct", k: "c2VjcmV0" }] } }],
		["invalid_client_metadata", { jwks: { keys: [{ ...jwk, d: "x" }] } }],
		["invalid_client_metadata", { jwks: { keys: [] } }],
		["invalid_redirect_uri", { grant_types: ["authorization_code"] }],
		["invalid_redirect_uri", { redirect_uris: ["http://app.example.com/"] }],
		["invalid_redirect_uri", { redirect_uris: [7] }],
		["invalid_redirect_uri", { redirect_uris: Array(11).fill(BACK[0]) }],
		["none", { jwks: { keys: [jwk] }, token_endpoint_auth_method: "private_key_jwt" }],
	])("are answered with %s for %j", (error, given) => {
		expect(errorOf(given)).toBe(error);
	});

	it("are accepted or refused with a reason, for any input", () => {
		const names = ["redirect_uris", "grant_types", "scope", "jwks", "jwks_uri", "client_name", "response_types"];
		const given = fc.dictionary(fc.constantFrom(...names), fc.jsonValue());
		fc.assert(
			fc.property(fc.oneof(given, fc.jsonValue()), (metadata) => {
				expect(["none", "invalid_client_metadata", "invalid_redirect_uri"]).toContain(errorOf(metadata));
			}),
		);
	});
});

describe("the URL of a client's metadata document", () => {
	it.each([
		["https://app.example.com/client.json", true],
		["https://app.example.com/a?b", true],
		["https://app.example.com/", false],
		["https://app.example.com", false],
		["http://app.example.com/client.json", false],
		["https://app.example.com:8443/client.json", false],
		["https://app.example.com/a/../client.json", false],
		["https://app.example.com/client.json#x", false],
		["https://user@app.example.com/client.json", false],
		["https://APP.example.com/client.json", false],
		[`https://app.example.com/${"a".repeat(231)}`, true],
		[`https://app.example.com/${"a".repeat(232)}`, false],
		["client_1", false],
	])("%s: %s", (id, isOne) => {
		expect(isDocumentAddress(id)).toBe(isOne);
	});
});
