import module from "node:module";
import { dirname } from "node:path";
import { Worker } from "node:worker_threads";
import PQueue, { type QueueAddOptions } from "p-queue";
import { CHECKS } from "#checks/registry.ts";
import { Failure } from "#core/failure.ts";
import { FairQueue, type FairQueueOptions } from "#core/fair-queue.ts";
import type { Report } from "#core/report.ts";
import {
	type ForeignReader,
	isSmall,
	NAMES,
	type ReaderInput,
	type ReaderKind,
	readHere,
} from "#evidence/reading/readers.ts";
import { assess, type EvidenceRecord } from "./assess.ts";
import type { PageJudge } from "./evaluate.ts";
import { judgingHere, type PageAnswer, type PageRead, type PageReader } from "./page-reader.ts";

export interface ThreadPoolOptions extends ThreadLimits {
	readonly threads: number;
	/** What the main thread parses. `small`: input that takes less than starting a thread. `everything` is for tests. */
	readonly here: "nothing" | "small" | "everything";
}

interface ThreadUser {
	/** Callers take turns, whatever the length of their queues. */
	readonly caller?: string | undefined;
	readonly waits?: (() => () => void) | undefined;
	/** Parses even small input in threads, for parallelism. */
	readonly inThreads?: boolean | undefined;
}

/** With 32, some real pages fail; with much less, V8 aborts while the thread starts and crashes the whole process. */
const MIN_HEAP_MB = 40;

/**
 * Characters. Judging this much takes 5 ms, or 60 ms for hostile evidence (`hostile-evidence.test.ts`), less than a
 * thread needs to parse it. Longer evidence is judged in a thread.
 */
export const JUDGED_HERE = 256 * 1024;

const EMPTY = { body: new Uint8Array(), contentType: "text/html", url: "about:blank", truncated: false };

const HERE = judgingHere({ read: readHere });

/** Work that hostile sites can make slow: parsing their responses and judging the evidence. */
export interface ThreadedWork extends ForeignReader, PageReader {
	/** Runs the checks of the registry. @throws as `read` */
	judge(record: EvidenceRecord, signal?: AbortSignal): Promise<Report>;
}

/** Threads, so that a crash or stall affects no other work. They start on demand, and restart after a failure. */
export class ThreadPool implements ThreadedWork {
	readonly #options: ThreadPoolOptions;
	readonly #queue: PQueue<FairQueue, FairQueueOptions & QueueAddOptions>;
	readonly #closing = new AbortController();
	readonly #idle: PoolThread[] = [];
	readonly read = this.for({}).read;
	readonly judge = this.for({}).judge;
	readonly readPage = this.for({}).readPage;

	constructor(options: ThreadPoolOptions) {
		const { heapMb, threads } = options;
		if (heapMb < MIN_HEAP_MB) throw new RangeError(`heapMb is ${heapMb}; a thread needs ${MIN_HEAP_MB}.`);
		this.#options = options;
		this.#queue = new PQueue({ concurrency: threads, queueClass: FairQueue });
	}

	get threads(): number {
		return this.#options.threads;
	}

