import { createLocalJWKSet, exportJWK, generateKeyPair, jwtVerify } from "jose";
import { describe, expect, it } from "vitest";
import { describeDatabases } from "#store/database.testkit.ts";
import type { Database } from "#store/database.ts";
import { TokenKeys } from "./token-keys.ts";

const SECRET = "a secret of at least 32 characters";
const START = Date.parse("2026-03-01T00:00:00Z");
const DAY_MS = 86_400_000;

function open(database: Database, more: { configured?: string; secret?: string; clock?: { ms: number } } = {}) {
	const { configured, secret = SECRET, clock = { ms: START } } = more;
	const keys = new TokenKeys(
		database,
		async () => secret,
		configured,
		() => clock.ms,
	);
	const names = async () => (await keys.keys()).keys.map(({ kid }) => kid);
	const signs = async () => {
		const { protectedHeader } = await jwtVerify(
			await keys.sign({ sub: "x" }, { typ: "test" }),
			createLocalJWKSet({ keys: (await keys.keys()).keys.map((key) => ({ ...key })) }),
		);
		expect(protectedHeader).toMatchObject({ alg: "ES256", typ: "test" });
		return protectedHeader.kid;
	};
	return { keys, clock, names, signs };
}

describe("token signing keys", () => {
	describeDatabases((databases) => {
		it("are generated once for all processes, and stored encrypted", async () => {
			const database = await databases.open();
			const [one, two] = [open(database), open(await databases.open())];
			const [first, second] = await Promise.all([one.signs(), two.signs()]);
			expect(second).toBe(first);
			expect(await one.names()).toEqual([first]);
			const rows = await database.sql.selectFrom("oauth_key").selectAll().execute();
			expect(rows).toHaveLength(1);
			expect(JSON.parse(rows[0]?.public_key ?? "")).not.toHaveProperty("d");
			expect(rows[0]?.sealed).not.toMatch(/kty|eyJ/);
		});

		it("rotate, and are published a day before and after they sign", async () => {
			const { clock, names, signs } = open(await databases.open());
			const first = await signs();
			const seen: string[] = [];
			for (let day = 1; day <= 65; day++) {
				clock.ms = START + day * DAY_MS;
				const [signing, published] = [await signs(), await names()];
				expect(published).toContain(signing);
				seen.push(`${published.length} ${signing === first ? "first" : "later"}`);
			}
			expect(seen.slice(27, 32)).toEqual(["1 first", "2 first", "2 later", "2 later", "1 later"]);
			expect(await names()).not.toContain(first);
		});

		it("are generated again after a change of the secret; old ones still verify", async () => {
			const database = await databases.open();
			const before = await open(database).signs();
			const after = open(database, { secret: "another secret of at least 32 characters" });
			expect(await after.signs()).not.toBe(before);
			expect(await after.names()).toContain(before);
		});

		it("are the configured ones if one can sign, else also generated ones", async () => {
			const { privateKey, publicKey } = await generateKeyPair("ES256", { extractable: true });
			const database = await databases.open();
			const set = async (key: CryptoKey) =>
				JSON.stringify({ keys: [{ ...(await exportJWK(key)), kid: "ours", alg: "ES256" }] });
			const signing = open(database, { configured: await set(privateKey) });
			expect([await signing.signs(), await signing.names()]).toEqual(["ours", ["ours"]]);
			expect(JSON.stringify(await signing.keys.keys())).not.toContain('"d"');
			const verifying = open(database, { configured: await set(publicKey) });
			expect(await verifying.names()).toEqual([await verifying.signs(), "ours"]);
		});
	});
});
