/**
 * Time for which this process was kept from working, by its own work or by other processes. Our measurements of a site
 * include it. Node's `monitorEventLoopDelay` cannot measure overlapping spans and does not include the current delay.
 */

const LOOK_MS = 20;
let late = 0;
let due: number | undefined;

/** Milliseconds since the first call; subtract two results to measure a span. */
export function ownDelay(): number {
	const now = performance.now();
	if (due === undefined) {
		due = now + LOOK_MS;
		setInterval(look, LOOK_MS).unref();
	}
	return late + Math.max(0, now - due);
}

function look(): void {
	late = ownDelay();
	due = performance.now() + LOOK_MS;
}

/** From this share of the wait on, the response may have been there before we could read it. */
const SHARE = 0.1;

/** @param delay our own delay in milliseconds, within `elapsed` milliseconds */
export function mayBeOurDelay(delay: number, elapsed: number): boolean {
	return delay > 0 && delay >= elapsed * SHARE;
}
