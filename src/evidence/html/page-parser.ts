import { once } from "node:events";
import { Worker } from "node:worker_threads";
import PQueue from "p-queue";
import { Failure } from "#core/failure.ts";
import { type DescriptionInput, isQuicklyRead, readApiDescription } from "../declared/api-description.ts";
import type { ApiDescription } from "../digest/machine-interfaces.ts";
import type { PageDigest } from "../page-digest.ts";
import { digestPage, type PageInput } from "./digest-page.ts";

export interface PageParserOptions {
	/** Milliseconds one page may take, counted from when the thread has it. */
	readonly deadlineMs: number;
	/** Megabytes of heap a thread may hold. */
	readonly heapMb: number;
	/** Threads at most; further pages wait their turn. */
	readonly workers: number;
	/** Pages of fewer bytes are digested in process, where no thread's start is worth it; 0 for none. */
	readonly inProcessBelow: number;
}

export interface PageParser {
	/**
	 * Digests a page without trusting it.
	 * @throws Failure `page-too-complex` when it takes too long or too much memory; the signal's reason when it aborts.
	 */
	parse(input: PageInput, signal?: AbortSignal): Promise<PageDigest>;
	/**
	 * Reads an API description without trusting it. YAML and long JSON go to a thread, whatever their size.
	 * @throws as `parse`
	 */
	describe(input: DescriptionInput, signal?: AbortSignal): Promise<ApiDescription>;
	/** Starts all threads, so that the first pages need not wait for them. */
	prestart(): Promise<void>;
	/** Ends all threads; pages under way are rejected. */
	close(): Promise<void>;
}

/** With a few megabytes, V8 gives up while the thread starts, and takes the whole process along. */
const MIN_HEAP_MB = 16;

/** Threads start when they are needed and stay for the next page; one that a page has ended is replaced likewise. */
export function createPageParser(options: PageParserOptions): PageParser {
	if (options.heapMb < MIN_HEAP_MB) throw new RangeError(`heapMb is ${options.heapMb}; a thread needs ${MIN_HEAP_MB}.`);
	const queue = new PQueue({ concurrency: options.workers });
	const closing = new AbortController();
	const idle: PageThread[] = [];

	async function inThread<W extends ThreadWork>(work: W, signal: AbortSignal): Promise<ThreadResult<W>> {
		const thread = takeUsable(idle) ?? new PageThread(options);
		const result = await thread.read(work, signal);
		if (closing.signal.aborted) await thread.end();
		else idle.push(thread);
		return result as ThreadResult<W>;
	}

	function endingWith(signal: AbortSignal | undefined): AbortSignal {
		const ending = signal ? AbortSignal.any([signal, closing.signal]) : closing.signal;
		ending.throwIfAborted();
		return ending;
	}

	return {
		async parse(input, signal) {
			const ending = endingWith(signal);
			if (input.body.byteLength < options.inProcessBelow) return digestPage(input);
			return await queue.add(() => inThread({ kind: "page", input }, ending), { signal: ending });
		},
		async describe(input, signal) {
			const ending = endingWith(signal);
			if (isQuicklyRead(input)) return readApiDescription(input);
			return await queue.add(() => inThread({ kind: "description", input }, ending), { signal: ending });
		},
		async prestart() {
			while (idle.length + queue.pending < options.workers) idle.push(new PageThread(options));
			await Promise.all(idle.map((thread) => thread.ready));
		},
		async close() {
			closing.abort(new Error("The page parser was closed."));
			await Promise.all(idle.splice(0).map((thread) => thread.end()));
		},
	};
}

function takeUsable(idle: PageThread[]): PageThread | undefined {
	for (let thread = idle.pop(); thread; thread = idle.pop()) if (thread.usable) return thread;
	return undefined;
}

/** The source runs as it is; a bundle has the worker as a `.js` file beside it. */
const WORKER = new URL(import.meta.url.endsWith(".ts") ? "./page-worker.ts" : "./page-worker.js", import.meta.url);

/** V8's own choice lets 100,000 nested elements grow the process by 116 MB; this one by 63, in the same time. */
const YOUNG_HEAP_MB = 8;

export type ThreadWork =
	| { readonly kind: "page"; readonly input: PageInput }
	| { readonly kind: "description"; readonly input: DescriptionInput };

type ThreadResult<W extends ThreadWork> = W["kind"] extends "page" ? PageDigest : ApiDescription;

/** One worker thread that reads one thing at a time. Starting or reading, it keeps the process alive; idle, it does not. */
class PageThread {
	readonly #bounds: PageParserOptions;
	readonly #worker: Worker;
	/** False once it ended, by its own fault or by `end`. */
	usable = true;
	/** Settles when the thread can take a page; rejects when it could not start. */
	readonly ready: Promise<unknown>;

	constructor(bounds: PageParserOptions) {
		this.#bounds = bounds;
		// Foreign bytes get neither our environment nor our flags.
		const resourceLimits = { maxOldGenerationSizeMb: bounds.heapMb, maxYoungGenerationSizeMb: YOUNG_HEAP_MB };
		this.#worker = new Worker(WORKER, { resourceLimits, env: {}, execArgv: [] });
		const retire = () => {
			this.usable = false;
		};
		this.#worker.on("exit", retire);
		// Whoever waits for the page or the start gets the error too; between pages nobody waits.
		this.#worker.on("error", retire);
		this.ready = once(this.#worker, "message").finally(() => this.#worker.unref());
		this.ready.catch(retire);
	}

	/**
	 * Any rejection ends the thread.
	 * @throws Failure `page-too-complex` past the deadline or the heap; the signal's reason when it aborts.
	 */
	async read(work: ThreadWork, signal: AbortSignal): Promise<unknown> {
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
			throw deadline?.aborted
				? tooComplex(work, `reading it took longer than ${this.#bounds.deadlineMs / 1000} seconds`)
				: this.#tooLarge(work, error);
		} finally {
			this.#worker.unref();
		}
	}

	async end(): Promise<void> {
		this.usable = false;
		await this.#worker.terminate();
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
