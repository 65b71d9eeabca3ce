import { once } from "node:events";
import { Worker } from "node:worker_threads";
import { Failure } from "#core/failure.ts";
import type { DescriptionInput } from "../declared/api-description.ts";
import type { ApiDescription } from "../digest/machine-interfaces.ts";
import type { PageDigest } from "../page-digest.ts";
import type { PageInput } from "./digest-page.ts";

/** The source runs as it is; a bundle has the worker as a `.js` file beside it. */
const WORKER = new URL(import.meta.url.endsWith(".ts") ? "./page-worker.ts" : "./page-worker.js", import.meta.url);

/** V8's own choice lets 100,000 nested elements grow the process by 116 MB; this one by 63, in the same time. */
const YOUNG_HEAP_MB = 8;

/** What a thread is handed. */
export type ThreadWork =
	| { readonly kind: "page"; readonly input: PageInput }
	| { readonly kind: "description"; readonly input: DescriptionInput };

export interface PageBounds {
	/** Milliseconds one page may take, counted from when the thread has it. */
	readonly deadlineMs: number;
	/** Megabytes of heap a thread may hold. */
	readonly heapMb: number;
}

/** One worker thread that reads one thing at a time. Starting or reading, it keeps the process alive; idle, it does not. */
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
		return (await this.#read({ kind: "page", input }, signal)) as PageDigest;
	}

	/** Reads an API description; the rest is as with pages. */
	async describe(input: DescriptionInput, signal: AbortSignal): Promise<ApiDescription> {
		return (await this.#read({ kind: "description", input }, signal)) as ApiDescription;
	}

	async #read(work: ThreadWork, signal: AbortSignal): Promise<unknown> {
		let deadline: AbortSignal | undefined;
		try {
			await Promise.race([this.ready, rejection(signal)]);
			this.#worker.ref();
			deadline = AbortSignal.timeout(this.#bounds.deadlineMs);
			const answer = once(this.#worker, "message", { signal: AbortSignal.any([signal, deadline]) });
			this.#worker.postMessage(work);
			const [read]: unknown[] = await answer;
			return read;
		} catch (error) {
			await this.end();
			if (signal.aborted) throw signal.reason;
			throw deadline?.aborted ? this.#tooSlow(work) : this.#tooLarge(work, error);
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

	#tooSlow(work: ThreadWork): Failure {
		const seconds = this.#bounds.deadlineMs / 1000;
		return tooComplex(work, `reading it took longer than ${seconds} seconds`);
	}

	/** A failure where the heap was the reason, else the error itself: then it is a defect of ours. */
	#tooLarge(work: ThreadWork, error: unknown): unknown {
		const isHeap = error instanceof Error && "code" in error && error.code === "ERR_WORKER_OUT_OF_MEMORY";
		return isHeap ? tooComplex(work, `reading it needed more than ${this.#bounds.heapMb} MB of memory`) : error;
	}
}

function tooComplex({ kind, input: { url, body } }: ThreadWork, why: string): Failure {
	const what = `${url} (${body.byteLength} bytes) could not be read: ${why}.`;
	if (kind === "description") {
		return new Failure("page-too-complex", {
			what: `The API description ${what}`,
			why: "It is nested or repeated far beyond what descriptions need.",
			todo: "Check that it closes its brackets; JSON is read faster than YAML.",
		});
	}
	return new Failure("page-too-complex", {
		what: `The page ${what}`,
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
