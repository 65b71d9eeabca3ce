import PQueue, { type QueueAddOptions } from "p-queue";
import { FairQueue, type FairQueueOptions } from "#core/fair-queue.ts";
import { type ForeignReader, isSmall, type ReaderKind, readHere } from "./readers.ts";
import { ReadingThread, type ThreadLimits, type ThreadWork } from "./reading-thread.ts";

export interface ReadingPoolOptions extends ThreadLimits {
	/** Threads at most; further work waits its turn. */
	readonly threads: number;
	/** What is read in this process: nothing, what is read sooner than a thread starts, or (for tests) everything. */
	readonly here: "nothing" | "small" | "everything";
}

/** Whom work is done for. */
export interface ReadingParty {
	/** Callers take turns, however much each has waiting. */
	readonly caller?: string | undefined;
	/** Called when work begins to wait for a thread; what it returns is called when the wait is over. */
	readonly waits?: (() => () => void) | undefined;
}

/** Everything that strangers wrote is read by one of these: in threads, a crash or a stall of which stops nobody else. */
export interface ReadingPool extends ForeignReader {
	for(party: ReadingParty): ForeignReader;
	/** Starts all threads and loads what reads pages, so that the first audits need not wait for it. */
	prestart(): Promise<void>;
	/** Ends all threads; work under way is rejected. */
	close(): Promise<void>;
}

/** With a few megabytes, V8 gives up while the thread starts, and takes the whole process along. */
const MIN_HEAP_MB = 16;

const EMPTY = { body: new Uint8Array(), contentType: "text/html", url: "about:blank", truncated: false };

/** Threads start when they are needed and stay for what comes next; one that its work has ended is replaced likewise. */
export function createReadingPool(options: ReadingPoolOptions): ReadingPool {
	if (options.heapMb < MIN_HEAP_MB) throw new RangeError(`heapMb is ${options.heapMb}; a thread needs ${MIN_HEAP_MB}.`);
	const queue = new PQueue<FairQueue, FairQueueOptions & QueueAddOptions>({
		concurrency: options.threads,
		queueClass: FairQueue,
	});
	const closing = new AbortController();
	const idle: ReadingThread[] = [];

	/** Settles with the work; the place of a thread that has to be ended is free once it has ended. */
	function inThread(work: ThreadWork, signal: AbortSignal, { caller, waits }: ReadingParty): Promise<unknown> {
		const { promise, resolve, reject } = Promise.withResolvers<unknown>();
		const begins = waits?.();
		const stop = () => reject(signal.reason);
		signal.addEventListener("abort", stop, { once: true });
		const run = async () => {
			begins?.();
			if (signal.aborted) return;
			const thread = takeUsable(idle) ?? new ReadingThread(options);
			await thread.read(work, signal).then(resolve, reject);
			if (thread.usable && !closing.signal.aborted) idle.push(thread);
			else await thread.end();
		};
		// The queue gets no signal: it would give the place of a thread away that is not yet gone.
		queue.add(run, { caller }).catch(reject);
		return promise.finally(() => signal.removeEventListener("abort", stop));
	}

	const isReadHere = (kind: ReaderKind, input: ThreadWork["input"]) =>
		options.here === "everything" || (options.here === "small" && isSmall(kind, input));

	function readerFor(party: ReadingParty): ForeignReader {
		const read = async (kind: ReaderKind, input: ThreadWork["input"], signal?: AbortSignal): Promise<unknown> => {
			const ending = signal ? AbortSignal.any([signal, closing.signal]) : closing.signal;
			ending.throwIfAborted();
			if (isReadHere(kind, input)) return readHere(kind, input as never);
			return inThread({ kind, input }, ending, party);
		};
		return { read: read as ForeignReader["read"] };
	}

	return {
		...readerFor({}),
		for: readerFor,
		async prestart() {
			const first = Array.from({ length: options.threads }, () =>
				inThread({ kind: "page", input: EMPTY }, closing.signal, {}),
			);
			await Promise.all(first);
		},
		async close() {
			closing.abort(new Error("The reading pool was closed."));
			await Promise.all(idle.splice(0).map((thread) => thread.end()));
		},
	};
}

function takeUsable(idle: ReadingThread[]): ReadingThread | undefined {
	for (let thread = idle.pop(); thread; thread = idle.pop()) if (thread.usable) return thread;
	return undefined;
}
