import { randomBytes } from "node:crypto";
import { createCountedLimits } from "./counted-limits.ts";
import type { Quotas, RateLimits } from "./rate-limits.ts";
import { WindowTable } from "./window-table.ts";

/** Rate limits of one process, for an installation that has no other. */
export function createMemoryLimits(quotas: Quotas): RateLimits {
	return createCountedLimits(quotas, {
		secret: randomBytes(32).toString("base64"),
		open: (_name, quota) => {
			const table = new WindowTable(quota);
			return {
				take: async (key, units) => table.take(key, units),
				isSpent: (key) => table.isSpent(key),
			};
		},
		close: async () => {},
	});
}
