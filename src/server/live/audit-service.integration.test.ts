import { randomUUID } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { AuditStage } from "#core/audit-result.ts";
import type { AnsweredAudit } from "../api/live-app.ts";
import { openTestService, storeFile, type TestService } from "./audit-service.testkit.ts";
import { exampleAudit, jobFor } from "./live.testkit.ts";

const SHOP = jobFor("shop.example.com");
const host = (number: number) => jobFor(`site${number}.example.com`);
const never = new AbortController().signal;
/** By default a new caller. */
const caller = (signal = never, key: string = randomUUID()) => ({
	identity: { key },
	addressKey: key,
	requestId: "request-1",
	signal,
});

const unhandled: unknown[] = [];
const note = (reason: unknown) => unhandled.push(reason);
beforeEach(() => {
	unhandled.length = 0;
	process.on("unhandledRejection", note);
});
afterEach(async () => {
	await pause(10);
	process.off("unhandledRejection", note);
	expect(unhandled).toEqual([]);
});

/** Waits until this many runs have started. */
const begun = ({ runs }: TestService, count: number) => vi.waitFor(() => expect(runs).toHaveLength(count), 10_000);

/** Sends a request; the caller handles its rejection later. */
function asking(test: TestService, job = SHOP, signal = never, key?: string) {
	const answer = test.service.audit(job, caller(signal, key));
	answer.catch(() => {});
	return answer;
}

