/**
 * One piece of work that several clients wait for. A client that goes away leaves it to the others; when the last one
 * has left, it is ended.
 */
export class SharedWork<T> {
	/** Fulfilled when the work has come to its end and let go of everything, also where it was ended from outside. */
	readonly settled: Promise<void>;
	readonly #result: Promise<T>;
	readonly #controller = new AbortController();
	readonly #abandoned: () => void;
	#reject: (reason: unknown) => void = () => {};
	#clients = 0;

	/**
	 * @param work ends soon after its signal aborts
	 * @param abandoned called when the last client has left, before the signal aborts
	 */
	constructor(work: (signal: AbortSignal) => Promise<T>, abandoned: () => void) {
		this.#abandoned = abandoned;
		const ended = new Promise<never>((_, reject) => {
			this.#reject = reject;
		});
		const working = work(this.#controller.signal);
		this.settled = working.then(
			() => {},
			() => {},
		);
		this.#result = Promise.race([working, ended]);
		// Who waits is told by `join`; an end that nobody waits for is no fault.
		this.#result.catch(() => {});
	}

	/** @throws what the work throws; the signal's reason when the client goes away */
	join(signal: AbortSignal): Promise<T> {
		signal.throwIfAborted();
		this.#clients += 1;
		return new Promise((resolve, reject) => {
			const leave = () => {
				reject(signal.reason);
				this.#clients -= 1;
				if (this.#clients > 0) return;
				this.#abandoned();
				this.end(new DOMException("Nobody waits for it any more.", "AbortError"));
			};
			signal.addEventListener("abort", leave, { once: true });
			const stay = () => signal.removeEventListener("abort", leave);
			this.#result.then(resolve, reject).then(stay, stay);
		});
	}

	/** Ends the work; whoever waits for it is told the reason at once. */
	end(reason: unknown): void {
		this.#reject(reason);
		// The work itself hears of a wish to have none, not of a failure that it might report.
		this.#controller.abort(new DOMException("The work was ended.", "AbortError"));
	}
}
