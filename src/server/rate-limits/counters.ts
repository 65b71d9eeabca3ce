import { hash, randomBytes } from "node:crypto";
import { RateLimiterPostgres } from "rate-limiter-flexible";
import type { Database } from "#store/database.ts";
import {
	type Count,
	type Counter,
	createCountedLimits,
	type Quota,
	type Quotas,
	type RateLimits,
} from "./rate-limits.ts";

/** More callers than an installation has in an hour, in under 3 MB. */
export const EXACT_KEYS = 10_000;
/** All further keys share these. */
export const SHARED_COUNTERS = 1024;

interface Window {
	used: number;
	/** Monotonic clock, so that a corrected time of day changes no window. */
	endsMs: number;
}

/**
 * Bounded memory. Past 10,000 live windows a new key shares a counter, chosen by a hash that only this process knows:
 * every key is limited, no caller chooses whom it shares with, and a key with a window keeps it.
 */
export class WindowTable {
	readonly #quota: Quota;
	/** In order of their begin, so that expired windows come first. */
	readonly #windows = new Map<string, Window>();
	readonly #shared = new Map<number, Window>();
	readonly #salt = randomBytes(16).toString("base64");

	constructor(quota: Quota) {
		this.#quota = quota;
	}

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

	/** Takes over another counter's count; drops it without room. */
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

function memoryCounter(quota: Quota): Counter {
	const table = new WindowTable(quota);
	return {
		take: async (key, units) => table.take(key, units),
		isSpent: (key) => table.isSpent(key),
	};
}

export function createMemoryLimits(quotas: Quotas): RateLimits {
	return createCountedLimits(quotas, {
		secret: randomBytes(32).toString("base64"),
		open: (_name, quota) => memoryCounter(quota),
		close: async () => {},
	});
}

type Pool = NonNullable<Database["pool"]>;

export interface PostgresLimitsOptions {
	/** Only our processes know it: else a reader of the table finds the hour's IPv4 addresses by trying all of them. */
	readonly secret?: string | undefined;
	/** Called each time Postgres stops answering and this process begins to count for itself. */
	readonly onLost?: ((error: unknown) => void) | undefined;
	/** Milliseconds until this process counts for itself; 500 by default. */
	readonly answerMs?: number | undefined;
}

const TABLE = "rate_limit";
const ANSWER_MS = 500;
const PAUSE_MS = 2000;
const CLEAR_EVERY_MS = 60_000;
/** Per statement, so that none holds many rows for long. */
const CLEAR_ROWS = 10_000;

/**
 * All processes on one Postgres share them, except for reading. This process remembers answers: it refuses a spent key
 * without asking, and counts on from there while Postgres is away.
 * @param pool of a database with the table `rate_limit`; stays open when the limits are closed
 */
export function createPostgresLimits(quotas: Quotas, pool: Pool, options: PostgresLimitsOptions = {}): RateLimits {
	const ask = askWhileUp({ answerMs: options.answerMs ?? ANSWER_MS, pauseMs: PAUSE_MS, onLost: options.onLost });
	// The next minute repeats a failed clearing.
	const clearing = setInterval(() => void clearExpired(pool).catch(() => {}), CLEAR_EVERY_MS);
	clearing.unref();
	return createCountedLimits(quotas, {
		secret: options.secret ?? "",
		open: (name, quota) => (isOfReading(name) ? memoryCounter(quota) : sharedCounter(name, quota, pool, ask)),
		close: async () => clearInterval(clearing),
	});
}

/** Costs no audit, so this process counts for itself: health, pages and files never wait for Postgres. */
const isOfReading = (name: string) => name.startsWith("reading");

function sharedCounter(name: string, quota: Quota, pool: Pool, ask: Ask): Counter {
	const seen = new WindowTable(quota);
	const limiter = new RateLimiterPostgres({
		storeClient: pool,
		storeType: "pool",
		tableName: TABLE,
		tableCreated: true,
		keyPrefix: name,
		points: quota.units,
		duration: quota.windowSeconds,
		clearExpiredByTimeout: false,
	});
	return {
		async take(key, units) {
			if (seen.isSpent(key)) return seen.take(key, units);
			// As `consume`, but a count beyond the quota is an answer, not an exception.
			const answer = await ask(() => limiter.penalty(key, units));
			if (answer === undefined) return seen.take(key, units);
			const count = { used: answer.consumedPoints, restMs: answer.msBeforeNext };
			seen.learn(key, count);
			return count;
		},
		isSpent: (key) => seen.isSpent(key),
	};
}

/** Skips rows that another process deletes. A minute of grace, since clocks differ. */
async function clearExpired(pool: Pool): Promise<void> {
	const before = Date.now() - CLEAR_EVERY_MS;
	const statement = `DELETE FROM ${TABLE} WHERE key IN
		(SELECT key FROM ${TABLE} WHERE expire < $1 LIMIT ${CLEAR_ROWS} FOR UPDATE SKIP LOCKED)`;
	for (;;) {
		const { rowCount } = await pool.query(statement, [before]);
		if ((rowCount ?? 0) < CLEAR_ROWS) return;
	}
}

type Patience = Pick<PostgresLimitsOptions, "onLost"> & { readonly answerMs: number; readonly pauseMs: number };

/** Undefined where no answer came. Never rejects. */
export type Ask = <T>(question: () => Promise<T>) => Promise<T | undefined>;

/** A circuit breaker: after a failure no query for a while, then one tries again. */
export function askWhileUp({ answerMs, pauseMs, onLost }: Patience): Ask {
	let lost = false;
	let pausedUntil = 0;
	return async (question) => {
		if (performance.now() < pausedUntil) return undefined;
		if (lost) pausedUntil = performance.now() + pauseMs;
		try {
			const answer = await within(answerMs, question());
			lost = false;
			pausedUntil = 0;
			return answer;
		} catch (error) {
			pausedUntil = performance.now() + pauseMs;
			if (!lost) onLost?.(error);
			lost = true;
			return undefined;
		}
	};
}

async function within<T>(ms: number, answer: Promise<T>): Promise<T> {
	let timer: NodeJS.Timeout | undefined;
	const late = new Promise<never>((_, reject) => {
		timer = setTimeout(() => reject(new Error(`No answer came in ${ms} ms.`)), ms);
	});
	try {
		return await Promise.race([answer, late]);
	} finally {
		clearTimeout(timer);
	}
}
