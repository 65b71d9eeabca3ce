import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { describe, expect, it } from "vitest";
import { AuditLeases, finishLease, type LeaseRequest } from "./audit-leases.ts";
import { describeDatabases } from "./database.testkit.ts";
import type { Database } from "./database.ts";

const NOW = Date.parse("2026-11-21T02:00:00.000Z");
const TARGET = { domain: "example.com", mode: "light" };
const ask = (owner: string, later = 0, change: Partial<LeaseRequest> = {}): LeaseRequest => ({
	...TARGET,
	owner,
	now: NOW + later,
	ttlMs: 60_000,
	leaseMs: 30_000,
	...change,
});
const RESULT = { receipt: "r".repeat(64), auditedAt: "2026-11-21T02:00:01.000Z" };

function finish({ sql }: Database, owner: string, later: number): Promise<boolean> {
	const end = { ...TARGET, owner, ...RESULT, now: NOW + later };
	return sql.transaction().execute((transaction) => finishLease(transaction, end));
}

describe("AuditLeases", () => {
	describeDatabases(({ open, place }) => {
		it("is exclusive per target and mode", async () => {
			const leases = new AuditLeases(await open());
			expect(await leases.acquire(ask("a"))).toEqual({ kind: "acquired" });
			expect(await leases.acquire(ask("b", 1))).toEqual({ kind: "busy" });
			expect(await leases.acquire(ask("a", 1)), "the holder itself").toEqual({ kind: "busy" });
			expect(await leases.acquire(ask("b", 1, { mode: "deep" }))).toEqual({ kind: "acquired" });
			expect(await leases.acquire(ask("b", 1, { domain: "www.example.com" }))).toEqual({ kind: "acquired" });
		});

		it("answers with the last result while it is younger than the TTL", async () => {
			const database = await open();
			const leases = new AuditLeases(database);
			await leases.acquire(ask("a"));
			expect(await finish(database, "a", 1000)).toBe(true);
			const finished = { kind: "finished", ...RESULT, finishedMs: NOW + 1000 };
			expect(await leases.acquire(ask("b", 1000))).toEqual(finished);
			expect(await leases.acquire(ask("b", 60_999))).toEqual(finished);
			expect(await leases.acquire(ask("b", 61_000))).toEqual({ kind: "acquired" });
			expect(await leases.acquire(ask("c", 61_001)), "the next is under way").toEqual({ kind: "busy" });
		});

		it("can be acquired after a release; a release by another owner is a no-op", async () => {
			const leases = new AuditLeases(await open());
			await leases.acquire(ask("a"));
			await leases.release({ ...TARGET, owner: "b" });
			expect(await leases.acquire(ask("b", 1))).toEqual({ kind: "busy" });
			await leases.release({ ...TARGET, owner: "a" });
			expect(await leases.acquire(ask("b", 2))).toEqual({ kind: "acquired" });
		});

		it("is taken over after it expires, unless renewed; the late owner writes nothing", async () => {
			const database = await open();
			const leases = new AuditLeases(database);
			await leases.acquire(ask("slow"));
			expect(await leases.renew({ ...TARGET, owner: "slow" }, { now: NOW + 20_000, leaseMs: 30_000 })).toBe(true);
			expect(await leases.acquire(ask("b", 49_999))).toEqual({ kind: "busy" });
			expect(await leases.acquire(ask("b", 50_000))).toEqual({ kind: "acquired" });
			expect(await leases.renew({ ...TARGET, owner: "slow" }, { now: NOW + 50_001, leaseMs: 30_000 })).toBe(false);
			expect(await finish(database, "slow", 50_002)).toBe(false);
			expect(await leases.acquire(ask("c", 50_003))).toEqual({ kind: "busy" });
			expect(await finish(database, "b", 50_004)).toBe(true);
		});

		it("is not blocked by a clock that was set back", async () => {
			const database = await open();
			const leases = new AuditLeases(database);
			const anHour = 3_600_000;
			await leases.acquire(ask("a", anHour));
			expect(await leases.acquire(ask("b"))).toEqual({ kind: "acquired" });
			await finish(database, "b", anHour);
			expect(await leases.acquire(ask("c"))).toEqual({ kind: "acquired" });
		});

		it("tolerates clocks of several machines that differ by seconds", async () => {
			const database = await open();
			const leases = new AuditLeases(database);
			await leases.acquire(ask("ahead", 5000));
			expect(await leases.acquire(ask("b"))).toEqual({ kind: "busy" });
			await finish(database, "ahead", 5000);
			expect(await leases.acquire(ask("b"))).toMatchObject({ kind: "finished" });
		});

		it("keeps a result only if its transaction commits", async () => {
			const database = await open();
			const leases = new AuditLeases(database);
			await leases.acquire(ask("a"));
			const failing = database.sql.transaction().execute(async (transaction) => {
				await finishLease(transaction, { ...TARGET, owner: "a", ...RESULT, now: NOW });
				throw new Error("no room for the receipt");
			});
			await expect(failing).rejects.toThrow("no room");
			expect(await leases.acquire(ask("b", 1))).toEqual({ kind: "busy" });
		});

		it("deletes only rows that ended or were abandoned long ago", async () => {
			const database = await open();
			const leases = new AuditLeases(database);
			for (const owner of ["ended", "recent", "left", "held"]) await leases.acquire(ask(owner, 0, { domain: owner }));
			const { sql } = database;
			for (const [domain, later] of [
				["ended", 1000],
				["recent", 90_000],
			] as const) {
				const end = { domain, mode: "light", owner: domain, ...RESULT, now: NOW + later };
				await sql.transaction().execute((transaction) => finishLease(transaction, end));
			}
			await leases.renew({ domain: "held", mode: "light", owner: "held" }, { now: NOW + 60_000, leaseMs: 30_000 });
			await leases.deleteBefore(NOW + 60_000);
			const kept = await sql.selectFrom("audit_claim").select("domain").orderBy("domain").execute();
			expect(kept.map(({ domain }) => domain)).toEqual(["held", "recent"]);
		});

		it("is given to one of fifty concurrent requests through two connections", async () => {
			const both = [new AuditLeases(await open()), new AuditLeases(await open())];
			const asked = Array.from({ length: 50 }, (_, index) => both[index % 2]?.acquire(ask(`owner-${index}`)));
			const kinds = (await Promise.all(asked)).map((answer) => answer?.kind);
			expect(kinds.filter((kind) => kind === "acquired")).toHaveLength(1);
			expect(kinds.filter((kind) => kind === "busy")).toHaveLength(49);
		});

		it("is given once for each of 20 targets across three processes", async () => {
			const where = await place();
			await open();
			const address = (file: string) => JSON.stringify(new URL(file, import.meta.url).href);
			const script = `
const { openDatabase } = await import(${address("database.ts")});
const { AuditLeases } = await import(${address("audit-leases.ts")});
const database = await openDatabase(${JSON.stringify(where)});
const leases = new AuditLeases(database);
const request = ${JSON.stringify(ask("x"))};
const asked = Array.from({ length: 100 }, (_, index) =>
	leases.acquire({ ...request, domain: String(index % 20), owner: process.pid + "-" + index }));
process.stdout.write(String((await Promise.all(asked)).filter(({ kind }) => kind === "acquired").length));
await database.close();`;
			const run = () => promisify(execFile)(process.execPath, ["--input-type=module", "-e", script]);
			const ended = await Promise.all([run(), run(), run()]);
			expect(ended.reduce((sum, { stdout }) => sum + Number(stdout), 0)).toBe(20);
		});
	});
});
