/**
 * How long this process was kept from working: by work of its own, or by other processes on the same processors. What
 * we measure of a site holds that time too. Node's `monitorEventLoopDelay` cannot be asked for one of many spans, and
 * does not count the delay under way.
 */

const LOOK_MS = 20;
let late = 0;
let due: number | undefined;

/** Milliseconds since the first call; the difference of two calls is what lay between them. */
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

/** A site's answer may well have been there when we were kept from taking it for so much of the wait. */
const SHARE = 0.1;

/** @param delay of ours, milliseconds, within `elapsed` milliseconds */
export function mayBeOurDelay(delay: number, elapsed: number): boolean {
	return delay > 0 && delay >= elapsed * SHARE;
}
