import { hash, randomBytes } from "node:crypto";
import { RateLimiterPostgres } from "rate-limiter-flexible";
import { ProtocolError } from "#core/api/protocol-error.ts";
import { Failure } from "#core/failure.ts";
import { spokenWait } from "#core/wording.ts";
import type { CountLookUp } from "#people/oauth/foreign-json.ts";
import type { Database } from "#store/database.ts";
import { networkKey } from "../caller/client-address.ts";

/**
 * Per address: `burst` (audits, open forms), `reading` (the rest), `register` (clients, agents), `claim`
 * (of agents by people), `credential` (tokens, assertions), `look-up` (fetches from addresses that others control).
 * Per identity and hour: `audit`, `brief`, `form` (changes in the store). `sign-in`: per address and email.
 */
const POLICY_NAMES = [
	"burst",
	"reading",
	"audit",
	"brief",
	"form",
	"sign-in",
	"register",
	"claim",
	"credential",
	"look-up",
] as const;
export type PolicyName = (typeof POLICY_NAMES)[number];

interface Quota {
	readonly units: number;
	readonly windowSeconds: number;
}

/** Holders of a token or an account have their own `audit`, `brief` and `form` quota. */
const HOLDERS = ["token", "key"] as const;
export type Holder = (typeof HOLDERS)[number];

export function isHeld(policy: PolicyName): boolean {
	return policy === "audit" || policy === "brief" || policy === "form";
}

const OF_ADDRESS: readonly PolicyName[] = ["burst", "reading", "register", "claim", "credential", "look-up"];

export function isOfAddress(policy: PolicyName): boolean {
	return OF_ADDRESS.includes(policy);
}

export type Quotas = Readonly<Record<PolicyName | Holder, Quota>>;

export const DEFAULT_QUOTAS: Quotas = {
	burst: { units: 5, windowSeconds: 10 },
	reading: { units: 100, windowSeconds: 10 },
	audit: { units: 30, windowSeconds: 3600 },
	brief: { units: 30, windowSeconds: 3600 },
	form: { units: 20, windowSeconds: 3600 },
	"sign-in": { units: 5, windowSeconds: 900 },
	register: { units: 10, windowSeconds: 3600 },
	claim: { units: 10, windowSeconds: 600 },
	credential: { units: 60, windowSeconds: 60 },
	"look-up": { units: 20, windowSeconds: 600 },
	token: { units: 300, windowSeconds: 3600 },
	key: { units: 300, windowSeconds: 3600 },
};

export interface Taken {
	readonly policy: PolicyName;
	readonly quota: Quota;
	readonly allowed: boolean;
	readonly remaining: number;
	/** Whole seconds until the next window, at least 1. */
	readonly resetSeconds: number;
}

export interface RateLimits {
	readonly quotas: Quotas;
	/** Never rejects: if the shared counter fails, this process counts. Stores only a digest of the key. */
	take(
		policy: PolicyName,
		key: string,
		options?: { readonly units?: number; readonly holder?: Holder | undefined },
	): Promise<Taken>;
	close(): Promise<void>;
}

interface Count {
	/** In this window, including refused units. */
	readonly used: number;
	readonly restMs: number;
}

/** Units of one quota by key. A window begins with its first unit; later units do not extend it. */
export interface Counter {
	/** Counts beyond the quota too. Never rejects. @param key digest */
	take(key: string, units: number): Promise<Count>;
	/** Whether this process knows without a query that no unit is left. */
	isSpent(key: string): boolean;
}

/** Multiple of the quota for an IPv6 /48, which may be one caller with 65,536 keys. */
export const NETWORK_SHARE = 10;

interface CounterStore {
	/** HMAC key; without it, all addresses could be found by trying their digests. */
	readonly secret: string;
	/** @param name separates counters of the same key */
	open(name: string, quota: Quota): Counter;
	close(): Promise<void>;
}

type Meter = { readonly policy: PolicyName; readonly quota: Quota; readonly counter: Counter };

