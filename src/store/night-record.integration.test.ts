import { describe, expect, it } from "vitest";
import { describeDatabases } from "./database.testkit.ts";
import { acquireNight, NightRecord } from "./night-record.ts";

const HOUR_MS = 3_600_000;
const NOW = Date.parse("2026-11-21T02:00:00.000Z");
const night = (hours: number) => ({ planned_ms: NOW + hours * HOUR_MS, due_ms: NOW + hours * HOUR_MS + 5 });

describe("the record of nights", () => {
	describeDatabases(({ open }) => {
		it("has at most one planned night, which a new plan replaces unless it is due", async () => {
			const record = new NightRecord(await open());
			expect(await record.first()).toBeUndefined();
			expect(await record.seen()).toEqual({ lastStartMs: null, nextMs: null });
			await record.plan(night(1), NOW);
			await record.plan({ ...night(1), due_ms: 0 }, NOW);
			expect(await record.first()).toMatchObject(night(1));
			await record.plan(night(2), NOW);
			expect(await record.seen()).toEqual({ lastStartMs: null, nextMs: night(2).due_ms });
			await record.plan(night(9), NOW + 3 * HOUR_MS);
			expect(await record.first()).toMatchObject(night(2));
		});

		it("returns the unfinished night with its step before a planned one", async () => {
			const record = new NightRecord(await open());
			await record.plan(night(0), NOW - 1);
			expect(await record.begin(night(0), NOW)).toMatchObject({ started_ms: NOW, attempts: 1, step: null });
			await record.plan(night(-1), NOW - 2 * HOUR_MS);
			await record.reach(night(0), "seal");
			expect(await record.begin(night(0), NOW + 7)).toMatchObject({ started_ms: NOW, attempts: 2, step: "seal" });
			expect(await record.first()).toMatchObject({ ...night(0), ended_ms: null });
			await record.end(night(0), NOW + 9, "done");
			expect(await record.first()).toMatchObject(night(-1));
			expect(await record.seen()).toEqual({ lastStartMs: NOW, nextMs: night(-1).due_ms });
			await record.begin(night(-1), NOW);
			await record.end(night(-1), NOW, "failed");
			await record.plan(night(9_000), NOW + 400 * 24 * HOUR_MS);
			expect(await record.seen()).toEqual({ lastStartMs: null, nextMs: night(9_000).due_ms });
		});

		it("gives the turn to one process, and to the next after a release or the end of the process", async () => {
			const [one, other] = [await open(), await open()];
			const turns = await Promise.all([acquireNight(one), acquireNight(other), acquireNight(one)]);
			const held = turns.filter((turn) => turn !== undefined);
			expect(held).toHaveLength(1);
			await held[0]?.release();
			const mine = await acquireNight(one);
			expect(mine).toBeDefined();
			expect(await acquireNight(other)).toBeUndefined();
			await one.close();
			let next: Awaited<ReturnType<typeof acquireNight>>;
			while (!next) next = await acquireNight(other);
			await next.release();
			expect(mine?.lost.aborted).toBe(false);
		});
	});
});
