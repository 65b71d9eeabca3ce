import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { describe, expect, it } from "vitest";
import { createMemoryLimits, EXACT_KEYS, SHARED_COUNTERS } from "./memory-limits.ts";
import { describeRateLimits } from "./rate-limits.contract.ts";
import { DEFAULT_QUOTAS } from "./rate-limits.ts";

/** Keys of different networks: no two in one /48. */
const stranger = (index: number) => `2a00:${(index >> 16).toString(16)}:${(index & 0xffff).toString(16)}:0::/64`;
const FLOOD = process.env.SIGHTLINE_TEST_FULL ? 1_000_000 : 120_000;

describe("memory limits", () => {
	describeRateLimits(async (quotas) => createMemoryLimits(quotas));

	it("hold a flood of networks in a few megabytes, and count who was there before", async () => {
		const collect = exposedCollector();
		const limits = createMemoryLimits(DEFAULT_QUOTAS);
		await limits.take("audit", "192.0.2.7", { units: 10 });
		await limits.take("audit", stranger(FLOOD), { units: 20 });
		collect();
		const before = process.memoryUsage().heapUsed;
		let allowed = 0;
		for (let index = 0; index < FLOOD; index += 1) {
			if ((await limits.take("audit", stranger(index))).allowed) allowed += 1;
		}
		collect();
		expect(process.memoryUsage().heapUsed - before).toBeLessThan(10_000_000);
		expect(allowed).toBeLessThanOrEqual(EXACT_KEYS + SHARED_COUNTERS * DEFAULT_QUOTAS.audit.units);
		expect(await limits.take("audit", "192.0.2.7")).toMatchObject({ allowed: true, remaining: 19 });
		expect(await limits.take("audit", stranger(FLOOD))).toMatchObject({ allowed: true, remaining: 9 });
		await limits.close();
	}, 120_000);

	it("let one network of 65,536 subnets fill no more than its share", async () => {
		const limits = createMemoryLimits(DEFAULT_QUOTAS);
		let allowed = 0;
		for (let index = 0; index < 65_536; index += 1) {
			if ((await limits.take("audit", `2001:db8:1:${index.toString(16)}::/64`)).allowed) allowed += 1;
		}
		expect(allowed).toBe(300);
		for (let index = 0; index < EXACT_KEYS - 300; index += 1) {
			expect(await limits.take("audit", `198.51.${index >> 8}.${index & 255}`)).toMatchObject({ remaining: 29 });
		}
		await limits.close();
	});
});

/** A collection at will, so that the heap can be compared. */
function exposedCollector(): () => void {
	setFlagsFromString("--expose-gc");
	return runInNewContext("gc");
}
