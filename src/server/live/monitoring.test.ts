import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { Failure } from "#core/failure.ts";
import {
	createHealth,
	createMetrics,
	mayReadMetrics,
	type StoreState,
	type StoreWatch,
	watchStore as watchStoreFor,
	watchWriting,
} from "./monitoring.ts";

const failed = (code: "overloaded" | "deadline-exceeded") => ({ ms: 1500, error: new Failure(code, { what: "No." }) });

describe("createMetrics", () => {
	it("counts requests, audits and answers", async () => {
		let isUp = true;
		const metrics = createMetrics(async () => isUp);
		metrics.watchLoad(() => ({ running: 3, queued: 7 }));
		metrics.request({ operation: "publicAudit", status: 200, ms: 30 });
		metrics.request({ operation: "publicAudit", status: 429, ms: 1 });
		metrics.audit({ mode: "deep" }, failed("deadline-exceeded"));
		metrics.answered("memory");
		metrics.refused("overloaded");
		const lines = (await metrics.text()).split("\n");
		for (const line of [
			'sightline_http_request_duration_seconds_bucket{le="0.1",operation="publicAudit",status="200"} 1',
			'sightline_http_request_duration_seconds_bucket{le="0.025",operation="publicAudit",status="200"} 0',
			'sightline_rate_limited_total{operation="publicAudit"} 1',
			'sightline_audit_duration_seconds_sum{mode="deep",outcome="deadline-exceeded"} 1.5',
			'sightline_audit_answers_total{way="memory"} 1',
			'sightline_audits_refused_total{code="overloaded"} 1',
			"sightline_audits_running 3",
			"sightline_audits_queued 7",
			"sightline_store_up 1",
		])
			expect(lines).toContain(line);
		expect(lines.some((line) => line.startsWith("process_resident_memory_bytes "))).toBe(true);
		isUp = false;
		expect(await metrics.text()).toContain("sightline_store_up 0");
	});

	it("shares no state between instances", async () => {
		createMetrics(async () => true).answered("memory");
		expect(await createMetrics(async () => true).text()).not.toContain('way="memory"');
	});
});

describe("mayReadMetrics", () => {
	const secret = "0123456789abcdef";
	const asking = (authorization?: string) =>
		new Request("https://audit.example.org/metrics", { headers: authorization === undefined ? {} : { authorization } });

	it("is open to everyone with 1", () => {
		expect(mayReadMetrics("1", asking())).toBe(true);
	});

	it("otherwise requires the exact secret as bearer token", () => {
		const tries = [`Bearer ${secret}`, `bearer ${secret}`, undefined, "", "Bearer", `Basic ${secret}`, secret];
		const more = [`Bearer ${secret}0`, `Bearer ${secret.slice(1)}`, "Bearer 1", `Bearer ${secret} x`];
		const answers = [...tries, ...more].map((field) => mayReadMetrics(secret, asking(field)));
		expect(answers).toEqual([true, true, ...Array(9).fill(false)]);
	});
});

const facts = async () => ({
	wall: [],
	logSize: 7,
	lastRun: null,
	removed: [],
	lightAudits: () => [],
	agencies: new Map(),
	embedded: () => undefined,
});
const healthOf = (store: StoreWatch, isUnwritable = () => false) =>
	createHealth({ kind: "sqlite", store, facts, isUnwritable });
const nights = { lastStartMs: null, nextMs: null };
const UP: StoreWatch = { look: async () => ({ isUp: true, pending: 3, nights }) };

/** A store of which only the leaves that wait are of interest. */
const watchStore = (ping: () => Promise<void>, count: () => Promise<number>) =>
	watchStoreFor(ping, async () => ({ pending: await count(), nights }));

