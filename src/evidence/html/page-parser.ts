import PQueue from "p-queue";
import { type DescriptionInput, isQuicklyRead, readApiDescription } from "../declared/api-description.ts";
import type { ApiDescription } from "../digest/machine-interfaces.ts";
import type { PageDigest } from "../page-digest.ts";
import { digestPage, type PageInput } from "./digest-page.ts";
import { type PageBounds, PageThread } from "./page-thread.ts";

export interface PageParserOptions extends PageBounds {
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

	async function inThread<T>(read: (thread: PageThread) => Promise<T>): Promise<T> {
		const thread = takeUsable(idle) ?? new PageThread(options);
		const result = await read(thread);
		if (closing.signal.aborted) await thread.end();
		else idle.push(thread);
		return result;
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
			return await queue.add(() => inThread((thread) => thread.digest(input, ending)), { signal: ending });
		},
		async describe(input, signal) {
			const ending = endingWith(signal);
			if (isQuicklyRead(input)) return readApiDescription(input);
			return await queue.add(() => inThread((thread) => thread.describe(input, ending)), { signal: ending });
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
