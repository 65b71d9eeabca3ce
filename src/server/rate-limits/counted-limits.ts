import { hash } from "node:crypto";
import { networkKey } from "../caller/address-key.ts";
import type { Counter } from "./counter.ts";
import type { PolicyName, Quota, Quotas, RateLimits, Taken } from "./rate-limits.ts";

/** How many times a caller's quota one IPv6 network gets, which may be one caller's with 65,536 keys. */
export const NETWORK_SHARE = 10;

/** Where counts are kept. */
export interface CounterStore {
	/** What digests are made with, so that whoever sees counters cannot find their addresses by trying all. */
	readonly secret: string;
	/** @param name of the counter; the same key is another one in a counter of another name */
	open(name: string, quota: Quota): Counter;
	close(): Promise<void>;
}

interface Meter {
	readonly policy: PolicyName;
	readonly quota: Quota;
	readonly counter: Counter;
}

interface PolicyMeters {
	readonly own: Meter;
	readonly network: Meter;
	readonly token: Meter;
}

/**
 * Rate limits over counters. Of callers with an IPv6 address the /48 around them is counted too. Who is refused takes
 * nothing from the network, so that a flood from one /64 leaves its neighbours alone; and where the network has nothing
 * left its keys are not counted one by one, so that it cannot fill the counters.
 */
export function createCountedLimits(quotas: Quotas, store: CounterStore): RateLimits {
	const meters: Readonly<Record<PolicyName, PolicyMeters>> = {
		burst: openMeters("burst", quotas, store),
		reading: openMeters("reading", quotas, store),
		audit: openMeters("audit", quotas, store),
		brief: openMeters("brief", quotas, store),
	};
	const salt = hash("sha256", store.secret);
	const digest = (key: string) => hash("sha256", salt + key, "base64url");
	return {
		async take(policy, key, { units = 1, token = false } = {}) {
			const { own, network, token: ofToken } = meters[policy];
			const around = token ? undefined : networkKey(key);
			if (around === undefined) return takeFrom(token ? ofToken : own, digest(key), units);
			const aroundDigest = digest(around);
			const taken = network.counter.isSpent(aroundDigest) ? undefined : await takeFrom(own, digest(key), units);
			if (taken?.allowed === false) return taken;
			const ofNetwork = await takeFrom(network, aroundDigest, units);
			const narrower = taken === undefined || ofNetwork.remaining < taken.remaining || !ofNetwork.allowed;
			return narrower ? { ...ofNetwork, quota: own.quota } : taken;
		},
		close: () => store.close(),
	};
}

function openMeters(policy: PolicyName, quotas: Quotas, store: CounterStore): PolicyMeters {
	const quota = quotas[policy];
	const meter = (name: string, allowed: Quota): Meter => ({
		policy,
		quota: allowed,
		counter: store.open(name, allowed),
	});
	const tokenQuota = policy === "audit" || policy === "brief" ? quotas.token : quota;
	return {
		own: meter(policy, quota),
		network: meter(`${policy}-network`, { ...quota, units: quota.units * NETWORK_SHARE }),
		token: meter(`${policy}-token`, tokenQuota),
	};
}

async function takeFrom({ policy, quota, counter }: Meter, key: string, units: number): Promise<Taken> {
	const { used, restMs } = await counter.take(key, units);
	return {
		policy,
		quota,
		allowed: used <= quota.units,
		remaining: Math.max(quota.units - used, 0),
		// another process may have another time of day: no answer promises a longer wait than the window
		resetSeconds: Math.min(Math.max(Math.ceil(restMs / 1000), 1), quota.windowSeconds),
	};
}