	for(user: ThreadUser): ThreadedWork {
		const read = async (kind: ReaderKind, input: ReaderInput<ReaderKind>, signal?: AbortSignal): Promise<unknown> => {
			const ending = this.#endingWith(signal);
			if (this.#isReadHere(kind, input, user)) return readHere(kind, input as never);
			return this.#inThread({ kind, input }, ending, user);
		};
		const readPage = async (answer: PageAnswer, judge: PageJudge, signal?: AbortSignal): Promise<PageRead> => {
			const ending = this.#endingWith(signal);
			if (this.#isReadHere("page", answer, user)) return HERE.readPage(answer, judge);
			return (await this.#inThread({ kind: "judged page", input: answer, judge }, ending, user)) as PageRead;
		};
		const judge = async (record: EvidenceRecord, signal?: AbortSignal): Promise<Report> => {
			const ending = this.#endingWith(signal);
			// As text: serializing and parsing JSON is faster than structured cloning.
			const text = JSON.stringify(record);
			if (this.#options.here !== "nothing" || text.length <= JUDGED_HERE) return assess(record, CHECKS);
			const input = { url: record.host, body: Buffer.from(text) };
			return (await this.#inThread({ kind: "evidence", input }, ending, user)) as Report;
		};
		return { read: read as ForeignReader["read"], judge, readPage };
	}

	#endingWith(signal: AbortSignal | undefined): AbortSignal {
		const closing = this.#closing.signal;
		const ending = signal ? AbortSignal.any([signal, closing]) : closing;
		ending.throwIfAborted();
		return ending;
	}

	async prestart(): Promise<void> {
		const work = { kind: "page", input: EMPTY } as const;
		await Promise.all(
			Array.from({ length: this.#options.threads }, () => this.#inThread(work, this.#closing.signal, {})),
		);
	}

	/** Frees the memory of idle threads; starting a new one takes a second. */
	async endIdle(): Promise<void> {
		await Promise.all(this.#idle.splice(0).map((thread) => thread.end()));
	}

	async close(): Promise<void> {
		this.#closing.abort(new Error("The thread pool was closed."));
		await this.endIdle();
	}

	#isReadHere(kind: ReaderKind, input: { readonly body: Uint8Array }, { inThreads }: ThreadUser): boolean {
		const { here } = this.#options;
		return !inThreads && (here === "everything" || (here === "small" && isSmall(kind, input)));
	}

	/** Settles with the work; frees the slot only after a thread that must end has ended. */
	#inThread(work: Work, signal: AbortSignal, { caller, waits }: ThreadUser): Promise<unknown> {
		const { promise, resolve, reject } = Promise.withResolvers<unknown>();
		const begins = waits?.();
		const stop = () => reject(signal.reason);
		signal.addEventListener("abort", stop, { once: true });
		const run = async () => {
			begins?.();
			if (signal.aborted) return;
			const thread = popUsable(this.#idle) ?? new PoolThread(this.#options);
			await thread.run(work, signal).then(resolve, reject);
			if (thread.usable && !this.#closing.signal.aborted) this.#idle.push(thread);
			else await thread.end();
		};
		// Not with the signal: the queue would free the slot before the thread has ended.
		this.#queue.add(run, { caller }).catch(reject);
		return promise.finally(() => signal.removeEventListener("abort", stop));
	}
}

function popUsable(idle: PoolThread[]): PoolThread | undefined {
	for (let thread = idle.pop(); thread; thread = idle.pop()) if (thread.usable) return thread;
	return undefined;
}

interface ThreadLimits {
	/** Milliseconds of CPU time, which does not depend on the machine's load. */
	readonly cpuMs: number;
	readonly heapMb: number;
}

interface PageWork {
	readonly kind: "judged page";
	readonly input: PageAnswer;
}

/** `evidence`: an `EvidenceRecord` as JSON, to be judged. */
type OtherWork =
	| { readonly kind: ReaderKind; readonly input: ReaderInput<ReaderKind> }
	| { readonly kind: "evidence"; readonly input: Pick<ReaderInput<ReaderKind>, "url" | "body"> };

type Work = OtherWork | (PageWork & { readonly judge: PageJudge });

/** Work as sent. `site`: the judge's data, unless the thread's last page was judged by the same judge. */
export type ThreadWork = OtherWork | (PageWork & { readonly site: string | undefined });

/** In a bundle, the worker is a `.js` file next to it. */
const WORKER = new URL(import.meta.url.endsWith(".ts") ? "./thread-worker.ts" : "./thread-worker.js", import.meta.url);

/** With V8's default, 100,000 nested elements grow the process by 116 MB; with this by 63 MB, in the same time. */
const YOUNG_HEAP_MB = 8;

/** Milliseconds between checks of a thread near its CPU limit. */
const LOOK_AGAIN_MS = 50;

/** Runs one job at a time. Keeps the process alive while starting or working, but not while idle. */
class PoolThread {
	readonly #limits: ThreadLimits;
	readonly #worker: Worker;
	/** CPU time used when the work began; NaN until then. */
	readonly #began = new Float64Array(new SharedArrayBuffer(8));
	readonly #ready = Promise.withResolvers<unknown>();
	#answer: PromiseWithResolvers<unknown> | undefined;
	#watch: NodeJS.Timeout | undefined;
	/** Id of the judge that it last judged pages with. */
	#site: number | undefined;
	usable = true;

	constructor(limits: ThreadLimits) {
		this.#limits = limits;
		// Threads that parse foreign bytes get neither our environment nor our flags, only the compile cache.
		const env = compiledCode();
		const resourceLimits = { maxOldGenerationSizeMb: limits.heapMb, maxYoungGenerationSizeMb: YOUNG_HEAP_MB };
		this.#worker = new Worker(WORKER, { resourceLimits, env, execArgv: [], workerData: this.#began });
		this.#worker.on("message", (read: unknown) => (this.#answer ?? this.#ready).resolve(read));
		// Callers get the error too.
		this.#worker.on("error", (error) => this.#retire(error));
		this.#worker.on("exit", () => this.#retire(new Error("A thread has ended.")));
		this.#ready.promise.then(
			() => this.#worker.unref(),
			() => {},
		);
	}

	/** Any rejection ends the thread. @throws Failure `page-too-complex` beyond the limits; the signal's reason */
	async run(work: Work, signal: AbortSignal): Promise<unknown> {
		const stop = () => this.#retire(signal.reason);
		signal.addEventListener("abort", stop, { once: true });
		try {
			await this.#ready.promise;
			signal.throwIfAborted();
			const answer = Promise.withResolvers<unknown>();
			this.#answer = answer;
			this.#send(work);
			this.#lookAfter(work, answer, this.#limits.cpuMs);
			return await answer.promise;
		} catch (error) {
			void this.end();
			if (signal.aborted) throw signal.reason;
			throw isHeapError(error) ? tooComplex(work, `more than ${this.#limits.heapMb} MB of memory`) : error;
		} finally {
			clearTimeout(this.#watch);
			this.#answer = undefined;
			signal.removeEventListener("abort", stop);
			this.#worker.unref();
		}
	}

	/** Waits until the current call into V8 returns. */
	async end(): Promise<void> {
		this.usable = false;
		await this.#worker.terminate();
	}

	#send(work: Work): void {
		this.#began[0] = Number.NaN;
		this.#worker.ref();
		const { kind, input } = work;
		// Copied, because others may hold the same bytes, and a view would transfer its whole pool.
		const body = new Uint8Array(input.body);
		const sent = { kind, input: { ...input, body }, ...("judge" in work ? { site: this.#siteOf(work.judge) } : {}) };
		this.#worker.postMessage(sent, [body.buffer]);
	}

	#siteOf({ id, text }: PageJudge): string | undefined {
		if (this.#site === id) return undefined;
		this.#site = id;
		return text;
	}

	#retire(reason: unknown): void {
		this.usable = false;
		this.#ready.reject(reason);
		this.#answer?.reject(reason);
	}

	/** CPU time never exceeds elapsed time, so a first check before `ms` is pointless. */
	#lookAfter(work: Work, answer: PromiseWithResolvers<unknown>, ms: number): void {
		this.#watch = setTimeout(async () => {
			const left = this.#limits.cpuMs - (await this.#used());
			if (answer !== this.#answer) return;
			if (left > 0) this.#lookAfter(work, answer, Math.max(left, LOOK_AGAIN_MS));
			else answer.reject(tooComplex(work, `more than ${this.#limits.cpuMs / 1_000} seconds of processor time`));
		}, ms);
	}

	/** Milliseconds of CPU time of the current work. The thread answers between two tasks. */
	async #used(): Promise<number> {
		// A thread that has ended has already rejected its work.
		const { user, system } = await this.#worker.cpuUsage().catch(() => ({ user: 0, system: 0 }));
		const used = (user + system) / 1_000 - (this.#began[0] ?? 0);
		return Number.isNaN(used) ? 0 : used;
	}
}

/** The thread loads its code from this process's compile cache, in less than half the time. */
function compiledCode(): { NODE_COMPILE_CACHE?: string } {
	const ofThisVersion = module.getCompileCacheDir();
	return ofThisVersion === undefined ? {} : { NODE_COMPILE_CACHE: dirname(ofThisVersion) };
}

function isHeapError(error: unknown): boolean {
	return error instanceof Error && "code" in error && error.code === "ERR_WORKER_OUT_OF_MEMORY";
}

function tooComplex({ kind: of, input: { url, body } }: Work, needs: string): Failure {
	const kind = of === "judged page" ? "page" : of;
	if (kind === "evidence")
		return new Failure("page-too-complex", {
			what: `${url} (${body.byteLength} bytes) could not be graded: grading it needs ${needs}.`,
			why: "Its pages, files or headers are far larger than machines read.",
			todo: "Shorten the longest ones.",
		});
	return new Failure("page-too-complex", {
		what: `The ${NAMES[kind]} ${url} (${body.byteLength} bytes) could not be read: reading it needs ${needs}.`,
		why: `It has far more nested, repeated or unclosed parts than a ${NAMES[kind]} needs.`,
		todo: ADVICE[kind] ?? "Check that everything is closed, and split it if it is very long.",
	});
}

const ADVICE: Partial<Record<ReaderKind, string>> = {
	page: "Check that the page closes its tags, and split very long pages.",
	description: "Check that brackets are closed. JSON is faster to read than YAML.",
};
