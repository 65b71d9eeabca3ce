import type { Settings } from "#config/environment.ts";
import { readTokenKeys } from "#signing/token-keys.ts";
import type { Database } from "#store/database.ts";
import type { ApiContext } from "../api/serve.ts";
import { clientAddress, readTrustedProxies } from "../caller/client-address.ts";
import { addressKey } from "../caller/ip-address.ts";
import { createMemoryLimits } from "../rate-limits/memory-limits.ts";
import { createPostgresLimits } from "../rate-limits/postgres-limits.ts";
import { readQuotas } from "../rate-limits/quotas.ts";
import type { RateLimits } from "../rate-limits/rate-limits.ts";

/** Settings about callers, read before anything is opened. */
export interface CallerRules extends Pick<ApiContext, "clientAddress" | "addressKey"> {
	/** Audits that one caller may have under way or waiting: as many as it may ask for at once. */
	readonly callerLimit: number;
	/** Counters of this process, or of all processes on one Postgres. */
	openLimits(database: Database, onFault: (error: unknown) => void): RateLimits;
}

/** @throws Failure `input-invalid` naming what is wrong */
export function readCallerRules(settings: Settings): CallerRules {
	const { limits, tokenKeys, trustedProxies, databaseUrl } = settings;
	const quotas = readQuotas(limits);
	const proxies = readTrustedProxies(trustedProxies);
	// Held against what they must be before anything is opened; `people` reads them again.
	if (tokenKeys !== undefined) readTokenKeys(tokenKeys);
	return {
		callerLimit: quotas.burst.units,
		clientAddress: (peer, headers) => clientAddress(peer, headers, proxies),
		addressKey,
		openLimits({ pool }, onLost) {
			if (!pool) return createMemoryLimits(quotas);
			// The one secret that all processes on this store share anyway.
			const secret = databaseUrl && new URL(databaseUrl).password;
			return createPostgresLimits(quotas, pool, { secret: secret || undefined, onLost });
		},
	};
}
