import { hash, randomBytes } from "node:crypto";
import {
	type Count,
	type Counter,
	createCountedLimits,
	type Quota,
	type Quotas,
	type RateLimits,
} from "./rate-limits.ts";

/** Keys that are counted each by itself: more callers than an installation has in an hour, in under 3 MB. */
export const EXACT_KEYS = 10_000;
/** Counters that all further keys share. */
export const SHARED_COUNTERS = 1024;

interface Window {
	used: number;
	/** By the clock that only runs forward, so that a corrected time of day changes no window. */
	endsMs: number;
}

/**
 * The counters of one quota in bounded memory. While 10,000 windows are live, a new key is counted together with others,
 * chosen by a hash that only this process knows: every key is limited, no caller can choose which keys it
 * shares with, and a key that has a window keeps it.
 */
export class WindowTable {
	readonly #quota: Quota;
	/** In the order in which windows began, which is nearly the one in which they end: expired ones come first. */
	readonly #windows = new Map<string, Window>();
	readonly #shared = new Map<number, Window>();
	readonly #salt = randomBytes(16).toString("base64");

	constructor(quota: Quota) {
		this.#quota = quota;
	}

	/** Windows in memory. */
	get size(): number {
		return this.#windows.size + this.#shared.size;
	}

	take(key: string, units: number): Count {
		const now = performance.now();
		const window = this.#find(key, now) ?? this.#begin(key, now + this.#quota.windowSeconds * 1000, now);
		window.used += units;
		return { used: window.used, restMs: window.endsMs - now };
	}

	isSpent(key: string): boolean {
		return (this.#find(key, performance.now())?.used ?? 0) >= this.#quota.units;
	}

	/** Takes over what another counter says of a key; without room for it, it is dropped. */
	learn(key: string, { used, restMs }: Count): void {
		const now = performance.now();
		const own = this.#own(key, now);
		if (own !== undefined) Object.assign(own, { used, endsMs: now + restMs });
		else if (this.#hasRoom(now)) this.#windows.set(key, { used, endsMs: now + restMs });
	}

	#find(key: string, now: number): Window | undefined {
		const own = this.#own(key, now);
		if (own !== undefined || this.#hasRoom(now)) return own;
		const shared = this.#shared.get(this.#shareOf(key));
		return shared !== undefined && shared.endsMs > now ? shared : undefined;
	}

	#own(key: string, now: number): Window | undefined {
		const own = this.#windows.get(key);
		if (own === undefined || own.endsMs > now) return own;
		this.#windows.delete(key);
		return undefined;
	}

	#begin(key: string, endsMs: number, now: number): Window {
		const window: Window = { used: 0, endsMs };
		if (this.#hasRoom(now)) this.#windows.set(key, window);
		else this.#shared.set(this.#shareOf(key), window);
		return window;
	}

	#hasRoom(now: number): boolean {
		for (const [key, { endsMs }] of this.#windows) {
			if (endsMs > now) break;
			this.#windows.delete(key);
		}
		return this.#windows.size < EXACT_KEYS;
	}

	#shareOf(key: string): number {
		return Number.parseInt(hash("sha256", this.#salt + key, "hex").slice(0, 8), 16) % SHARED_COUNTERS;
	}
}

/** Counts in this process alone. */
export function memoryCounter(quota: Quota): Counter {
	const table = new WindowTable(quota);
	return {
		take: async (key, units) => table.take(key, units),
		isSpent: (key) => table.isSpent(key),
	};
}

/** Rate limits of one process, for an installation that has no other. */
export function createMemoryLimits(quotas: Quotas): RateLimits {
	return createCountedLimits(quotas, {
		secret: randomBytes(32).toString("base64"),
		open: (_name, quota) => memoryCounter(quota),
		close: async () => {},
	});
}
