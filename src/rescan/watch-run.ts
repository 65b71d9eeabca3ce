import { setTimeout as pause } from "node:timers/promises";
import type { JobQueue, Run } from "#queue/job-queue.ts";
import type { RescanOptions } from "./rescan.ts";
import { patiently } from "./work-on.ts";

const LOOK_MS = 2_000;
/** Longer than the last retry waits, and than a lost worker holds its jobs. */
const GRACE_MS = 5 * 60_000;
/** A night may be published when so much of it has ended. */
const ENOUGH = 0.99;

export interface Watch {
	/** Aborts when the run is to end without the rest. */
	readonly ended: AbortSignal;
	onDone(domain: string): void;
	close(): void;
}

/** Shows how far a run is. @param isShared whether others work on it, so that the queue has to be asked */
export function watchRun(
	queue: JobQueue,
	run: Run,
	{ onProgress, graceMs = GRACE_MS }: Pick<RescanOptions, "onProgress" | "graceMs">,
	isShared: boolean,
): Watch {
	const [ending, closing] = [new AbortController(), new AbortController()];
	let { done } = run;
	const { id, total } = run;

	async function look(): Promise<void> {
		let changedAt = performance.now();
		while (!closing.signal.aborted) {
			await pause(LOOK_MS, undefined, { signal: closing.signal, ref: false }).catch(() => undefined);
			const now = await patiently(() => queue.progress(id));
			if (now.done !== done || now.paused) changedAt = performance.now();
			done = now.done;
			onProgress?.({ done, total, domain: now.paused ? "paused" : "" });
			if (done >= total * ENOUGH && performance.now() - changedAt > graceMs) ending.abort();
		}
	}

	// A queue that cannot be asked is said by those who work.
	if (isShared) look().catch(() => {});
	return {
		ended: ending.signal,
		onDone(domain) {
			onProgress?.({ done: isShared ? done : ++done, total, domain });
		},
		close: () => closing.abort(),
	};
}
