import { once } from "node:events";
import { Worker } from "node:worker_threads";
import type { CategoryScores } from "./lighthouse-pages.ts";
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
	faults(url: string): Promise<Faults | null> {
		return this.#ask("faults", url);
	}

	/** Null where it cannot judge the page. */
	scores(url: string): Promise<CategoryScores | null> {
		return this.#ask("scores", url);
	}

	/** Once more where the browser lost the page, which happens to one in a few hundred. */
	#ask<Said>(asked: "faults" | "scores", url: string): Promise<Said> {
		return this.#askOnce<Said>(asked, url).catch(() => this.#askOnce<Said>(asked, url));
	}

	async #askOnce<Said>(asked: "faults" | "scores", url: string): Promise<Said> {
		const answer = once(this.#worker, "message");
		this.#worker.postMessage({ debugPort: this.#debugPort, url, asked });
		const [{ said, error }] = (await answer) as [{ said: Said; error?: string }];
		if (error !== undefined) throw new Error(error);
		return said;
	}

	async end(): Promise<void> {
		await this.#worker.terminate();
	}
}
