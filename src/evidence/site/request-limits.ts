import { setTimeout } from "node:timers/promises";
import PQueue from "p-queue";
import { Failure } from "#core/failure.ts";

/** Addresses that were asked for before, whose answers are kept and cost nothing. */
export interface KnownKeys {
	has(key: string): boolean;
}

/**
 * Requests that may still be made. A share is set aside at once, together with the answers known by then: which of
 * several concurrent requests is refused does not depend on timing.
 */
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

	/** @throws Failure `request-budget` when nothing is left for an address that is not known */
	pay(key: string, url: URL): void {
		if (this.#known.has(key)) return;
		if (this.#left === 0) {
			throw new Failure("request-budget", {
				what: `${url.href} was not asked for.`,
				why: "The requests that one audit makes to a site were used up, mostly by redirects.",
				todo: "Let addresses answer without redirects.",
			});
		}
		this.#left--;
	}

	/** Sets aside so many requests, or what is left. */
	share(requests: number, known: KnownKeys): RequestBudget {
		const share = new RequestBudget(Math.min(requests, this.#left), known);
		this.#left -= share.left;
		return share;
	}
}

/** Runs requests when their turn has come. */
export interface RequestQueue {
	add<T>(work: () => Promise<T>, options: { readonly signal: AbortSignal }): Promise<T>;
}

/** `setTimeout` of node:timers/promises, as far as it is used. */
type Wait = (ms: number, value: undefined, options: { readonly signal: AbortSignal }) => Promise<unknown>;

/** Milliseconds between the starts of two requests, at least. */
const GAP = 250;
/** A site that needs long for an answer is given this many times as long before the next request. */
const LATENCIES = 2;
const AT_ONCE = 2;

/**
 * A crawler's pace on a site: two requests under way, and from one start to the next 250 ms or twice what the last
 * answer took, whichever is more.
 */
export class PacedQueue implements RequestQueue {
	readonly #queue = new PQueue({ concurrency: AT_ONCE });
	readonly #starts = new PQueue({ concurrency: 1 });
	readonly #wait: Wait;
	#lastStart = Number.NEGATIVE_INFINITY;
	#lastLatency = 0;

	/** @param wait Node's timer by default */
	constructor(wait: Wait = setTimeout) {
		this.#wait = wait;
	}

	/** @throws the signal's reason, or an AbortError, when it aborts before the turn has come */
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

	/** An answer that comes in while one waits may make the wait longer. */
	async #untilDue(signal: AbortSignal): Promise<void> {
		for (let due = this.#dueIn(); due > 0; due = this.#dueIn()) await this.#wait(due, undefined, { signal });
		this.#lastStart = performance.now();
	}

	#dueIn(): number {
		const gap = Math.max(GAP, LATENCIES * this.#lastLatency);
		return this.#lastStart + gap - performance.now();
	}
}
