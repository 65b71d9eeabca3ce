import { once } from "node:events";
import { Worker } from "node:worker_threads";
import type { Faults } from "./opinion-cache.ts";

/** Lighthouse in a thread of its own: its clock marks are global, so one thread judges one page at a time. */
export class LighthouseThread {
	readonly #worker = new Worker(new URL("./lighthouse-worker.ts", import.meta.url));
	readonly #debugPort: number;

	/** @param debugPort of the browser that it opens its pages in */
	constructor(debugPort: number) {
		this.#debugPort = debugPort;
	}

	/** Null where it cannot judge the page. */
	async faults(url: string): Promise<Faults | null> {
		const answer = once(this.#worker, "message");
		this.#worker.postMessage({ debugPort: this.#debugPort, url });
		const [{ faults, error }] = (await answer) as [{ faults: Faults | null; error?: string }];
		if (error !== undefined) throw new Error(error);
		return faults;
	}

	async end(): Promise<void> {
		await this.#worker.terminate();
	}
}
