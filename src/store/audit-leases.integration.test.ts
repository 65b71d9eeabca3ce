import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { describe, expect, it } from "vitest";
import { type ClaimRequest, finishClaim, openAuditClaims } from "./audit-leases.ts";
import { describeDatabases } from "./database.testkit.ts";
import type { Database } from "./database.ts";

const NOW = Date.parse("2026-11-21T02:00:00.000Z");
const TARGET = { domain: "example.com", mode: "light" };
const ask = (owner: string, later = 0, change: Partial<ClaimRequest> = {}): ClaimRequest => ({
	...TARGET,
	owner,
	now: NOW + later,
	freshMs: 60_000,
	leaseMs: 30_000,
	...change,
});
const RESULT = { receipt: "r".repeat(64), auditedAt: "2026-11-21T02:00:01.000Z" };

function finish({ sql }: Database, owner: string, later: number): Promise<boolean> {
	const end = { ...TARGET, owner, ...RESULT, now: NOW + later };
	return sql.transaction().execute((transaction) => finishClaim(transaction, end));
}

describe("AuditClaims", () => {
	describeDatabases(({ open, place }) => {
		it("gives a target to one; another target and another mode are free", async () => {
			const claims = openAuditClaims(await open());
			expect(await claims.claim(ask("a"))).toEqual({ kind: "mine" });
			expect(await claims.claim(ask("b", 1))).toEqual({ kind: "busy" });
			expect(await claims.claim(ask("a", 1)), "the holder itself").toEqual({ kind: "busy" });
			expect(await claims.claim(ask("b", 1, { mode: "deep" }))).toEqual({ kind: "mine" });
			expect(await claims.claim(ask("b", 1, { domain: "www.example.com" }))).toEqual({ kind: "mine" });
		});

		it("answers with the last result while it is fresh", async () => {
			const database = await open();
			const claims = openAuditClaims(database);
			await claims.claim(ask("a"));
			expect(await finish(database, "a", 1000)).toBe(true);
			const fresh = { kind: "fresh", ...RESULT, finishedMs: NOW + 1000 };
			expect(await claims.claim(ask("b", 1000))).toEqual(fresh);
			expect(await claims.claim(ask("b", 60_999))).toEqual(fresh);
			expect(await claims.claim(ask("b", 61_000))).toEqual({ kind: "mine" });
			expect(await claims.claim(ask("c", 61_001)), "the next is under way").toEqual({ kind: "busy" });
		});

		it("gives a target free again that was released, and leaves the claim of another alone", async () => {
			const claims = openAuditClaims(await open());
			await claims.claim(ask("a"));
			await claims.release({ ...TARGET, owner: "b" });
			expect(await claims.claim(ask("b", 1))).toEqual({ kind: "busy" });
			await claims.release({ ...TARGET, owner: "a" });
			expect(await claims.claim(ask("b", 2))).toEqual({ kind: "mine" });
		});

		it("lets a lease that ran out be taken over, unless it was extended; the late one notes nothing", async () => {
			const database = await open();
			const claims = openAuditClaims(database);
			await claims.claim(ask("slow"));
			expect(await claims.extend({ ...TARGET, owner: "slow", now: NOW + 20_000, leaseMs: 30_000 })).toBe(true);
			expect(await claims.claim(ask("b", 49_999))).toEqual({ kind: "busy" });
			expect(await claims.claim(ask("b", 50_000))).toEqual({ kind: "mine" });
			expect(await claims.extend({ ...TARGET, owner: "slow", now: NOW + 50_001, leaseMs: 30_000 })).toBe(false);
			expect(await finish(database, "slow", 50_002)).toBe(false);
			expect(await claims.claim(ask("c", 50_003))).toEqual({ kind: "busy" });
			expect(await finish(database, "b", 50_004)).toBe(true);
		});

		it("is not blocked by a clock that was set back", async () => {
			const database = await open();
			const claims = openAuditClaims(database);
			const anHour = 3_600_000;
			await claims.claim(ask("a", anHour));
			expect(await claims.claim(ask("b"))).toEqual({ kind: "mine" });
			await finish(database, "b", anHour);
			expect(await claims.claim(ask("c"))).toEqual({ kind: "mine" });
		});

		it("bears clocks of several machines that differ by seconds", async () => {
			const database = await open();
			const claims = openAuditClaims(database);
			await claims.claim(ask("ahead", 5000));
			expect(await claims.claim(ask("b"))).toEqual({ kind: "busy" });
			await finish(database, "ahead", 5000);
			expect(await claims.claim(ask("b"))).toMatchObject({ kind: "fresh" });
		});

		it("keeps the end of an audit only with its transaction", async () => {
			const database = await open();
			const claims = openAuditClaims(database);
			await claims.claim(ask("a"));
			const failing = database.sql.transaction().execute(async (transaction) => {
				await finishClaim(transaction, { ...TARGET, owner: "a", ...RESULT, now: NOW });
				throw new Error("no room for the receipt");
			});
			await expect(failing).rejects.toThrow("no room");
			expect(await claims.claim(ask("b", 1))).toEqual({ kind: "busy" });
		});

		it("forgets what ended or was left long ago, and nothing else", async () => {
			const database = await open();
			const claims = openAuditClaims(database);
			for (const owner of ["ended", "recent", "left", "held"]) await claims.claim(ask(owner, 0, { domain: owner }));
			const { sql } = database;
			for (const [domain, later] of [
				["ended", 1000],
				["recent", 90_000],
			] as const) {
				const end = { domain, mode: "light", owner: domain, ...RESULT, now: NOW + later };
				await sql.transaction().execute((transaction) => finishClaim(transaction, end));
			}
			await claims.extend({ domain: "held", mode: "light", owner: "held", now: NOW + 60_000, leaseMs: 30_000 });
			await claims.forget(NOW + 60_000);
			const kept = await sql.selectFrom("audit_claim").select("domain").orderBy("domain").execute();
			expect(kept.map(({ domain }) => domain)).toEqual(["held", "recent"]);
		});

		it("gives a target to one of fifty who ask at once through two connections", async () => {
			const both = [openAuditClaims(await open()), openAuditClaims(await open())];
			const asked = Array.from({ length: 50 }, (_, index) => both[index % 2]?.claim(ask(`owner-${index}`)));
			const kinds = (await Promise.all(asked)).map((claim) => claim?.kind);
			expect(kinds.filter((kind) => kind === "mine")).toHaveLength(1);
			expect(kinds.filter((kind) => kind === "busy")).toHaveLength(49);
		});

		it("gives each of 20 targets to one of three processes", async () => {
			const where = await place();
			await open();
			const address = (file: string) => JSON.stringify(new URL(file, import.meta.url).href);
			const script = `
const { openDatabase } = await import(${address("database.ts")});
const { openAuditClaims } = await import(${address("audit-leases.ts")});
const database = await openDatabase(${JSON.stringify(where)});
const claims = openAuditClaims(database);
const request = ${JSON.stringify(ask("x"))};
const asked = Array.from({ length: 100 }, (_, index) =>
	claims.claim({ ...request, domain: String(index % 20), owner: process.pid + "-" + index }));
process.stdout.write(String((await Promise.all(asked)).filter(({ kind }) => kind === "mine").length));
await database.close();`;
			const run = () => promisify(execFile)(process.execPath, ["--input-type=module", "-e", script]);
			const ended = await Promise.all([run(), run(), run()]);
			expect(ended.reduce((sum, { stdout }) => sum + Number(stdout), 0)).toBe(20);
		});
	});
});
