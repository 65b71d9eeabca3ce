import { describe, expect, it } from "vitest";
import type { LiveAudit } from "#receipts/live/save-live-audit.ts";
import { ResultCache, type ResultCacheOptions } from "./audit-service.ts";

/** Audits that differ only in time. */
const audit = (auditedAt: string, state: LiveAudit["place"]["state"] = "logged"): LiveAudit => ({
	stored: { id: "a" } as LiveAudit["stored"],
	auditedAt,
	place: { state },
});

function openCache(options: Partial<ResultCacheOptions> = {}) {
	const clock = { now: 0 };
	const faults: unknown[] = [];
	const cache = new ResultCache({
		ttlMs: 1000,
		recall: async () => undefined,
		onFault: (error) => faults.push(error),
		now: () => clock.now,
		...options,
	});
	return { cache, clock, faults };
}

describe("ResultCache", () => {
	it("returns a result with its age until its TTL", () => {
		const { cache, clock } = openCache({ ttlMs: 3000 });
		const found = audit("A");
		cache.set("a", found, 5000);
		clock.now = 7999;
		expect(cache.get("a")).toEqual({ audit: found, ageSeconds: 2, stages: [] });
		clock.now = 8000;
		expect(cache.get("a")).toBeUndefined();
		clock.now = 5000;
		expect(cache.get("b")).toBeUndefined();
	});

	it("returns an unsaved audit for 10 seconds, and never longer than others", () => {
		const { cache, clock } = openCache({ ttlMs: 60_000 });
		cache.set("a", audit("A", "unsaved"), 0);
		clock.now = 9_999;
		expect(cache.get("a")).toBeDefined();
		clock.now = 10_000;
		expect(cache.get("a")).toBeUndefined();
		const brief = openCache({ ttlMs: 1_000 });
		brief.cache.set("a", audit("A", "unsaved"), 0);
		brief.clock.now = 1_000;
		expect(brief.cache.get("a")).toBeUndefined();
	});

	it("returns age 0 for a clock slightly ahead, and nothing for one far ahead", () => {
		const { cache, clock } = openCache();
		cache.set("a", audit("A"), 5000);
		clock.now = 4500;
		expect(cache.get("a")?.ageSeconds).toBe(0);
		clock.now = 3999;
		expect(cache.get("a")).toBeUndefined();
	});

	it("updates a pending result that was logged, and keeps its age", async () => {
		const { cache, clock } = openCache({ ttlMs: 60_000, recall: async (_, auditedAt) => audit(auditedAt) });
		const pending = audit("A", "pending");
		cache.set("a", pending, 0);
		clock.now = 5000;
		expect(cache.get("a")?.audit).toBe(pending);
		await cache.settled();
		expect(cache.get("a")).toEqual({ audit: { ...pending, place: { state: "logged" } }, ageSeconds: 5, stages: [] });
	});

	it("drops a pending result missing from the store, but not one set meanwhile", async () => {
		const { cache, clock } = openCache({ ttlMs: 60_000 });
		cache.set("a", audit("A", "pending"), 0);
		clock.now = 5000;
		cache.get("a");
		const newer = audit("B", "pending");
		cache.set("a", newer, 5000);
		await cache.settled();
		expect(cache.get("a")?.audit).toBe(newer);
		clock.now = 10_000;
		cache.get("a");
		await cache.settled();
		expect(cache.get("a")).toBeUndefined();
	});

	it("evicts the least recently used result", () => {
		const { cache, clock } = openCache({ max: 3 });
		for (const key of ["a", "b", "c"]) cache.set(key, audit(key), 0);
		clock.now = 1;
		cache.get("a");
		cache.set("d", audit("d"), 1);
		cache.set("d", audit("e"), 1);
		clock.now = 2;
		expect(["a", "b", "c", "d"].map((key) => cache.get(key)?.audit.auditedAt)).toEqual(["a", undefined, "c", "e"]);
	});
});
