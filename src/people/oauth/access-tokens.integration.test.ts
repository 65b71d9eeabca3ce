import { describe, expect, it } from "vitest";
import { describeDatabases } from "#store/database.testkit.ts";
import type { Database } from "#store/database.ts";
import { BASE, openTestOauth } from "./oauth.testkit.ts";

async function open(database: Database) {
	const oauth = await openTestOauth(database);
	oauth.clock.ms += 500;
	return oauth;
}

const TOKEN = { subject: "client_1", clientId: "client_1", scopes: ["audit:public"], audience: BASE };

describe("access tokens", () => {
	describeDatabases((databases) => {
		it("are verified by the process that issues them and by others, for their audience alone", async () => {
			const one = await open(await databases.open());
			const two = await open(await databases.open());
			expect((await two.tokenKeys.keys()).keys).toHaveLength(1);
			const { access_token: token, ...more } = await one.issue({ ...TOKEN, account: "ann" });
			expect(more).toEqual({ token_type: "Bearer", expires_in: 3600, scope: "audit:public" });
			const claims = { subject: "client_1", clientId: "client_1", scopes: ["audit:public"], account: "ann" };
			expect(await one.verifyToken(token, BASE)).toMatchObject(claims);
			expect(await two.verifyToken(token, BASE)).toMatchObject(claims);
			expect(await two.verifyToken(token, `${BASE}/mcp`)).toEqual({ refused: "It is meant for another audience." });
			for (const wrong of ["", "a.b.c", `${token}x`, "x".repeat(10_000)])
				expect(await one.verifyToken(wrong, BASE)).toEqual({ refused: expect.any(String) });
		});

		it("make no key where none was needed yet, whatever is shown; the first that is issued is taken at once", async () => {
			const database = await databases.open();
			const [one, two] = [await open(database), await open(await databases.open())];
			const forged = `${Buffer.from('{"alg":"ES256","kid":"x"}').toString("base64url")}.e30.AAAA`;
			for (const token of ["garbage", forged])
				expect(await one.verifyToken(token, BASE)).toEqual({ refused: expect.any(String) });
			expect(await database.sql.selectFrom("oauth_key").selectAll().execute()).toEqual([]);
			const { access_token } = await two.issue(TOKEN);
			expect(await one.verifyToken(access_token, BASE)).toHaveProperty("subject");
		});

		it("name keys that another process has just made, which is looked for now and then", async () => {
			const early = await open(await databases.open());
			const { access_token: before } = await early.issue(TOKEN);
			const database = await databases.open();
			await database.sql.deleteFrom("oauth_key").execute();
			const late = await open(database);
			const { access_token: after } = await late.issue(TOKEN);
			expect(await early.verifyToken(after, BASE)).toHaveProperty("refused");
			early.clock.ms += 30_000;
			expect(await early.verifyToken(after, BASE)).toHaveProperty("subject");
			expect(await early.verifyToken(before, BASE)).toHaveProperty("refused");
		});

		it("end with their subject, in the same second too, and a new one is not among them", async () => {
			const oauth = await open(await databases.open());
			const { clock, issue, verifyToken, revocations } = oauth;
			const [old, another] = [await issue(TOKEN), await issue({ ...TOKEN, subject: "client_2" })];
			await revocations.revoke(["sub:client_1"]);
			clock.ms += 1;
			const fresh = await issue(TOKEN);
			const refused = async (token: string) => "refused" in (await verifyToken(token, BASE));
			expect(await refused(old.access_token)).toBe(true);
			expect([await refused(another.access_token), await refused(fresh.access_token)]).toEqual([false, false]);
			clock.ms += 3_660_000;
			await oauth.sweep(clock.ms);
			expect(await verifyToken(old.access_token, BASE)).toMatchObject({ refused: expect.any(String) });
		});
	});
});