/**
 * IPv6 keys also count by their /48. A refused key takes nothing from the /48, so that a flood from one /64 spares its
 * neighbours. An exhausted /48 counts no single keys, so that it cannot fill the counters.
 */
function createCountedLimits(quotas: Quotas, store: CounterStore): RateLimits {
	const entries = POLICY_NAMES.map((policy) => [policy, openMeters(policy, quotas, store)] as const);
	const meters = Object.fromEntries(entries) as Readonly<Record<PolicyName, ReturnType<typeof openMeters>>>;
	const salt = hash("sha256", store.secret);
	const digest = (key: string) => hash("sha256", salt + key, "base64url");
	return {
		quotas,
		async take(policy, key, { units = 1, holder } = {}) {
			const { own, network } = meters[policy][holder ?? "anyone"];
			const around = networkKey(key);
			if (around === undefined) return takeFrom(own, digest(key), units);
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

function openMeters(policy: PolicyName, quotas: Quotas, store: CounterStore) {
	const open = (name: string, quota: Quota) => {
		const meter = (name: string, quota: Quota): Meter => ({ policy, quota, counter: store.open(name, quota) });
		return {
			own: meter(name, quota),
			network: meter(`${name}-network`, { ...quota, units: quota.units * NETWORK_SHARE }),
		};
	};
	const anyone = open(policy, quotas[policy]);
	if (!isHeld(policy)) return { anyone, token: anyone, key: anyone };
	return { anyone, token: open(`${policy}-token`, quotas.token), key: open(`${policy}-key`, quotas.key) };
}

async function takeFrom({ policy, quota, counter }: Meter, key: string, units: number): Promise<Taken> {
	const { used, restMs } = await counter.take(key, units);
	return {
		policy,
		quota,
		allowed: used <= quota.units,
		remaining: Math.max(quota.units - used, 0),
		// Another process's clock may differ, so never promise a longer wait than the window.
		resetSeconds: Math.min(Math.max(Math.ceil(restMs / 1000), 1), quota.windowSeconds),
	};
}

/** Seconds; the largest unit first. */
const SECONDS_IN = { h: 3600, m: 60, s: 1 } as const;
const QUOTA_NAMES = Object.keys(DEFAULT_QUOTAS) as (keyof Quotas)[];
const MOST_UNITS = 1_000_000;
const LONGEST_WINDOW = 86_400;

/** Parses `burst=5/10s audit=30/1h`; others keep their default. @throws Failure `input-invalid` naming the part */
export function readQuotas(text: string | undefined): Quotas {
	const given = new Map<keyof Quotas, Quota>();
	for (const part of text?.split(/[\s,]+/).filter(Boolean) ?? []) {
		const [name, quota] = readPart(part);
		if (given.has(name)) throw wrong(part, `is a second quota named ${name}`);
		given.set(name, quota);
	}
	return { ...DEFAULT_QUOTAS, ...Object.fromEntries(given) };
}

export function quotaText(quotas: Quotas): string {
	return QUOTA_NAMES.map((name) => `${name}=${quotas[name].units}/${windowText(quotas[name].windowSeconds)}`).join(" ");
}

function readPart(part: string): [keyof Quotas, Quota] {
	const written = /^([^=]+)=(\d+)\/(\d+)([hms])$/.exec(part);
	if (written === null) throw wrong(part, "is not a quota");
	const name = QUOTA_NAMES.find((known) => known === written[1]);
	if (name === undefined) throw wrong(part, `is not the name of a quota; the quotas are ${QUOTA_NAMES.join(", ")}`);
	const units = Number(written[2]);
	if (units < 1 || units > MOST_UNITS) throw wrong(part, `must allow 1 to ${MOST_UNITS} units`);
	const windowSeconds = Number(written[3]) * SECONDS_IN[written[4] as keyof typeof SECONDS_IN];
	if (windowSeconds < 1 || windowSeconds > LONGEST_WINDOW) throw wrong(part, "must have a window of 1s to 24h");
	return [name, { units, windowSeconds }];
}

function windowText(seconds: number): string {
	const [unit, length] = Object.entries(SECONDS_IN).find(([, each]) => seconds % each === 0) ?? ["s", 1];
	return `${seconds / length}${unit}`;
}

function wrong(part: string, why: string): Failure {
	return new Failure("input-invalid", {
		what: "SIGHTLINE_LIMITS cannot be used.",
		why: `${JSON.stringify(part)} ${why}.`,
		todo: `Write them such as ${quotaText(DEFAULT_QUOTAS)}.`,
	});
}

/** Counts lookups of a page. @param take returns the seconds to wait if nothing is left */
export function countLookUp(take: () => Promise<number | undefined>): CountLookUp {
	return async () => {
		const seconds = await take();
		if (seconds === undefined) return;
		const says = `Too many look-ups from your address. Wait ${spokenWait(seconds)} and try again.`;
		throw new ProtocolError(429, "rate_limit_exceeded", says, { headers: { "Retry-After": String(seconds) } });
	};
}

/** More than an installation's callers per hour, in under 3 MB. */
export const EXACT_KEYS = 10_000;
/** All further keys share these. */
export const SHARED_COUNTERS = 1024;

interface Window {
	used: number;
	/** Monotonic, so that a clock change does not affect windows. */
	endsMs: number;
}

/**
 * Has bounded memory. Above 10,000 live windows a new key shares a counter, chosen by a hash secret to this process:
 * every key is limited, callers cannot choose with whom they share, and a key keeps its window.
 */
export class WindowTable {
	readonly #quota: Quota;
	/** In start order, so that expired windows come first. */
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

	/** Copies another counter's count, or drops it if there is no room. */
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
	/** HMAC key; without it, a reader of the table could find the IPv4 addresses by trying all of them. */
	readonly secret?: string | undefined;
	/** Called each time Postgres stops responding and this process begins to count locally. */
	readonly onLost?: ((error: unknown) => void) | undefined;
	/** Query timeout in milliseconds, after which this process counts locally; 500 by default. */
	readonly answerMs?: number | undefined;
}

const TABLE = "rate_limit";
const ANSWER_MS = 500;
const PAUSE_MS = 2000;
const CLEAR_EVERY_MS = 60_000;
/** Per statement, so that none locks many rows for long. */
const CLEAR_ROWS = 10_000;

/**
 * All processes on one Postgres share the limits, except for reading. This process remembers counts: it refuses a spent
 * key without a query, and continues counting locally while Postgres is unavailable.
 * @param pool pool of a database with the table `rate_limit`; not closed with the limits
 */
export function createPostgresLimits(quotas: Quotas, pool: Pool, options: PostgresLimitsOptions = {}): RateLimits {
	const ask = queryWhileUp({ answerMs: options.answerMs ?? ANSWER_MS, pauseMs: PAUSE_MS, onLost: options.onLost });
	// The next run retries a failed clearing.
	const clearing = setInterval(() => void clearExpired(pool).catch(() => {}), CLEAR_EVERY_MS);
	clearing.unref();
	return createCountedLimits(quotas, {
		secret: options.secret ?? "",
		open: (name, quota) => (isOfReading(name) ? memoryCounter(quota) : sharedCounter(name, quota, pool, ask)),
		close: async () => clearInterval(clearing),
	});
}

/** Reading is cheap and counted locally, so that health, pages and files never wait for Postgres. */
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
			// Like `consume`, but does not throw beyond the quota.
			const answer = await ask(() => limiter.penalty(key, units));
			if (answer === undefined) return seen.take(key, units);
			const count = { used: answer.consumedPoints, restMs: answer.msBeforeNext };
			seen.learn(key, count);
			return count;
		},
		isSpent: (key) => seen.isSpent(key),
	};
}

/** Skips rows that another process is deleting. Waits an extra minute, because clocks differ. */
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

/** Undefined without a response. Never rejects. */
export type Ask = <T>(question: () => Promise<T>) => Promise<T | undefined>;

/** A circuit breaker: after a failure, pauses queries, then retries one. */
export function queryWhileUp({ answerMs, pauseMs, onLost }: Patience): Ask {
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
