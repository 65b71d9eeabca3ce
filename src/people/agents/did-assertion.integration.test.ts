import { createServer } from "node:net";
import { describe, expect, it } from "vitest";
import { GuardedClient } from "#net/guarded-client.ts";
import { isPublicAddress } from "#net/public-address.ts";
import { describeDatabases } from "#store/database.testkit.ts";
import { ForeignJson } from "../oauth/foreign-json.ts";
import { BASE, START } from "../oauth/oauth.testkit.ts";
import { makeSigner, openTestAgents, refusalOf, type Signer, type TestAgents } from "./agents.testkit.ts";
import { readDidAssertion } from "./assertions.ts";

const DID = "did:web:agent.example.com:one";
const DOCUMENT = "https://agent.example.com/one/did.json";

function assertionBy(signer: Signer, did: string, changes = {}, header = {}): Promise<string> {
	const iat = START / 1000;
	const claims = { iss: did, sub: did, aud: BASE, iat, exp: iat + 300, jti: crypto.randomUUID(), ...changes };
	return signer.sign(claims, { typ: "JWT", ...header });
}

const documentOf = (signer: Signer, changes = {}) => ({
	id: DID,
	verificationMethod: [{ id: `${DID}#a`, type: "JsonWebKey", controller: DID, publicKeyJwk: signer.jwk }],
	authentication: ["#a"],
	...changes,
});

describe("agents with a DID", () => {
	describeDatabases((databases) => {
		const register = ({ agents }: TestAgents, assertion: string) => agents.register({ type: "did", assertion });

		it("register with the key in their document, once per assertion, for public scopes", async () => {
			const signer = await makeSigner(`${DID}#a`, "EdDSA");
			const documents: Record<string, unknown> = { [DOCUMENT]: documentOf(signer) };
			const test = await openTestAgents(await databases.open(), { documents });
			const assertion = await assertionBy(signer, DID);
			const first = await register(test, assertion);
			expect(first).toMatchObject({ type: "did", scopes: ["audit:public", "brief:public", "health:read"] });
			expect(first).not.toHaveProperty("claim");
			expect(await refusalOf(register(test, assertion))).toBe("replay_detected");
			const type = "identity_assertion";
			const again = await test.agents.register({ type, assertion: await assertionBy(signer, DID) });
			expect(again.id).toBe(first.id);
			expect(await test.tokenOf(again.identity?.assertion ?? "")).toMatchObject({ token_type: "Bearer" });
			// Only our own assertion gets a token.
			expect(await refusalOf(test.tokenOf(await assertionBy(signer, DID)))).toBe("invalid_grant");
		});

		it("are refused with another's document or a key for another purpose", async () => {
			const signer = await makeSigner(`${DID}#a`);
			const other = await makeSigner(`${DID}#a`);
			const method = { id: `${DID}#a`, type: "JsonWebKey", controller: DID, publicKeyJwk: signer.jwk };
			const wrong = [
				documentOf(other),
				documentOf(signer, { id: "did:web:agent.example.com" }),
				documentOf(signer, { authentication: [] }),
				documentOf(signer, { authentication: ["#b"] }),
				documentOf(signer, { verificationMethod: [{ ...method, controller: "did:web:evil.example" }] }),
				documentOf(signer, { verificationMethod: [{ ...method, publicKeyJwk: { kty: "oct", k: "c2VjcmV0" } }] }),
				"no document",
			];
			const documents: Record<string, unknown> = {};
			const test = await openTestAgents(await databases.open(), { documents });
			for (const document of wrong) {
				test.published[DOCUMENT] = document;
				const assertion = await assertionBy(signer, DID, {
					iat: test.clock.ms / 1000,
					exp: test.clock.ms / 1000 + 300,
				});
				expect(await refusalOf(register(test, assertion))).toBe("invalid_signature");
				test.clock.ms += 600_000;
			}
		});

		it("cannot vouch for others", async () => {
			const signer = await makeSigner(`${DID}#a`);
			const test = await openTestAgents(await databases.open(), { documents: { [DOCUMENT]: documentOf(signer) } });
			const refused = async (changes: object, header = {}) =>
				refusalOf(register(test, await assertionBy(signer, DID, changes, header)));
			expect(await refused({ sub: "did:web:victim.example" })).toBe("invalid_request");
			expect(await refused({ aud: `${BASE}/mcp` })).toBe("invalid_audience");
			expect(await refused({ exp: START / 1000 - 61 })).toBe("expired");
			expect(await refused({}, { typ: "at+jwt" })).toBe("invalid_request");
			for (const did of ["did:example:1", "did:key:zz", "did:web:localhost"])
				expect(await refusalOf(register(test, await assertionBy(signer, did)))).toBe("issuer_not_enabled");
			expect(await refusalOf(register(test, await assertionBy(signer, "https://agent.example.com")))).toBe(
				"issuer_not_enabled",
			);
		});
	});
});

describe("documents of DIDs", () => {
	it("are fetched only from public addresses", async () => {
		const server = createServer((socket) => socket.destroy());
		let reached = 0;
		server.on("connection", () => reached++);
		await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
		const { port } = server.address() as { port: number };
		const openClient = () =>
			new GuardedClient({
				userAgent: "test",
				isPublicAddress,
				ports: [port, 443],
				resolve: async () => ["127.0.0.1"],
			});
		const parts = { issuer: BASE, now: () => START, json: new ForeignJson(openClient, () => START) };
		const signer = await makeSigner("key");
		const inward = [
			`did:web:agent.example.com%3A${port}`,
			"did:web:agent.example.com",
			"did:web:127.0.0.1",
			"did:web:0x7f.1",
			"did:web:2130706433",
			"did:web:metadata.google.internal",
		];
		for (const did of inward) {
			const refused = await refusalOf(readDidAssertion(await assertionBy(signer, did), parts));
			expect(["issuer_not_enabled", "invalid_signature"]).toContain(refused);
		}
		await new Promise((resolve) => server.close(resolve));
		expect(reached).toBe(0);
	});
});