describe("AuditService", () => {
	it("runs one audit for 100 concurrent requests, which share the result", async () => {
		const test = await openTestService(await storeFile());
		const answers = Array.from({ length: 100 }, () => asking(test));
		await begun(test, 1);
		test.runs[0]?.finish();
		const audits = (await Promise.all(answers)).map(({ audit }) => audit);
		expect(new Set(audits).size).toBe(1);
		expect(test.runs).toHaveLength(1);
		expect(await test.leaseOf(SHOP)).toEqual({ held: false, ended: true });
		expect(test.observed.filter((way) => way === "shared")).toHaveLength(99);
	});

	it("replays stages to late callers, to cache hits and across processes", async () => {
		const file = await storeFile();
		const [test, other] = [await openTestService(file), await openTestService(file)];
		const heard: Record<string, string[]> = {};
		const listen = ({ service }: TestService, name: string, signal = never) => {
			const told: string[] = [];
			heard[name] = told;
			const onStage = (stage: AuditStage) => told.push("what" in stage ? stage.what : stage.stage);
			return service.audit(SHOP, { ...caller(signal), onStage });
		};
		const first = listen(test, "first");
		await begun(test, 1);
		const [run] = test.runs;
		run?.onProgress({ stage: "collecting", what: "robots", answers: 0 });
		const gone = new AbortController();
		const left = listen(test, "left", gone.signal);
		const elsewhere = listen(other, "elsewhere");
		gone.abort();
		await expect(left).rejects.toThrow();
		run?.onProgress({ stage: "collecting", what: "home", answers: 1 });
		const late = listen(test, "late");
		run?.onProgress({ stage: "evaluated" });
		run?.finish();
		await Promise.all([first, late, elsewhere]);
		await listen(test, "after");
		const all = ["requested", "robots", "home", "evaluated", "recorded"];
		expect(heard).toMatchObject({ first: all, late: all, after: all, left: ["requested", "robots"] });
		expect(heard.elsewhere).toEqual(expect.arrayContaining(["requested", "recorded"]));
		expect(heard.elsewhere).not.toContain("home");
	});

	it("reports a waiting stage, and no recorded stage for an unsaved audit", async () => {
		const test = await openTestService(await storeFile(), { concurrency: 1 });
		const running = asking(test);
		await begun(test, 1);
		const told: string[] = [];
		const onStage = ({ stage }: AuditStage) => told.push(stage);
		const waiting = test.service.audit(host(1), { ...caller(), onStage });
		await vi.waitFor(() => expect(told).toEqual(["requested", "waiting"]));
		test.runs[0]?.finish();
		await running;
		await begun(test, 2);
		test.runs[1]?.finish({ ...exampleAudit(host(1)), sight: "none" });
		expect((await waiting).audit.place.state).toBe("unsaved");
		expect(told).toEqual(["requested", "waiting"]);
	});

	it("serves from the cache for a minute with the age, then audits again", async () => {
		let now = Date.now();
		const test = await openTestService(await storeFile(), { now: () => now });
		const first = asking(test);
		await begun(test, 1);
		test.runs[0]?.finish();
		const { audit, ageSeconds } = await first;
		expect(ageSeconds).toBeUndefined();
		now += 59_400;
		const again = await asking(test);
		expect(again.audit).toBe(audit);
		expect(again.ageSeconds).toBe(59);
		now += 2_000;
		const anew = asking(test);
		await begun(test, 2);
		test.runs[1]?.finish();
		expect((await anew).ageSeconds).toBeUndefined();
	});

	it("separates modes and targets", async () => {
		const test = await openTestService(await storeFile(), { concurrency: 3 });
		for (const job of [SHOP, { ...SHOP, mode: "deep" } as const, host(1)]) asking(test, job);
		await begun(test, 3);
	});

	it("runs one audit for two processes on one store, and the other gets its age", async () => {
		const file = await storeFile();
		const [one, two] = [await openTestService(file), await openTestService(file)];
		const first = asking(one);
		await begun(one, 1);
		const second = asking(two);
		await pause(300);
		expect(two.runs).toHaveLength(0);
		one.runs[0]?.finish();
		const [made, recalled] = await Promise.all([first, second]);
		expect(recalled.audit.stored).toEqual(made.audit.stored);
		expect(recalled.audit.auditedAt).toBe(made.audit.auditedAt);
		expect([one.runs.length, two.runs.length, two.observed]).toEqual([1, 0, ["store"]]);
		// From then on the other process has it in memory, as one object.
		expect((await asking(two)).audit).toBe(recalled.audit);
	});

	it("takes over the lease of a failed or dead process", async () => {
		const file = await storeFile();
		const [one, two] = [await openTestService(file), await openTestService(file)];
		const first = asking(one);
		await begun(one, 1);
		const second = asking(two);
		one.runs[0]?.fail(new Error("planted"));
		await expect(first).rejects.toThrow("planted");
		await begun(two, 1);
		two.runs[0]?.finish();
		expect((await second).ageSeconds).toBeUndefined();
		const three = await openTestService(file);
		const lease = { domain: host(1).target.host, mode: "light", owner: "gone", lease_until_ms: Date.now() + 400 };
		const row = { ...lease, receipt: null, audited_at: null, finished_ms: null };
		await three.database.sql.insertInto("audit_claim").values(row).execute();
		asking(three, host(1));
		await pause(200);
		expect(three.runs).toHaveLength(0);
		await begun(three, 1);
	});

	it("renews its lease for as long as the audit takes", async () => {
		const file = await storeFile();
		const [one, two] = [await openTestService(file, { leaseMs: 1200 }), await openTestService(file, { leaseMs: 1200 })];
		const answers = [asking(one), pause(50).then(() => two.service.audit(SHOP, caller()))];
		await begun(one, 1);
		await pause(2500);
		expect(two.runs).toHaveLength(0);
		one.runs[0]?.finish();
		expect(await Promise.all(answers)).toHaveLength(2);
	});

	it("continues when one caller leaves, and aborts when the last one leaves", async () => {
		const test = await openTestService(await storeFile(), { concurrency: 1 });
		const [one, two] = [new AbortController(), new AbortController()];
		const answers = [asking(test, SHOP, one.signal), asking(test, SHOP, two.signal)];
		await begun(test, 1);
		one.abort(new Error("one has left"));
		await expect(answers[0]).rejects.toThrow("one has left");
		expect(test.runs[0]?.signal.aborted).toBe(false);
		const waiting = asking(test, host(1));
		await pause(50);
		expect(test.service.load()).toEqual({ running: 1, queued: 1 });
		two.abort();
		expect(test.runs[0]?.signal.aborted).toBe(true);
		await begun(test, 2);
		await vi.waitFor(async () => expect(await test.leaseOf(SHOP)).toEqual({ held: false, ended: false }), 10_000);
		expect(test.outcomes).toEqual(["cancelled"]);
		test.runs[1]?.finish();
		expect((await waiting).ageSeconds).toBeUndefined();
	});

	it("frees the slot of an audit that ignores its signal, and drops its late result", async () => {
		const test = await openTestService(await storeFile(), { concurrency: 1 }, true);
		const leaving = new AbortController();
		asking(test, SHOP, leaving.signal);
		await begun(test, 1);
		leaving.abort();
		const next = asking(test);
		await begun(test, 2);
		test.runs[0]?.finish();
		test.runs[1]?.finish();
		await next;
		const { count } = await test.database.sql
			.selectFrom("receipt")
			.select(({ fn }) => fn.countAll().as("count"))
			.executeTakeFirstOrThrow();
		expect([Number(count), test.outcomes]).toEqual([1, ["cancelled", "scored"]]);
	});

	it("releases the lease when the caller of a queued audit leaves", async () => {
		const test = await openTestService(await storeFile(), { concurrency: 1 });
		asking(test);
		await begun(test, 1);
		const leaving = new AbortController();
		asking(test, host(1), leaving.signal);
		await vi.waitFor(() => expect(test.service.load().queued).toBe(1));
		leaving.abort();
		expect(test.service.load().queued).toBe(0);
		await vi.waitFor(async () => expect(await test.leaseOf(host(1))).toEqual({ held: false, ended: false }));
		expect(test.runs).toHaveLength(1);
	});

	it("refuses requests above its capacity at once, without a lease", async () => {
		const test = await openTestService(await storeFile(), { concurrency: 1, queueLimit: 2 });
		const answers = [0, 1, 2].map((number) => asking(test, host(number)));
		await expect(asking(test, host(3))).rejects.toMatchObject({ code: "overloaded" });
		// Callers of the same target share a slot.
		answers.push(asking(test, host(2)));
		for (let number = 0; number < 3; number++) {
			await begun(test, number + 1);
			test.runs[number]?.finish();
		}
		expect(await Promise.all(answers)).toHaveLength(4);
		expect(await test.leaseOf(host(3))).toBeUndefined();
		expect(test.observed).toContain("overloaded");
		asking(test, host(3));
		await begun(test, 4);
	});

	it("limits the audits of one caller, not counting shared and cached ones", async () => {
		const test = await openTestService(await storeFile(), { concurrency: 8 });
		const mine = [0, 1, 2, 3].map((number) => asking(test, host(number), never, "one"));
		asking(test, host(5), never, "other");
		await begun(test, 5);
		await expect(asking(test, host(4), never, "one")).rejects.toMatchObject({ code: "overloaded" });
		expect(await test.leaseOf(host(4))).toBeUndefined();
		const joined = asking(test, host(5), never, "one");
		for (const run of test.runs) run.finish();
		await Promise.all([...mine, joined]);
		expect((await asking(test, host(5), never, "one")).ageSeconds).toBeDefined();
		asking(test, host(4), never, "one");
		await begun(test, 6);
	});

	it("releases a caller's slot when its audit fails, or it leaves", async () => {
		const test = await openTestService(await storeFile(), { concurrency: 8 });
		const leaving = new AbortController();
		for (const number of [0, 1, 2]) asking(test, host(number), never, "one");
		asking(test, host(3), leaving.signal, "one");
		await begun(test, 4);
		test.runs[0]?.fail(new Error("planted"));
		leaving.abort();
		for (const number of [4, 5]) {
			await vi.waitFor(() => {
				asking(test, host(number), never, "one");
				expect(test.runs).toHaveLength(number + 1);
			});
		}
	});

	it("refuses audits that waited too long, light or deep", async () => {
		const test = await openTestService(await storeFile(), { concurrency: 1, waitMs: 150 });
		const first = asking(test);
		await begun(test, 1);
		const late = [asking(test, host(1)), asking(test, { ...host(1), mode: "deep" })];
		for (const answer of late) await expect(answer).rejects.toMatchObject({ code: "overloaded" });
		expect(test.service.load()).toEqual({ running: 1, queued: 0 });
		expect(await test.leaseOf(host(1))).toEqual({ held: false, ended: false });
		expect(test.observed).toEqual(["overloaded", "overloaded"]);
		// The limit does not apply to an audit that has started.
		await pause(100);
		test.runs[0]?.finish();
		await first;
		expect(test.outcomes).toEqual(["scored"]);
	});

	it("shows a cached result as logged within seconds of the seal, and keeps its age", async () => {
		let now = Date.now();
		const test = await openTestService(await storeFile(), { now: () => now });
		const first = asking(test);
		await begun(test, 1);
		test.runs[0]?.finish();
		const { audit } = await first;
		await test.database.sql.updateTable("submission").set({ leaf_index: 7 }).execute();
		now += 4_900;
		expect((await asking(test)).audit).toBe(audit);
		await pause(100);
		expect((await asking(test)).audit).toBe(audit);
		now += 200;
		// Nobody waits for the store: the next caller gets its answer.
		expect((await asking(test)).audit).toBe(audit);
		const logged = await vi.waitFor(async () => {
			const answer = await asking(test);
			expect(answer.audit).not.toBe(audit);
			return answer;
		});
		expect(logged.audit).toEqual({ ...audit, place: { state: "logged", logIndex: 7 } });
		expect(logged.ageSeconds).toBe(5);
	});

	it("rarely queries the store, tolerates its outage, and audits again if the result is gone", async () => {
		let now = Date.now();
		const recall = vi.fn(async () => {
			throw new Error("planted");
		});
		const test = await openTestService(await storeFile(), { now: () => now, recall });
		const first = asking(test);
		await begun(test, 1);
		test.runs[0]?.finish();
		const { audit } = await first;
		for (let second = 0; second < 11; second++) {
			now += 1_000;
			expect((await asking(test)).audit).toBe(audit);
		}
		expect(recall).toHaveBeenCalledTimes(2);
		await vi.waitFor(() => expect(test.faults).toHaveLength(2));
		recall.mockResolvedValue(undefined as never);
		now += 5_000;
		await asking(test);
		await pause(20);
		asking(test);
		await begun(test, 2);
	});

	it("rejects all callers of a failing audit, stores nothing, and is ready for the next", async () => {
		const test = await openTestService(await storeFile());
		const answers = [asking(test), asking(test)];
		await begun(test, 1);
		test.runs[0]?.fail(new Error("planted"));
		expect((await Promise.allSettled(answers)).map(({ status }) => status)).toEqual(["rejected", "rejected"]);
		expect(await test.leaseOf(SHOP)).toEqual({ held: false, ended: false });
		const next = asking(test);
		await begun(test, 2);
		test.runs[1]?.finish();
		expect((await next).ageSeconds).toBeUndefined();
	});

	it("caches a site that could not be audited like any other result", async () => {
		const test = await openTestService(await storeFile());
		const first = asking(test);
		await begun(test, 1);
		const { report, record } = exampleAudit(SHOP);
		const { scores: _, ...rest } = report;
		const failure = { code: "name-not-found", says: "It was not found." } as const;
		test.runs[0]?.finish({ record, sight: "whole", report: { ...rest, ok: false, failure } });
		expect((await first).audit.stored.receipt.ok).toBe(false);
		expect((await asking(test)).audit).toBe((await first).audit);
		expect(test.outcomes).toEqual(["name-not-found"]);
	});

	it("releases the lease of an unsaved audit, and caches its result briefly", async () => {
		const test = await openTestService(await storeFile());
		const first = asking(test);
		await begun(test, 1);
		const { report, record } = exampleAudit(SHOP);
		const { scores: _, ...rest } = report;
		const failure = { code: "connection-timeout", says: "It was silent." } as const;
		test.runs[0]?.finish({ record, sight: "none", report: { ...rest, ok: false, failure } });
		expect((await first).audit.place).toEqual({ state: "unsaved" });
		expect(await test.leaseOf(SHOP)).toEqual({ held: false, ended: false });
		expect((await asking(test)).audit).toBe((await first).audit);
		expect(test.runs).toHaveLength(1);
	});

	it("times out a hanging audit as our failure, and frees its slot", async () => {
		const test = await openTestService(await storeFile(), { concurrency: 1, timeoutMs: () => 100 }, true);
		await expect(asking(test)).rejects.toMatchObject({ code: "overloaded" });
		expect([test.service.load(), test.outcomes]).toEqual([{ running: 0, queued: 0 }, ["overloaded"]]);
		expect(await test.leaseOf(SHOP)).toEqual({ held: false, ended: false });
	});

	it("audits again if the stored result was removed", async () => {
		const file = await storeFile();
		const [one, two] = [await openTestService(file), await openTestService(file)];
		const first = asking(one);
		await begun(one, 1);
		one.runs[0]?.finish();
		await first;
		await one.database.sql.deleteFrom("receipt").execute();
		asking(two);
		await begun(two, 1);
	});

	it("reports an unavailable store, and recovers", async () => {
		const test = await openTestService(await storeFile());
		await test.database.sql.schema.alterTable("audit_claim").renameTo("away").execute();
		await expect(asking(test)).rejects.toThrow("audit_claim");
		await test.database.sql.schema.alterTable("away").renameTo("audit_claim").execute();
		asking(test);
		await begun(test, 1);
	});
});

