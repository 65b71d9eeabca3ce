/** Work by key, run once for all callers that ask for the same key at the same time. */
export class SingleFlight<T> {
	readonly #flights = new Map<string, Flight<T>>();
	/** Also of flights that were abandoned and have not ended yet. */
	readonly #unsettled = new Set<Promise<void>>();

	/** Keys under way. */
	get size(): number {
		return this.#flights.size;
	}

	get(key: string): Flight<T> | undefined {
		return this.#flights.get(key);
	}

	/**
	 * Begins work for a key that is not under way.
	 * @param onSettled called when the work has ended, also where it was abandoned
	 */
	start(key: string, work: Work<T>, onSettled: () => void): Flight<T> {
		const remove = () => {
			if (this.#flights.get(key) === flight) this.#flights.delete(key);
		};
		const flight = new Flight(work, remove);
		this.#flights.set(key, flight);
		const settled = flight.settled.then(() => {
			remove();
			onSettled();
			this.#unsettled.delete(settled);
		});
		this.#unsettled.add(settled);
		return flight;
	}

	/** Ends all work; whoever waits for it gets the reason at once. */
	abortAll(reason: unknown): void {
		for (const flight of this.#flights.values()) flight.abort(reason);
	}

	/** Fulfilled when all work that is under way now has ended. */
	async settled(): Promise<void> {
		await Promise.all(this.#unsettled);
	}
}

/**
 * Ends soon after its signal aborts.
 * @param callers keys of those who wait for it, as they are at every moment; nobody has joined when it begins
 */
type Work<T> = (signal: AbortSignal, callers: ReadonlyMap<string, number>) => Promise<T>;

/** One piece of work with its callers. When the last of them has left, it is aborted. */
export class Flight<T> {
	/** Fulfilled when the work has ended, also where it was aborted. */
	readonly settled: Promise<void>;
	readonly #result: Promise<T>;
	readonly #controller = new AbortController();
	readonly #onAbandoned: () => void;
	readonly #reject: (reason: unknown) => void;
	/** How often each has joined. */
	readonly #callers = new Map<string, number>();

	/** @param onAbandoned called when the last caller has left, before the signal aborts */
	constructor(work: Work<T>, onAbandoned: () => void) {
		this.#onAbandoned = onAbandoned;
		const aborted = Promise.withResolvers<never>();
		this.#reject = aborted.reject;
		const working = work(this.#controller.signal, this.#callers);
		this.settled = working.then(
			() => {},
			() => {},
		);
		this.#result = Promise.race([working, aborted.promise]);
		// Callers get the error from `join`; without callers it is no unhandled rejection.
		this.#result.catch(() => {});
	}

	/**
	 * @param caller key of whoever waits from now on
	 * @param lingerMs for so long after leaving the caller is waited for: a connection may be lost and come back
	 * @throws what the work throws; the signal's reason when it aborts
	 */
	join(signal: AbortSignal, caller: string, lingerMs = 0): Promise<T> {
		signal.throwIfAborted();
		this.#callers.set(caller, (this.#callers.get(caller) ?? 0) + 1);
		return new Promise((resolve, reject) => {
			const leave = () => {
				reject(signal.reason);
				if (lingerMs > 0) setTimeout(() => this.#leave(caller), lingerMs).unref();
				else this.#leave(caller);
			};
			signal.addEventListener("abort", leave, { once: true });
			const stay = () => signal.removeEventListener("abort", leave);
			this.#result.then(resolve, reject).then(stay, stay);
		});
	}

	#leave(caller: string): void {
		const left = (this.#callers.get(caller) ?? 0) - 1;
		if (left > 0) this.#callers.set(caller, left);
		else this.#callers.delete(caller);
		if (this.#callers.size > 0) return;
		this.#onAbandoned();
		this.abort(new DOMException("Nobody waits for it any more.", "AbortError"));
	}

	abort(reason: unknown): void {
		this.#reject(reason);
		// The work sees a cancellation, not a failure that it might report.
		this.#controller.abort(new DOMException("The work was ended.", "AbortError"));
	}
}
