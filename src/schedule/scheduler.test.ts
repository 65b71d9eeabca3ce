import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { type Database, openDatabase } from "#store/database.ts";
import { NightRecord } from "#store/night-record.ts";
import { type NightStep, readNightPlan, runNightNow, runScheduler } from "./scheduler.ts";

const HOUR_MS = 3_600_000;
const PLAN = readNightPlan("30 2 * * *", "Europe/Berlin");
let folder = "";
/** Starts of steps: their times and names. */
let begun: string[] = [];
const stops: (() => Promise<void>)[] = [];

beforeEach(async () => {
	vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "setInterval", "clearInterval", "Date"] });
	folder = await mkdtemp(join(tmpdir(), "sightline-nights-"));
	begun = [];
});

afterEach(async () => {
	for (const stop of stops.splice(0)) await stop();
	vi.useRealTimers();
	await rm(folder, { recursive: true, force: true });
});

/** A step that ends at once or with its `run`. */
function step(name: string, run: (signal: AbortSignal) => Promise<number> = async () => 0): NightStep {
	const note = (signal: AbortSignal) => {
		begun.push(`${new Date().toISOString().slice(0, 16)} ${name}`);
		return run(signal);
	};
	return { name, fine: [0], needed: name !== "publish", run: note };
}

/** Ends by itself after a time, or when its signal is aborted, as a process does on SIGTERM. */
const lasting = (ms: number) => (signal: AbortSignal) =>
	new Promise<number>((resolve) => {
		setTimeout(() => resolve(0), ms);
		signal.addEventListener("abort", () => resolve(128));
	});
const untilStopped = lasting(30 * HOUR_MS);

/** A scheduler as in its own process. */
async function start(steps: readonly NightStep[] = [step("night")], { jitterMs = 0, plan = PLAN } = {}) {
	const database = await openDatabase({ file: join(folder, "live.sqlite") });
	const stopping = new AbortController();
	const log: string[] = [];
	const running = runScheduler({
		database,
		plan,
		steps,
		jitterMs,
		log: (says) => log.push(says),
		signal: stopping.signal,
	});
	let ended = false;
	const end = async (kill: boolean) => {
		if (ended) return;
		ended = true;
		// A killed process releases nothing.
		if (kill) await database.close();
		stopping.abort();
		await running;
		if (!kill) await database.close();
	};
	stops.push(() => end(false));
	return { database, log, stop: () => end(false), kill: () => end(true) };
}

const hours = (count: number) => vi.advanceTimersByTimeAsync(count * HOUR_MS);
const at = (iso: string) => vi.setSystemTime(new Date(iso));
const nightsOf = (database: Database) =>
	database.sql.selectFrom("night").selectAll().where("started_ms", "is not", null).orderBy("planned_ms").execute();

