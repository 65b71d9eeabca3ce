import { spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { existsSync, readdirSync, utimesSync, writeFileSync } from "node:fs";
import { mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { AuditLeases } from "./audit-leases.ts";
import { describeDatabases, type Place } from "./database.testkit.ts";
import { FilePresence } from "./presence.ts";

const here = (file: string) => JSON.stringify(new URL(file, import.meta.url).href);
const TARGET = { domain: "example.com", mode: "light" };
const HOUR_MS = 3_600_000;

/** Starts a process that takes the lease on an audit for an hour and keeps it. */
async function startHolder(place: Place) {
	const code = `const { openDatabase } = await import(${here("database.ts")});
const { AuditLeases } = await import(${here("audit-leases.ts")});
const leases = new AuditLeases(await openDatabase(${JSON.stringify(place)}));
const owner = await leases.newOwner();
const answer = await leases.acquire({ ...${JSON.stringify(TARGET)}, owner, now: Date.now(), ttlMs: 1, leaseMs: ${HOUR_MS} });
setInterval(() => {}, 1000);
// An unreferenced lease must not be released.
setTimeout(() => { gc(); process.stdout.write(JSON.stringify({ owner, ...answer })); }, 10);`;
	const child = spawn(process.execPath, ["--expose-gc", "--input-type=module", "-e", code], {
		stdio: ["ignore", "pipe", "inherit"],
	});
	onTestFinished(() => void child.kill("SIGKILL"));
	const [said] = await once(child.stdout, "data");
	const { owner, kind } = JSON.parse(String(said)) as { owner: string; kind: string };
	const kill = async () => {
		child.kill("SIGKILL");
		await once(child, "exit");
	};
	return { owner, kind, kill };
}

describe("the lease of a process", () => {
	describeDatabases(({ open, place }) => {
		it("is kept while the process runs, and taken over as soon as it is killed", async () => {
			const database = await open();
			const leases = new AuditLeases(database);
			const ask = async () =>
				leases.acquire({ ...TARGET, owner: await leases.newOwner(), now: Date.now(), ttlMs: 1, leaseMs: HOUR_MS });
			const holder = await startHolder(await place());
			expect(holder.kind).toBe("acquired");
			expect(await ask()).toEqual({ kind: "busy" });
			await holder.kill();
			await vi.waitFor(async () => expect(await ask()).toEqual({ kind: "acquired" }), 5000);
			// Its own, though it is another owner's; and the dead one's can be renewed no more.
			expect(await ask()).toEqual({ kind: "busy" });
			const dead = { ...TARGET, owner: holder.owner };
			expect(await leases.renew(dead, { now: Date.now(), leaseMs: HOUR_MS })).toBe(false);
		});

		it("is free after the process has closed its store", async () => {
			const [one, two] = [await (await open()).presence(), await (await open()).presence()];
			const owner = one.newOwner();
			expect([await one.isGone(owner), await two.isGone(owner)]).toEqual([false, false]);
			one.close();
			await vi.waitFor(async () => expect(await two.isGone(owner)).toBe(true), 5000);
		});

		it("expires normally for an owner of an earlier version", async () => {
			const presence = await (await open()).presence();
			for (const owner of [randomUUID(), "host/123", "../../x/y", ""]) expect(await presence.isGone(owner)).toBe(false);
			expect(await presence.isGone(`${randomUUID()}/${randomUUID()}`)).toBe(true);
		});
	});
});

describe("the presence connection", () => {
	describeDatabases(({ open }) => {
		it("is reopened after it is lost", async () => {
			const [one, two] = [await open(), await open()];
			const owner = (await one.presence()).newOwner();
			const watcher = await two.presence();
			const end = `select pg_terminate_backend(pid) from pg_locks
				where locktype = 'advisory' and objsubid = 2 and pid <> pg_backend_pid()`;
			if (!two.pool) return expect(await watcher.isGone(owner)).toBe(false);
			await two.pool.query(end);
			await vi.waitFor(async () => expect(await watcher.isGone(owner)).toBe(true), 5000);
			await vi.waitFor(async () => expect(await watcher.isGone(owner)).toBe(false), 5000);
		});
	});
});

describe("FilePresence", () => {
	it("removes files of dead processes, but none that is new or locked", async () => {
		const folder = join(await mkdtemp(join(tmpdir(), "sightline-presence-")), "processes");
		const one = new FilePresence(folder);
		const [mine = ""] = readdirSync(folder);
		const [old, young] = [join(folder, randomUUID()), join(folder, randomUUID())];
		for (const path of [old, young]) writeFileSync(path, "");
		for (const path of [old, join(folder, mine)]) utimesSync(path, 0, 0);
		const two = new FilePresence(folder);
		expect([old, young, join(folder, mine)].map((path) => existsSync(path))).toEqual([false, true, true]);
		expect(two.isGone(one.newOwner())).toBe(false);
		one.close();
		two.close();
		expect(readdirSync(folder)).toHaveLength(1);
	});
});