describe("health", () => {
	it("is ok if the store can be read and written", async () => {
		const health = healthOf(UP);
		expect(await health()).toMatchObject({ status: "ok", checks: { log: { status: "ok", size: 7, pending: 3 } } });
	});

	it("reports nights run by any process", async () => {
		const now = Date.now();
		const at = (ms: number) => new Date(now + ms).toISOString();
		const scheduleWith = async (seen: StoreState["nights"], lastRun: string | null) => {
			const store: StoreWatch = { look: async () => ({ isUp: true, pending: 0, nights: seen }) };
			const published = async () => ({ ...(await facts()), lastRun });
			const health = createHealth({ kind: "sqlite", store, facts: published, isUnwritable: () => false });
			return (await health()).checks.schedule;
		};
		const none = { lastRun: null, nextRun: null, missed: false };
		expect(await scheduleWith(nights, null)).toEqual(none);
		expect(await scheduleWith(nights, at(-1000))).toEqual({ ...none, lastRun: at(-1000) });
		const planned = { lastStartMs: now - 500, nextMs: now + 60_000 };
		const expected = { lastRun: at(-500), nextRun: at(60_000), missed: false };
		expect(await scheduleWith(planned, at(-1000))).toEqual(expected);
		expect(await scheduleWith(planned, at(-200))).toEqual({ ...expected, lastRun: at(-200) });
		expect(await scheduleWith({ ...planned, nextMs: now - 60_000 }, null)).toMatchObject({ missed: false });
		expect(await scheduleWith({ ...planned, nextMs: now - 3_600_000 }, null)).toMatchObject({ missed: true });
	});

	it("is down for a minute after a failed write, or until one succeeds", async () => {
		let fault: Error | undefined = new Failure("store-unavailable", { what: "The disk is full." });
		const { work, isUnwritable } = watchWriting(async () => {
			if (fault) throw fault;
		});
		const health = healthOf(UP, isUnwritable);
		await expect(work()).rejects.toThrow("full");
		expect(await health()).toMatchObject({ status: "down", checks: { store: { status: "down" } } });
		fault = new Failure("overloaded", { what: "Too much." });
		await expect(work()).rejects.toThrow("much");
		expect((await health()).status).toBe("down");
		fault = undefined;
		await work();
		expect((await health()).status).toBe("ok");
	});
});

describe("watchStore", () => {
	beforeEach(() => vi.useFakeTimers());
	afterEach(() => vi.useRealTimers());

	it("queries the store at most once a second", async () => {
		const ping = vi.fn(async () => {});
		const count = vi.fn(async () => 5);
		const store = watchStore(ping, count);
		for (let second = 0; second < 3; second++) {
			const looks = await Promise.all(Array.from({ length: 1000 }, () => store.look()));
			expect(new Set(looks.map(({ isUp, pending }) => `${isUp} ${pending}`))).toEqual(new Set(["true 5"]));
			await vi.advanceTimersByTimeAsync(1000);
		}
		expect([ping.mock.calls.length, count.mock.calls.length]).toEqual([3, 3]);
	});

	it("returns the last state within 0.1 s during a slow query, without a second one", async () => {
		let answer = () => {};
		const count = vi.fn(async () => 5);
		const store = watchStore(async () => {}, count);
		await store.look();
		count.mockImplementation(() => new Promise((resolve) => (answer = () => resolve(6))));
		await vi.advanceTimersByTimeAsync(1000);
		for (let again = 0; again < 50; again++) {
			const looked = store.look();
			await vi.advanceTimersByTimeAsync(100);
			expect(await looked).toEqual({ isUp: true, pending: 5, nights });
		}
		expect(count).toHaveBeenCalledTimes(2);
		answer();
		await vi.advanceTimersByTimeAsync(0);
		expect(await store.look()).toEqual({ isUp: true, pending: 6, nights });
	});

	it("is down after 2 seconds without a response, even the first time, and recovers with the next one", async () => {
		let answer = () => {};
		const ping = vi.fn(() => new Promise<void>((resolve) => (answer = resolve)));
		const store = watchStore(ping, async () => 5);
		const first = store.look();
		await vi.advanceTimersByTimeAsync(2100);
		expect((await first).isUp).toBe(false);
		answer();
		await vi.advanceTimersByTimeAsync(0);
		expect(await store.look()).toEqual({ isUp: true, pending: 5, nights });
		await vi.advanceTimersByTimeAsync(1000);
		const looked = store.look();
		await vi.advanceTimersByTimeAsync(100);
		expect((await looked).isUp).toBe(true);
		await vi.advanceTimersByTimeAsync(1900);
		const late = store.look();
		await vi.advanceTimersByTimeAsync(100);
		expect([(await late).isUp, ping.mock.calls.length]).toEqual([false, 2]);
	});

	it("is down at once if the store refuses, and keeps the last counts", async () => {
		let refusal: Error | undefined;
		const ping = async () => {
			if (refusal) throw refusal;
		};
		const store = watchStore(ping, async () => 5);
		await store.look();
		refusal = new Error("away");
		await vi.advanceTimersByTimeAsync(1000);
		expect(await store.look()).toEqual({ isUp: false, pending: 5, nights });
	});
});
