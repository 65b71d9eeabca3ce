import { getEventListeners } from "node:events";
import { afterEach, describe, expect, it, vi } from "vitest";
import type { LiveAudit } from "#receipts/live/save-live-audit.ts";
import type { AuditJob } from "../api/live-app.ts";
import { collectGarbage } from "../collect-garbage.testkit.ts";
import { AuditService, type AuditServiceOptions, LINGER_MS, type RunOptions } from "./audit-service.ts";
import { jobFor } from "./live.testkit.ts";

const never = new AbortController().signal;
const asker = (key: string, signal = never, addressKey = key) => ({
	...{ identity: { key }, addressKey, requestId: "request-1", signal },
});
const site = (name: string, mode: AuditJob["mode"] = "light") => jobFor(`${name}.example.com`, mode);

/** A service with everything around it faked: audits of `slow…` sites end with their signal, all others at once. */
function openService(options: Partial<AuditServiceOptions<AuditJob>> = {}) {
	const runs: { readonly job: AuditJob; readonly run: RunOptions }[] = [];
	const service = new AuditService<AuditJob>({
		async run(job, run) {
			runs.push({ job, run });
			if (!job.target.host.startsWith("slow")) return job;
			return new Promise((_, reject) => {
				run.signal.addEventListener("abort", () => reject(run.signal.reason), { once: true });
			});
		},
		keep: async (job) => ({ place: {}, auditedAt: job.target.host }) as unknown as LiveAudit,
		recall: async () => undefined,
		leases: {
			newOwner: async () => "owner",
			acquire: async () => ({ kind: "acquired" }),
			renew: async () => true,
			release: async () => {},
		},
		observer: { answered: () => {}, refused: () => {}, ended: () => {}, fault: () => {} },
		concurrency: 32,
		callerLimit: 5,
		timeoutMs: ({ mode }) => (mode === "deep" ? 75_000 : 30_000),
		leaseMs: 30_000,
		...options,
	});
	return { service, runs };
}

/** Requests slow audits until the limit. @returns how many were refused */
async function attack(service: ReturnType<typeof openService>["service"], keys: readonly string[], each: number) {
	let refused = 0;
	for (const [at, key] of keys.entries())
		for (let number = 0; number < each; number++) {
			const mode = number % 2 === 0 ? "light" : "deep";
			service.audit(site(`slow-${at}-${number}`, mode), asker(key)).catch(() => {
				refused += 1;
			});
		}
	await new Promise(setImmediate);
	return refused;
}

/** Responses to 100 other callers in turn. */
async function bystanders(service: ReturnType<typeof openService>["service"]): Promise<number> {
	let answered = 0;
	for (let number = 0; number < 100; number++) {
		const { audit } = await service.audit(site(`shop-${number}`), asker(`198.51.100.${number}`));
		if (audit.auditedAt === `shop-${number}.example.com`) answered += 1;
	}
	return answered;
}

