import { Failure } from "#core/failure.ts";

/** How long an audit may wait for our threads beyond its deadline; whoever asked for it waits little longer. Milliseconds. */
export const WAIT_MAX_MS = 8_000;

/**
 * The time that an audit has. While it waits for a thread of ours its time stands still, up to a bound: what a site looks
 * like must not depend on whom else we have to read for.
 */
export class Deadline {
	/** Aborts with a `TimeoutError`; with Failure `overloaded` where the audit waited for us until the end. */
	readonly signal: AbortSignal;
	readonly #ending = new AbortController();
	#timer: NodeJS.Timeout;
	/** Pieces of work that wait, since when one has, and how long in all before that. */
	#waiting = 0;
	#since = 0;
	#waited = 0;
	/** How much of it was added to the time already. */
	#added = 0;

	constructor(ms: number) {
		this.signal = this.#ending.signal;
		this.#timer = setTimeout(() => this.#end(), ms);
		this.#timer.unref();
	}

	/** Called when work begins to wait; what it returns is called, once or more often, when the wait is over. */
	waits(): () => void {
		if (this.#waiting++ === 0) this.#since = performance.now();
		let over = false;
		return () => {
			if (over) return;
			over = true;
			if (--this.#waiting === 0) this.#waited += performance.now() - this.#since;
		};
	}

	/** Ends the counting; the signal aborts no more. */
	clear(): void {
		clearTimeout(this.#timer);
	}

	#end(): void {
		const waited = this.#waited + (this.#waiting > 0 ? performance.now() - this.#since : 0);
		const more = Math.min(waited, WAIT_MAX_MS) - this.#added;
		// Timers may fire a millisecond early.
		if (more >= 1) {
			this.#added += more;
			this.#timer = setTimeout(() => this.#end(), more);
			this.#timer.unref();
		} else this.#ending.abort(waited >= WAIT_MAX_MS ? overloaded(waited) : timeout());
	}
}

function overloaded(waited: number): Failure {
	return new Failure("overloaded", {
		what: `The audit did not end in time: it waited ${Math.round(waited / 1_000)} seconds until we could read what the site sent.`,
		why: "Too much else was being read here.",
		todo: "Ask again in a minute.",
	});
}

function timeout(): DOMException {
	return new DOMException("The operation was aborted due to timeout", "TimeoutError");
}
