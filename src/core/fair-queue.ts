type Run = () => Promise<unknown>;

/** Who a piece of work is done for; work without a caller counts as one caller's. */
export interface FairQueueOptions {
	readonly caller?: string | undefined;
}

/**
 * Queue class for p-queue (`new PQueue({ queueClass: FairQueue })`) that takes the callers in turn, and the work of each
 * first in, first out: however much one caller has waiting, another waits for one piece of it at most.
 */
export class FairQueue {
	/** Whose turn comes next is first. No entry is empty. */
	readonly #waiting = new Map<string, Run[]>();
	#size = 0;

	get size(): number {
		return this.#size;
	}

	enqueue(run: Run, { caller = "" }: FairQueueOptions = {}): void {
		const own = this.#waiting.get(caller);
		if (own) own.push(run);
		else this.#waiting.set(caller, [run]);
		this.#size++;
	}

	dequeue(): Run | undefined {
		for (const [caller, own] of this.#waiting) {
			const run = own.shift();
			this.#waiting.delete(caller);
			if (own.length > 0) this.#waiting.set(caller, own);
			this.#size--;
			return run;
		}
		return undefined;
	}

	/** All that waits for one caller. */
	filter({ caller = "" }: FairQueueOptions): Run[] {
		return [...(this.#waiting.get(caller) ?? [])];
	}

	/** Takes out work that is no longer wanted. */
	remove(run: Run | string): void {
		for (const [caller, own] of this.#waiting) {
			const at = own.findIndex((each) => each === run);
			if (at === -1) continue;
			own.splice(at, 1);
			if (own.length === 0) this.#waiting.delete(caller);
			this.#size--;
			return;
		}
	}

	/** @throws TypeError always: turns are the only order here */
	setPriority(): never {
		throw new TypeError("A fair queue has no priorities.");
	}
}
