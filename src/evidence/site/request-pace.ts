import { setTimeout } from "node:timers/promises";
import PQueue from "p-queue";
import { Failure } from "#core/failure.ts";

export interface KnownKeys {
	has(key: string): boolean;
}

/** Shares are reserved at once, with the responses known by then: timing does not decide which request is refused. */
export class RequestBudget {
	#left: number;
	readonly #known: KnownKeys;

	constructor(requests: number, known: KnownKeys) {
		this.#left = requests;
		this.#known = known;
	}

	get left(): number {
		return this.#left;
	}

	/** @throws Failure `request-budget` */
	pay(key: string, url: URL): void {
		if (this.#known.has(key)) return;
		if (this.#left === 0) {
			throw new Failure("request-budget", {
				what: `${url.href} was not requested.`,
				why: "The audit's request limit was reached, mostly because of redirects.",
				todo: "Answer without redirects.",
			});
		}
		this.#left--;
	}

	reclaim(share: RequestBudget): void {
		this.#left += share.#left;
		share.#left = 0;
	}

	share(requests: number, known: KnownKeys): RequestBudget {
		const share = new RequestBudget(Math.min(requests, this.#left), known);
		this.#left -= share.left;
		return share;
	}
}

export interface RequestQueue {
	add<T>(work: () => Promise<T>, options: { readonly signal: AbortSignal }): Promise<T>;
}

type Wait = (ms: number, value: undefined, options: { readonly signal: AbortSignal }) => Promise<unknown>;

/** Minimum milliseconds from start to start. */
const GAP = 250;
const LATENCIES = 2;
const AT_ONCE = 2;

/** Maximum requests in flight at a rate that the owner asks for. */
const MOST_AT_ONCE = 8;

/**
 * At most 2 requests in flight; from start to start, 250 ms or twice the last response time, whichever is longer. With
 * a rate, starts that many per second, with at most 8 in flight.
 */
export class PacedQueue implements RequestQueue {
	readonly #queue: PQueue;
	readonly #starts = new PQueue({ concurrency: 1 });
	readonly #wait: Wait;
	readonly #gap: number;
	readonly #latencies: number;
	#lastStart = Number.NEGATIVE_INFINITY;
	#lastLatency = 0;

	constructor(rate?: number, wait: Wait = setTimeout) {
		this.#queue = new PQueue({ concurrency: rate === undefined ? AT_ONCE : MOST_AT_ONCE });
		this.#gap = rate === undefined ? GAP : 1_000 / rate;
		this.#latencies = rate === undefined ? LATENCIES : 0;
		this.#wait = wait;
	}

	/** @throws the signal's reason, or an AbortError */
	add<T>(work: () => Promise<T>, options: { readonly signal: AbortSignal }): Promise<T> {
		return this.#queue.add(async () => {
			await this.#starts.add(() => this.#untilDue(options.signal));
			const start = performance.now();
			try {
				return await work();
			} finally {
				this.#lastLatency = performance.now() - start;
			}
		}, options);
	}

	/** A response that arrives meanwhile may lengthen the wait. */
	async #untilDue(signal: AbortSignal): Promise<void> {
		for (let due = this.#dueIn(); due > 0; due = this.#dueIn()) await this.#wait(due, undefined, { signal });
		this.#lastStart = performance.now();
	}

	#dueIn(): number {
		const gap = Math.max(this.#gap, this.#latencies * this.#lastLatency);
		return this.#lastStart + gap - performance.now();
	}
}
