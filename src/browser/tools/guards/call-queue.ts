/** Settles when every call before has ended; never rejects. */
let before: Promise<unknown> = Promise.resolve();

/**
 * Runs calls one after another, in the order in which they came. A call whose signal aborts has ended, also where its work does not
 * listen to it.
 * @throws the signal's reason once it aborts
 */
export function inTurn<T>(signal: AbortSignal, run: () => Promise<T>): Promise<T> {
	const running = before.then(() => {
		signal.throwIfAborted();
		return run();
	});
	const ended = Promise.race([running, aborted(signal)]);
	before = Promise.allSettled([before, ended]);
	return ended;
}

function aborted(signal: AbortSignal): Promise<never> {
	return new Promise((_, reject) => {
		if (signal.aborted) reject(signal.reason);
		signal.addEventListener("abort", () => reject(signal.reason), { once: true });
	});
}