describe("an attack with audits that never end", () => {
	it("from one address takes at most 5 slots, and 100 others are served", async () => {
		const { service } = openService();
		expect(await attack(service, ["192.0.2.1"], 500)).toBe(495);
		expect(service.load().running).toBe(5);
		expect(await bystanders(service)).toBe(100);
		await service.drain(0);
	});

	it("from 65,536 networks of one /48 leaves half of the slots and places to others", async () => {
		const { service } = openService({ callerLimit: 100 });
		const keys = Array.from({ length: 2000 }, (_, index) => `2001:db8:1:${index.toString(16)}::/64`);
		expect(await attack(service, keys, 1)).toBe(1920);
		expect(service.load()).toEqual({ running: 16, queued: 64 });
		expect(await bystanders(service)).toBe(100);
		await service.drain(0);
	});

	it("from 26 accounts of one address leaves half of the slots to others", async () => {
		const { service } = openService();
		for (let number = 0; number < 26 * 5; number++)
			service.audit(site(`slow-${number}`), asker(`account:${number % 26}`, never, "192.0.2.1")).catch(() => {});
		await new Promise(setImmediate);
		expect(service.load().running).toBe(16);
		expect(await bystanders(service)).toBe(100);
		expect(service.load().running).toBe(16);
		await service.drain(0);
	});

	it("with deep audits from many addresses leaves slots to light ones", async () => {
		const { service } = openService();
		for (let number = 0; number < 500; number++)
			service.audit(site(`slow-${number}`, "deep"), asker(`192.0.2.${number % 250}`)).catch(() => {});
		await new Promise(setImmediate);
		expect(service.load()).toEqual({ running: 8, queued: 72 });
		expect(await bystanders(service)).toBe(100);
		await service.drain(0);
	});

	it("does not block others from a site that the attacker waits for", async () => {
		const { service, runs } = openService({ callerLimit: 100, concurrency: 4 });
		await attack(service, ["192.0.2.1"], 8);
		service.audit(site("shop"), asker("192.0.2.1")).catch(() => {});
		await new Promise(setImmediate);
		expect(runs.some(({ job }) => job.target.host === "shop.example.com")).toBe(false);
		const { audit } = await service.audit(site("shop"), asker("198.51.100.7"));
		expect(audit.auditedAt).toBe("shop.example.com");
		expect(runs.at(-1)?.run.caller).toBe("198.51.100.7");
		await service.drain(0);
	});

	it("gets a Retry-After that grows with the queue and the duration of audits", async () => {
		let now = 0;
		const { service } = openService({ concurrency: 1, queueLimit: 4, callerLimit: 1, now: () => now });
		const refusal = () => service.audit(site("late"), asker("198.51.100.1")).catch((error) => error);
		const leaving = new AbortController();
		const slow = service.audit(site("slow-0"), asker("198.51.100.1", leaving.signal));
		const first = await refusal();
		expect(first).toMatchObject({ code: "overloaded", parts: { headers: { "Retry-After": "2" } } });
		await new Promise(setImmediate);
		now += 40_000;
		leaving.abort();
		await expect(slow).rejects.toThrow();
		await new Promise(setImmediate);
		await attack(service, ["198.51.100.1", "198.51.100.2", "198.51.100.3"], 1);
		expect((await refusal()).parts.headers["Retry-After"]).toBe("21");
		await service.drain(0);
	});
});

describe("a followed audit", () => {
	afterEach(() => void vi.useRealTimers());

	it("can be rejoined after a lost connection, and ends if nobody returns", async () => {
		vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
		const { service, runs } = openService();
		const follow = async () => {
			const leaving = new AbortController();
			const asked = { ...asker("192.0.2.1", leaving.signal), onStage: () => {} };
			const answer = Promise.allSettled([service.audit(site("slow"), asked)]);
			await new Promise(setImmediate);
			leaving.abort();
			await answer;
		};
		for (let time = 0; time < 2; time++) {
			await follow();
			vi.advanceTimersByTime(LINGER_MS - 5_000);
		}
		expect(runs.map(({ run }) => run.signal.aborted)).toEqual([false]);
		vi.advanceTimersByTime(5_000);
		expect(runs.map(({ run }) => run.signal.aborted)).toEqual([true]);
		await follow();
		expect(runs).toHaveLength(2);
		vi.useRealTimers();
		await service.drain(0);
	});
});

describe("5,000 audits through one service", { timeout: 60_000 }, () => {
	it("leak no listeners and no memory beyond the cache", async () => {
		const { service, runs } = openService({ callerLimit: 100 });
		const signal = new AbortController().signal;
		const signals: WeakRef<AbortSignal>[] = [];
		for (let round = 0; round < 250; round++) {
			const asked = Array.from({ length: 18 }, (_, at) =>
				service.audit(site(`shop-${round}-${at}`), asker(`192.0.2.${at}`, signal)),
			);
			const leaving = new AbortController();
			const left = [0, 1].map((at) =>
				service.audit(site(`slow-${round}-${at}`), asker("192.0.2.99", leaving.signal)).catch(() => {}),
			);
			await Promise.all(asked);
			leaving.abort();
			await Promise.all(left);
			for (const { run } of runs.splice(0)) signals.push(new WeakRef(run.signal));
		}
		expect(signals).toHaveLength(5000);
		expect(getEventListeners(signal, "abort")).toHaveLength(0);
		await new Promise(setImmediate);
		collectGarbage();
		await new Promise(setImmediate);
		collectGarbage();
		expect(signals.filter((each) => each.deref() !== undefined).length).toBeLessThan(50);
		expect(service.load()).toEqual({ running: 0, queued: 0 });
		await service.drain(0);
	});
});
