import { defaultKeyHasher } from "@better-auth/api-key";
import { describe, expect, it } from "vitest";
import { readEnvironment } from "#config/environment.ts";
import { describeDatabases } from "#store/database.testkit.ts";
import type { Database } from "#store/database.ts";
import { mailbox, signIn } from "../accounts/sign-in.testkit.ts";
import { People } from "../open-people.ts";
import { ApiKeys, KEYS_MAX } from "./api-keys.ts";

const SECRET = "a secret of at least 32 characters";
const KEY = { name: "Nightly report", scopes: ["audit:read"] as const };

/** Two accounts, and keys with a clock of their own. */
async function open(database: Database) {
	const settings = readEnvironment({ SIGHTLINE_BASE_URL: "https://audit.example.org", SIGHTLINE_SECRET: SECRET });
	const { mailer, mails } = mailbox();
	const people = new People({ database, settings, mailer });
	const [ann, bob] = [await signIn(people, mails, "ann@example.com"), await signIn(people, mails, "bob@example.com")];
	const clock = { ms: Date.now() };
	const keys = new ApiKeys(database, people.accounts, () => clock.ms);
	return { keys, people, clock, ann: ann.account.id, bob: bob.account.id };
}

describe("API keys", () => {
	describeDatabases((databases) => {
		it("work for their account, and are stored only as digests", async () => {
			const database = await databases.open();
			const { keys, ann } = await open(database);
			const key = await keys.make(ann, { ...KEY, days: 30 });
			expect(key).toMatch(/^sl_[A-Za-z]{64}$/);
			expect(await keys.holderOf(key)).toEqual({ account: ann, scopes: ["audit:read"] });
			const rows = await database.sql.selectFrom("apikey").selectAll().execute();
			expect(JSON.stringify(rows)).not.toContain(key);
			expect(rows.map((row) => row.key)).toEqual([await defaultKeyHasher(key)]);
			expect(await keys.list(ann)).toMatchObject([{ name: KEY.name, start: key.slice(0, 9), scopes: ["audit:read"] }]);
			for (const wrong of ["sl_", key.slice(0, -1), `${key}a`, key.toUpperCase(), "", "sl_' or 1=1"])
				expect(await keys.holderOf(wrong), wrong).toBeUndefined();
		});

		it("record their last use to the minute, and expire", async () => {
			const { keys, ann, clock } = await open(await databases.open());
			const key = await keys.make(ann, { ...KEY, days: 30 });
			const used = async () => (await keys.list(ann))[0]?.lastUsedAt;
			expect(await used()).toBeUndefined();
			await keys.holderOf(key);
			const first = await used();
			expect(first).toBe(new Date(clock.ms).toISOString());
			clock.ms += 59_000;
			await keys.holderOf(key);
			expect(await used()).toBe(first);
			clock.ms += 1_000;
			await keys.holderOf(key);
			expect(await used()).toBe(new Date(clock.ms).toISOString());
			clock.ms += 30 * 86_400_000;
			expect(await keys.holderOf(key)).toBeUndefined();
		});

		it("of other accounts are inaccessible", async () => {
			const { keys, ann, bob } = await open(await databases.open());
			const key = await keys.make(ann, KEY);
			const [{ id = "" } = {}] = await keys.list(ann);
			expect([await keys.list(bob), await keys.rename(bob, id, "Mine"), await keys.revoke(bob, id)]).toEqual([
				[],
				false,
				false,
			]);
			expect((await keys.list(ann)).map(({ name }) => name)).toEqual([KEY.name]);
			expect([await keys.rename(ann, id, "Ours"), (await keys.list(ann))[0]?.name]).toEqual([true, "Ours"]);
			expect([await keys.revoke(ann, id), await keys.holderOf(key), await keys.list(ann)]).toEqual([
				true,
				undefined,
				[],
			]);
		});

		it("are limited in number, and deleted with their account", async () => {
			const { keys, people, ann, bob } = await open(await databases.open());
			const made = [];
			for (let at = 0; at < KEYS_MAX; at++) made.push(await keys.make(ann, { name: `Key ${at}`, scopes: [] }));
			await expect(keys.make(ann, KEY)).rejects.toMatchObject({ code: "input-invalid" });
			const ofBob = await keys.make(bob, KEY);
			expect((await people.exportOf(ann)).keys).toHaveLength(KEYS_MAX);
			await people.forget(ann);
			expect(await keys.holderOf(await keys.make(ann, KEY)), "made by a request that was under way").toBeUndefined();
			expect([await keys.holderOf(made[0] ?? ""), (await keys.holderOf(ofBob))?.account]).toEqual([undefined, bob]);
		});
	});
});
