import PQueue, { type QueueAddOptions } from "p-queue";
import { Failure, isFailure } from "#core/failure.ts";
import { FairQueue, type FairQueueOptions } from "#core/fair-queue.ts";
import { siteOf } from "#core/target.ts";
import { createResolver, LOOKUP_MS, type Resolve } from "./name-resolver.ts";
import { networkFailure } from "./network-failure.ts";

interface AuditLookupsOptions {
	/** An audit without one is a caller of its own. */
	readonly caller?: string | undefined;
	/** Milliseconds for one lookup, from its turn on. */
	readonly timeout?: number | undefined;
}

/** Per process; each holds one socket, with several name servers a few. */
const AT_ONCE = 128;
/** Silent servers hold each for `LOOKUP_MS`. One audit has seven under way at most. */
const AT_ONCE_PER_CALLER = 32;
/** Milliseconds for a turn; audits have 20 s in all. */
const TURN_MS = 12_000;
/** Most audits need 2 to 30 names. */
const NAMES_PER_AUDIT = 100;
/** Milliseconds until the same caller may ask a silent name again. */
const SILENT_MS = 5_000;
/** After these the audit looks up no more of the site; each cost `LOOKUP_MS`. */
const SILENT_PER_SITE = 4;
const SILENT_NAMES = 1_000;

export interface NameLookupsOptions {
	readonly resolve?: Resolve | undefined;
	readonly atOnce?: number | undefined;
	readonly atOncePerCaller?: number | undefined;
	readonly turnMs?: number | undefined;
}

/** Per process; callers take turns. */
export class NameLookups {
	readonly #resolve: Resolve;
	readonly #turns: CallerTurns;
	readonly #silent = new SilentNames();
	#audits = 0;

	constructor(options: NameLookupsOptions = {}) {
		const { atOnce = AT_ONCE, atOncePerCaller = AT_ONCE_PER_CALLER, turnMs = TURN_MS } = options;
		this.#resolve = options.resolve ?? createResolver();
		this.#turns = new CallerTurns(atOnce, atOncePerCaller, turnMs);
	}

	open({ caller = `audit ${++this.#audits}`, timeout = LOOKUP_MS }: AuditLookupsOptions = {}) {
		const closing = new AbortController();
		const { signal } = closing;
		const names = new AuditNames();
		return {
			/** @throws Failure `name-not-found`, `name-lookup-failed`; `overloaded` without a turn; `request-budget` */
			resolve: async (host: string): Promise<readonly string[]> => {
				const known = this.#silent.reason(caller, host);
				if (known) throw known;
				names.admit(host);
				return this.#turns.take({ caller, host, signal }, async () => {
					try {
						return await resolveInTime(this.#resolve, host, timeout, signal);
					} catch (error) {
						if (isFailure(error) && error.code === "name-lookup-failed") {
							this.#silent.remember(caller, host, error);
							names.unanswered(host);
						}
						throw error;
					}
				});
			},
			close: () => closing.abort(),
		};
	}
}
export type AuditLookups = ReturnType<NameLookups["open"]>;

let ofProcess: NameLookups | undefined;

export function processLookups(): NameLookups {
	ofProcess ??= new NameLookups();
	return ofProcess;
}

/** A resolver that ignores its signal is not waited for. */
async function resolveInTime(resolve: Resolve, host: string, timeout: number, closing: AbortSignal) {
	const end = new AbortController();
	const { promise, reject } = Promise.withResolvers<never>();
	end.signal.addEventListener("abort", () => reject(end.signal.reason), { once: true });
	const timer = setTimeout(() => end.abort(networkFailure("name-lookup-failed", host)), timeout);
	const close = () => end.abort(closing.reason);
	closing.addEventListener("abort", close, { once: true });
	try {
		return await Promise.race([resolve(host, end.signal), promise]);
	} finally {
		clearTimeout(timer);
		closing.removeEventListener("abort", close);
	}
}

interface Turn {
	readonly caller: string;
	readonly host: string;
	readonly signal: AbortSignal;
}

/** A queue a caller, in front of the common one. */
class CallerTurns {
	readonly #all: PQueue<FairQueue, QueueAddOptions & FairQueueOptions>;
	readonly #own = new Map<string, { readonly queue: PQueue; users: number }>();
	readonly #perCaller: number;
	readonly #turnMs: number;

	constructor(atOnce: number, perCaller: number, turnMs: number) {
		this.#all = new PQueue({ concurrency: atOnce, queueClass: FairQueue });
		this.#perCaller = perCaller;
		this.#turnMs = turnMs;
	}

	/** @throws Failure `overloaded` where it did not begin in time; the signal's reason */
	async take<T>({ caller, host, signal: closing }: Turn, work: () => Promise<T>): Promise<T> {
		closing.throwIfAborted();
		const waiting = new AbortController();
		const { signal } = waiting;
		const timer = setTimeout(() => waiting.abort(noTurn(host)), this.#turnMs);
		const close = () => waiting.abort(closing.reason);
		closing.addEventListener("abort", close, { once: true });
		const begin = () => {
			clearTimeout(timer);
			return work();
		};
		const own = this.#own.get(caller) ?? { queue: new PQueue({ concurrency: this.#perCaller }), users: 0 };
		this.#own.set(caller, own);
		own.users++;
		try {
			return await own.queue.add(() => this.#all.add(begin, { caller, signal }), { signal });
		} finally {
			clearTimeout(timer);
			closing.removeEventListener("abort", close);
			if (--own.users === 0) this.#own.delete(caller);
		}
	}
}

class AuditNames {
	readonly #names = new Set<string>();
	readonly #unanswered = new Map<string, number>();

	/** @throws Failure `request-budget`; `name-lookup-failed` after too many silent names of the site */
	admit(host: string): void {
		if (this.#names.has(host)) return;
		if (this.#names.size >= NAMES_PER_AUDIT) throw tooManyNames(host);
		if ((this.#unanswered.get(siteOf(host)) ?? 0) >= SILENT_PER_SITE) throw networkFailure("name-lookup-failed", host);
		this.#names.add(host);
	}

	unanswered(host: string): void {
		const site = siteOf(host);
		this.#unanswered.set(site, (this.#unanswered.get(site) ?? 0) + 1);
	}
}

/** Five audits of one silent name cost its caller one lookup. */
class SilentNames {
	readonly #until = new Map<string, { readonly end: number; readonly failure: Failure }>();

	reason(caller: string, host: string): Failure | undefined {
		const known = this.#until.get(keyOf(caller, host));
		return known && known.end > performance.now() ? known.failure : undefined;
	}

	remember(caller: string, host: string, failure: Failure): void {
		const key = keyOf(caller, host);
		this.#until.delete(key);
		this.#until.set(key, { end: performance.now() + SILENT_MS, failure });
		const [oldest] = this.#until.keys();
		if (this.#until.size > SILENT_NAMES && oldest !== undefined) this.#until.delete(oldest);
	}
}

function keyOf(caller: string, host: string): string {
	return `${host} ${caller}`;
}

function noTurn(host: string): Failure {
	return new Failure("overloaded", {
		what: `${host} could not be looked up.`,
		why: "More names were to be looked up than fit at once.",
		todo: "Try again in a minute.",
	});
}

function tooManyNames(host: string): Failure {
	return new Failure("request-budget", {
		what: `${host} was not looked up.`,
		why: `The site leads to more than ${NAMES_PER_AUDIT} different host names.`,
	});
}
