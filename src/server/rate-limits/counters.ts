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
	/**
	 * Known to all processes of the installation and to no one else. Without it, a reader of the table can find the
	 * IPv4 addresses that asked in the last hour by trying all of them.
	 */
	readonly secret?: string | undefined;
	/** Called once each time Postgres stops answering and this process begins to count for itself. */
	readonly onLost?: ((error: unknown) => void) | undefined;
	/** How long Postgres is waited for before this process counts for itself, in milliseconds; 500 by default. */
	readonly answerMs?: number | undefined;
}

const TABLE = "rate_limit";
const ANSWER_MS = 500;
const PAUSE_MS = 2000;
const CLEAR_EVERY_MS = 60_000;
/** Rows that one statement deletes, so that none holds many rows for long. */
const CLEAR_ROWS = 10_000;

/**
 * Rate limits that all processes on one Postgres share, but for those of reading. This process remembers every answer: a key with
 * nothing left is refused without asking again, and while Postgres does not answer counting goes on from there.
 *
 * @param pool of a database with the table `rate_limit`; stays open when the limits are closed
 */
export function createPostgresLimits(quotas: Quotas, pool: Pool, options: PostgresLimitsOptions = {}): RateLimits {
	const ask = askWhileUp({ answerMs: options.answerMs ?? ANSWER_MS, pauseMs: PAUSE_MS, onLost: options.onLost });
	// what could not be cleared is cleared in the next minute
	const clearing = setInterval(() => void clearExpired(pool).catch(() => {}), CLEAR_EVERY_MS);
	clearing.unref();
	return createCountedLimits(quotas, {
		secret: options.secret ?? "",
		open: (name, quota) => (isOfReading(name) ? memoryCounter(quota) : sharedCounter(name, quota, pool, ask)),
		close: async () => clearInterval(clearing),
	});
}

/**
 * Reading costs nobody an audit: the limit guards this process, which counts for itself. Health, pages and files answer
 * though Postgres is slow or away, and wait for none of its few connections.
 */
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
			// as `consume`, but a count beyond the quota is an answer too and no exception
			const answer = await ask(() => limiter.penalty(key, units));
			if (answer === undefined) return seen.take(key, units);
			const count = { used: answer.consumedPoints, restMs: answer.msBeforeNext };
			seen.learn(key, count);
			return count;
		},
		isSpent: (key) => seen.isSpent(key),
	};
}

/**
 * Rows that another process is deleting are left to it. A minute of grace, since processes differ in the time of day.
 */
async function clearExpired(pool: Pool): Promise<void> {
	const before = Date.now() - CLEAR_EVERY_MS;
	const statement = `DELETE FROM ${TABLE} WHERE key IN
		(SELECT key FROM ${TABLE} WHERE expire < $1 LIMIT ${CLEAR_ROWS} FOR UPDATE SKIP LOCKED)`;
	for (;;) {
		const { rowCount } = await pool.query(statement, [before]);
		if ((rowCount ?? 0) < CLEAR_ROWS) return;
	}
}

/** How a server is asked that may be gone: after a query failed, none is made for `pauseMs`. */
type Patience = Pick<PostgresLimitsOptions, "onLost"> & { readonly answerMs: number; readonly pauseMs: number };

/** Asks, and gives undefined where no answer came: then it is the caller's to do without. Never rejects. */
export type Ask = <T>(question: () => Promise<T>) => Promise<T | undefined>;

/** A circuit breaker: after a failure no query is made for a while; then one tries again. */
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