describe("the end of a process", () => {
	it("admits nothing new, serves from the cache, and waits for running audits", async () => {
		const test = await openTestService(await storeFile());
		const known = asking(test);
		await begun(test, 1);
		test.runs[0]?.finish();
		await known;
		const running = asking(test, host(1));
		await begun(test, 2);
		test.service.stopAdmitting();
		await expect(asking(test, host(2))).rejects.toMatchObject({ code: "shutting-down" });
		expect((await asking(test)).audit).toBe((await known).audit);
		const drained = test.service.drain(5000);
		let answer: AnsweredAudit | undefined;
		running.then((audit) => {
			answer = audit;
		});
		test.runs[1]?.finish();
		await drained;
		expect(answer?.audit.stored.receipt.domain).toBe(host(1).target.host);
		expect(await test.leaseOf(host(1))).toEqual({ held: false, ended: true });
	});

	it("aborts what exceeds the grace period, queued or running, and releases all leases", async () => {
		const test = await openTestService(await storeFile(), { concurrency: 1 }, true);
		const answers = [asking(test), asking(test, host(1))];
		await vi.waitFor(() => expect(test.service.load()).toEqual({ running: 1, queued: 1 }));
		const begunAt = performance.now();
		await test.service.drain(200);
		expect(performance.now() - begunAt).toBeGreaterThan(190);
		for (const answer of answers) await expect(answer).rejects.toMatchObject({ code: "shutting-down" });
		expect(await test.leaseOf(SHOP)).toEqual({ held: false, ended: false });
		expect(await test.leaseOf(host(1))).toEqual({ held: false, ended: false });
		expect(test.faults).toEqual([]);
	});

	it("rejects queued audits at once when it stops admitting, and lets running ones finish", async () => {
		const test = await openTestService(await storeFile(), { concurrency: 1 });
		const running = asking(test);
		await begun(test, 1);
		const waiting = asking(test, host(1));
		await pause(50);
		test.service.stopAdmitting();
		await expect(waiting).rejects.toMatchObject({ code: "shutting-down" });
		expect(test.runs).toHaveLength(1);
		test.runs[0]?.finish();
		await expect(running).resolves.toBeDefined();
	});

	it("does not serve cached results that look new after a clock was set back", async () => {
		let now = Date.now();
		const test = await openTestService(await storeFile(), { now: () => now });
		const first = asking(test);
		await begun(test, 1);
		test.runs[0]?.finish();
		await first;
		now -= 3_600_000;
		asking(test);
		await begun(test, 2);
	});
});
