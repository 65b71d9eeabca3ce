import { once } from "node:events";
import { Worker } from "node:worker_threads";
import { Failure } from "#core/failure.ts";
import type { PageDigest } from "../page-digest.ts";
import type { PageInput } from "./digest-page.ts";

/** The source runs as it is; a bundle has the worker as a `.js` file beside it. */
const WORKER = new URL(import.meta.url.endsWith(".ts") ? "./page-worker.ts" : "./page-worker.js", import.meta.url);

/** V8's own choice lets 100,000 nested elements grow the process by 116 MB; this one by 63, in the same time. */
const YOUNG_HEAP_MB = 8;

export interface PageBounds {
	/** Milliseconds one page may take, counted from when the thread has it. */
	readonly deadlineMs: number;
	/** Megabytes of heap a thread may hold. */
	readonly heapMb: number;
}

/** One worker thread that digests one page at a time. Starting or reading, it keeps the process alive; idle, it does not. */
export class PageThread {
	readonly #bounds: PageBounds;
	readonly #worker: Worker;
	/** Settles when the thread can take a page; rejects when it could not start. */
	readonly ready: Promise<unknown>;
	#usable = true;

	constructor(bounds: PageBounds) {
		this.#bounds = bounds;
		// Foreign bytes get neither our environment nor our flags.
		const resourceLimits = { maxOldGenerationSizeMb: bounds.heapMb, maxYoungGenerationSizeMb: YOUNG_HEAP_MB };
		this.#worker = new Worker(WORKER, { resourceLimits, env: {}, execArgv: [] });
		this.#worker.on("exit", () => this.#retire());
		// Told to whoever waits for the page or for the start; between pages there is nobody to tell.
		this.#worker.on("error", () => this.#retire());
		this.ready = once(this.#worker, "message").finally(() => this.#worker.unref());
		this.ready.catch(() => this.#retire());
	}

	/** False once it ended, by its own fault or by `end`. */
	get usable(): boolean {
		return this.#usable;
	}

	/**
	 * Digests a page. Any rejection ends the thread.
	 * @throws Failure `page-too-complex` past the deadline or the heap; the signal's reason when it aborts.
	 */
	async digest(input: PageInput, signal: AbortSignal): Promise<PageDigest> {
		let deadline: AbortSignal | undefined;
		try {
			await Promise.race([this.ready, rejection(signal)]);
			this.#worker.ref();
			deadline = AbortSignal.timeout(this.#bounds.deadlineMs);
			const answer = once(this.#worker, "message", { signal: AbortSignal.any([signal, deadline]) });
			this.#worker.postMessage(input);
			const [digest]: PageDigest[] = await answer;
			return digest as PageDigest;
		} catch (error) {
			await this.end();
			if (signal.aborted) throw signal.reason;
			throw deadline?.aborted ? this.#tooSlow(input) : this.#tooLarge(input, error);
		} finally {
			this.#worker.unref();
		}
	}

	async end(): Promise<void> {
		this.#retire();
		await this.#worker.terminate();
	}

	#retire(): void {
		this.#usable = false;
	}

	#tooSlow(input: PageInput): Failure {
		const seconds = this.#bounds.deadlineMs / 1000;
		return tooComplex(input, `reading it took longer than ${seconds} seconds`);
	}

	/** A failure where the heap was the reason, else the error itself: then it is a defect of ours. */
	#tooLarge(input: PageInput, error: unknown): unknown {
		const isHeap = error instanceof Error && "code" in error && error.code === "ERR_WORKER_OUT_OF_MEMORY";
		return isHeap ? tooComplex(input, `reading it needed more than ${this.#bounds.heapMb} MB of memory`) : error;
	}
}

function tooComplex({ url, body }: PageInput, why: string): Failure {
	return new Failure("page-too-complex", {
		what: `The page ${url} (${body.byteLength} bytes) could not be read: ${why}.`,
		why: "Its markup is nested, repeated or left unclosed far beyond what pages need.",
		todo: "Check that the page closes its tags, and split very long pages.",
	});
}

function rejection(signal: AbortSignal): Promise<never> {
	return new Promise((_, reject) => {
		if (signal.aborted) reject(signal.reason);
		else signal.addEventListener("abort", () => reject(signal.reason), { once: true });
	});
}