describe("the scheduler", () => {
	it.each([
		["skip", "2026-03-29", "01:30"],
		["show twice", "2026-10-25", "00:30"],
	])("begins once the night whose time the clocks %s", async (_, date, time) => {
		at(`${date}T00:20:00Z`);
		await start();
		await hours(1.3);
		expect(begun).toEqual([`${date}T${time} night`]);
	});

	it("catches up once on missed nights, and on none at its first start", async () => {
		at("2026-06-01T12:00:00Z");
		const first = await start();
		await hours(1);
		await first.stop();
		expect(begun).toEqual([]);
		at("2026-06-05T09:00:00Z");
		const second = await start();
		await hours(1);
		expect(begun).toEqual(["2026-06-05T09:00 night"]);
		expect(second.log.join("\n")).toContain("It was missed and runs now");
		await second.stop();
		at("2026-06-06T00:00:00Z");
		const third = await start();
		await hours(1);
		expect(begun).toEqual(["2026-06-05T09:00 night", "2026-06-06T00:30 night"]);
		expect((await nightsOf(third.database)).map(({ outcome }) => outcome)).toEqual(["done", "done"]);
	});

	it("begins a night once with many processes", async () => {
		at("2026-06-02T00:20:00Z");
		const plan = readNightPlan("30 * * * *", "UTC");
		for (let process = 0; process < 3; process++) await start([step("night", lasting(5 * 60_000))], { plan });
		await hours(1.3);
		expect(begun).toEqual(["2026-06-02T00:30 night", "2026-06-02T01:30 night"]);
	});

	it("begins no night during another, but afterwards", async () => {
		at("2026-06-02T00:25:00Z");
		const plan = readNightPlan("*/30 * * * *", "UTC");
		const { database } = await start([step("night", lasting(0.6 * HOUR_MS))], { plan });
		await hours(0.6);
		expect(await new NightRecord(database).seen()).toEqual({
			lastStartMs: Date.parse("2026-06-02T00:30:00Z"),
			nextMs: Date.parse("2026-06-02T01:00:00Z"),
		});
		await hours(0.2);
		expect(begun).toEqual(["2026-06-02T00:30 night", expect.stringMatching(/^2026-06-02T01:0[67] night$/)]);
	});

	it("waits for the running step when stopped, and resumes there at the next start", async () => {
		at("2026-06-02T00:29:00Z");
		const first = await start([step("rescan"), step("seal", untilStopped), step("verify")]);
		await hours(0.1);
		await first.stop();
		expect(begun).toEqual(["2026-06-02T00:30 rescan", "2026-06-02T00:30 seal"]);
		begun = [];
		const second = await start([step("rescan"), step("seal"), step("verify")]);
		await hours(0.1);
		expect(begun).toEqual(["2026-06-02T00:35 seal", "2026-06-02T00:35 verify"]);
		expect(await nightsOf(second.database)).toMatchObject([{ attempts: 2, outcome: "done" }]);
	});

	it("resumes a night after its process was killed, and drops one that is killed repeatedly", async () => {
		at("2026-06-02T00:29:00Z");
		for (let attempt = 0; attempt < 6; attempt++) {
			const doomed = await start([step("rescan"), step("seal", untilStopped)]);
			await hours(0.05);
			await doomed.kill();
		}
		expect(begun.map((each) => each.slice(17))).toEqual(["rescan", ...Array(5).fill("seal")]);
		const { database } = await start();
		expect(await nightsOf(database)).toMatchObject([{ step: "seal", outcome: "failed" }]);
	});

	it("distinguishes a lost turn from a requested stop, and leaves the night to the new holder", async () => {
		at("2026-06-02T12:00:00Z");
		const database = await openDatabase({ file: join(folder, "live.sqlite") });
		stops.push(() => database.close());
		const signal = new AbortController().signal;
		const log: string[] = [];
		const steps = [step("rescan", untilStopped), step("seal")];
		const end = runNightNow({ database, steps, log: (says) => log.push(says), signal });
		await hours(0.001);
		await database.sql.updateTable("audit_claim").set({ owner: "another" }).execute();
		await hours(0.01);
		expect(await end).toBe("lost");
		expect(begun).toEqual(["2026-06-02T12:00 rescan"]);
		expect(log.at(-1)).toMatch(/stops at rescan: .* another process may continue there/);
		expect(await nightsOf(database)).toMatchObject([{ step: "rescan", ended_ms: null, outcome: null }]);
	});

	it("stops after a failed needed step, and continues after any other", async () => {
		at("2026-06-02T00:29:00Z");
		const fails = async () => 1;
		const { database, log } = await start([step("seal"), step("publish", fails), step("after")]);
		await hours(0.1);
		expect(begun.map((each) => each.slice(17))).toEqual(["seal", "publish", "after"]);
		expect(await nightsOf(database)).toMatchObject([{ outcome: "failed" }]);
		begun = [];
		const options = { database, log: (says: string) => log.push(says), signal: new AbortController().signal };
		const steps = [step("verify", fails), step("publish")];
		expect(await runNightNow({ ...options, steps })).toBe("failed");
		expect(begun.map((each) => each.slice(17))).toEqual(["verify"]);
		expect(log.join("\n")).toContain("verify ended after 0 s with exit code 1.");
	});

	it("keeps a night's jitter over a restart, within its limits", async () => {
		at("2026-06-01T12:00:00Z");
		const first = await start([], { jitterMs: HOUR_MS });
		const due = (await new NightRecord(first.database).first())?.due_ms ?? 0;
		expect(due).toBeGreaterThanOrEqual(Date.parse("2026-06-02T00:30:00Z"));
		expect(due).toBeLessThan(Date.parse("2026-06-02T01:30:00Z"));
		await first.stop();
		const second = await start([], { jitterMs: HOUR_MS });
		expect(await new NightRecord(second.database).first()).toMatchObject({ due_ms: due });
	});
});
