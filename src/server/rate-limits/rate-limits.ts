/**
 * `burst`: every request that costs an audit, per address. `reading`: every other request, per address. `audit` and
 * `brief`: per identity and hour.
 */
export const POLICY_NAMES = ["burst", "reading", "audit", "brief"] as const;
export type PolicyName = (typeof POLICY_NAMES)[number];

/** So many units in a window. */
export interface Quota {
	readonly units: number;
	/** Seconds. */
	readonly windowSeconds: number;
}

/** What an installation allows; `token` holds for `audit` and `brief` of callers with a token. */
export type Quotas = Readonly<Record<PolicyName | "token", Quota>>;

export const DEFAULT_QUOTAS: Quotas = {
	burst: { units: 5, windowSeconds: 10 },
	reading: { units: 100, windowSeconds: 10 },
	audit: { units: 30, windowSeconds: 3600 },
	brief: { units: 30, windowSeconds: 3600 },
	token: { units: 300, windowSeconds: 3600 },
};

/** The state of one counter after units were taken from it. */
export interface Taken {
	readonly policy: PolicyName;
	readonly quota: Quota;
	readonly allowed: boolean;
	/** Units left; 0 when refused. */
	readonly remaining: number;
	/** Whole seconds until the window begins anew, at least 1. */
	readonly resetSeconds: number;
}

/** Counts requests; one for all endpoints of a process, or of all processes on one Postgres. */
export interface RateLimits {
	/**
	 * Takes units from the counter of a key. Never rejects: where the shared counter cannot be asked, a counter of this
	 * process stands in for it.
	 * @param key from `addressKey` or a token's subject; only its digest is kept
	 */
	take(
		policy: PolicyName,
		key: string,
		options?: { readonly units?: number; readonly token?: boolean },
	): Promise<Taken>;
	close(): Promise<void>;
}
