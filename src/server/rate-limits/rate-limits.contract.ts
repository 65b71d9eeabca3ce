import { setTimeout as pause } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { DEFAULT_QUOTAS, NETWORK_SHARE, type Quotas, type RateLimits } from "./rate-limits.ts";

const QUOTAS: Quotas = {
	...DEFAULT_QUOTAS,
	burst: { units: 2, windowSeconds: 1 },
	reading: { units: 4, windowSeconds: 3 },
	token: { units: 5, windowSeconds: 60 },
};
const SOMEBODY = "192.0.2.7";
const subnet = (index: number) => `2001:db8:1:${index.toString(16)}::/64`;
const ELSEWHERE = "2001:db8:2:0::/64";

/** The contract of every implementation of rate limits. */
export function describeRateLimits(open: (quotas: Quotas) => Promise<RateLimits>): void {
	describe("counts", () => {
		it("down to 0, then refuses with the time to wait", async () => {
			const limits = await open(QUOTAS);
			const taken = [];
			for (let index = 0; index < 6; index += 1) taken.push(await limits.take("reading", SOMEBODY));
			expect(taken.map(({ remaining }) => remaining)).toEqual([3, 2, 1, 0, 0, 0]);
			expect(taken.map(({ allowed }) => allowed)).toEqual([true, true, true, true, false, false]);
			expect(taken.at(-1)).toMatchObject({ policy: "reading", quota: QUOTAS.reading });
			for (const { resetSeconds } of taken) expect([2, 3]).toContain(resetSeconds);
			expect(taken[0]?.resetSeconds).toBe(3);
			await limits.close();
		});

		it("separately by key, policy and holder", async () => {
			const limits = await open(QUOTAS);
			for (let index = 0; index < 40; index += 1) await limits.take("audit", SOMEBODY);
			expect(await limits.take("audit", "192.0.2.8")).toMatchObject({ allowed: true, remaining: 29 });
			expect(await limits.take("brief", SOMEBODY)).toMatchObject({ allowed: true, remaining: 29 });
			const withToken = await limits.take("audit", SOMEBODY, { holder: "token" });
			expect(withToken).toMatchObject({ policy: "audit", quota: QUOTAS.token, allowed: true, remaining: 4 });
			expect(await limits.take("brief", SOMEBODY, { holder: "token" })).toMatchObject({ remaining: 4 });
			expect(await limits.take("burst", SOMEBODY, { holder: "token" })).toMatchObject({ quota: QUOTAS.burst });
			await limits.close();
		});

		it("several units at once; too many are refused and exhaust the counter", async () => {
			const limits = await open(QUOTAS);
			expect(await limits.take("reading", SOMEBODY, { units: 3 })).toMatchObject({ allowed: true, remaining: 1 });
			expect(await limits.take("reading", SOMEBODY, { units: 2 })).toMatchObject({ allowed: false, remaining: 0 });
			expect(await limits.take("reading", SOMEBODY)).toMatchObject({ allowed: false, remaining: 0 });
			expect(await limits.take("burst", SOMEBODY, { units: 3 })).toMatchObject({ allowed: false, remaining: 0 });
			await limits.close();
		});

		it("exactly under concurrency", async () => {
			const limits = await open(QUOTAS);
			const taken = await Promise.all(Array.from({ length: 100 }, () => limits.take("audit", SOMEBODY)));
			expect(taken.filter(({ allowed }) => allowed)).toHaveLength(30);
			expect(new Set(taken.map(({ remaining }) => remaining)).size).toBe(30);
			await limits.close();
		});
	});

	describe("windows", () => {
		it("end on time, despite refusals", async () => {
			const limits = await open(QUOTAS);
			const began = performance.now();
			await limits.take("burst", SOMEBODY, { units: 2 });
			let refused = 0;
			for (;;) {
				const { allowed, resetSeconds, remaining } = await limits.take("burst", SOMEBODY);
				expect(resetSeconds).toBe(1);
				if (allowed) {
					expect(remaining).toBe(1);
					break;
				}
				refused += 1;
				await pause(20);
			}
			expect(refused).toBeGreaterThan(10);
			// The machine's timers and the database's clock differ by a few milliseconds.
			expect(performance.now() - began).toBeGreaterThan(980);
			expect(performance.now() - began).toBeLessThan(2500);
			await limits.close();
		});

		it("return the remaining seconds, rounded up", async () => {
			const limits = await open(QUOTAS);
			const began = performance.now();
			await limits.take("reading", SOMEBODY);
			const begun = performance.now();
			for (let index = 0; index < 6; index += 1) {
				await pause(250);
				const most = Math.ceil(3 - (performance.now() - begun - 20) / 1000);
				const { resetSeconds } = await limits.take("reading", SOMEBODY);
				const least = Math.ceil(3 - (performance.now() - began + 20) / 1000);
				// On a busy machine the window may have ended.
				if (least < 1) break;
				expect(resetSeconds).toBeGreaterThanOrEqual(least);
				expect(resetSeconds).toBeLessThanOrEqual(most);
			}
			await limits.close();
		});
	});

	describe("IPv6 networks", () => {
		it("are counted as a whole too", async () => {
			const limits = await open(QUOTAS);
			const units = QUOTAS.audit.units;
			for (let index = 0; index < NETWORK_SHARE - 1; index += 1) await limits.take("audit", subnet(index), { units });
			expect(await limits.take("audit", subnet(100), { units: 3 })).toMatchObject({ allowed: true, remaining: 27 });
			expect(await limits.take("audit", subnet(101), { units: 3 })).toMatchObject({ allowed: true, remaining: 24 });
			await limits.take("audit", subnet(102), { units: 24 });
			const last = await limits.take("audit", subnet(103));
			expect(last).toMatchObject({ allowed: false, remaining: 0, quota: QUOTAS.audit });
			expect(last.resetSeconds).toBeGreaterThan(3500);
			expect(await limits.take("audit", ELSEWHERE)).toMatchObject({ allowed: true, remaining: 29 });
			expect(await limits.take("brief", subnet(103))).toMatchObject({ allowed: true, remaining: 29 });
			await limits.close();
		});

		it("are not affected by a refused subnet", async () => {
			const limits = await open(QUOTAS);
			for (let index = 0; index < 400; index += 1) await limits.take("audit", subnet(1));
			expect(await limits.take("audit", subnet(2))).toMatchObject({ allowed: true, remaining: 29 });
			await limits.close();
		});

		it("are also counted as a whole for tokens", async () => {
			const limits = await open(QUOTAS);
			for (let index = 0; index < NETWORK_SHARE; index += 1)
				await limits.take("audit", subnet(index), { holder: "token", units: 5 });
			expect(await limits.take("audit", subnet(99), { holder: "token" })).toMatchObject({ allowed: false });
			expect(await limits.take("audit", ELSEWHERE, { holder: "token" })).toMatchObject({ allowed: true, remaining: 4 });
			expect(await limits.take("audit", subnet(99))).toMatchObject({ allowed: true, remaining: 29 });
			await limits.close();
		});
	});
}
