type Run = () => Promise<unknown>;

/** Work without a caller shares one queue. */
export interface FairQueueOptions {
	readonly caller?: string | undefined;
	/** p-queue's id, by which it removes work aborted while queued. */
	readonly id?: string | undefined;
}

interface Waiting {
	readonly run: Run;
	readonly id: string | undefined;
}

/** For p-queue's `queueClass`: callers take turns, so one with a long queue delays another by at most one job. */
export class FairQueue {
	/** By caller, next turn first. No entry is empty. */
	readonly #waiting = new Map<string, Waiting[]>();
	#size = 0;

	get size(): number {
		return this.#size;
	}

	enqueue(run: Run, { caller = "", id }: FairQueueOptions = {}): void {
		const own = this.#waiting.get(caller);
		if (own) own.push({ run, id });
		else this.#waiting.set(caller, [{ run, id }]);
		this.#size++;
	}

	dequeue(): Run | undefined {
		for (const [caller, own] of this.#waiting) {
			const next = own.shift();
			this.#waiting.delete(caller);
			if (own.length > 0) this.#waiting.set(caller, own);
			this.#size--;
			return next?.run;
		}
		return undefined;
	}

	filter({ caller = "" }: FairQueueOptions): Run[] {
		return (this.#waiting.get(caller) ?? []).map(({ run }) => run);
	}

	remove(unwanted: Run | string): void {
		for (const [caller, own] of this.#waiting) {
			const at = own.findIndex(({ run, id }) => run === unwanted || id === unwanted);
			if (at === -1) continue;
			own.splice(at, 1);
			if (own.length === 0) this.#waiting.delete(caller);
			this.#size--;
			return;
		}
	}

	/** @throws TypeError always: turns are the only order */
	setPriority(): never {
		throw new TypeError("A fair queue has no priorities.");
	}
}
