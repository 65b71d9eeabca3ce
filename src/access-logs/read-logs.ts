import { availableParallelism } from "node:os";
import { Worker } from "node:worker_threads";
import { AccessTally, type TallyState } from "./access-tally.ts";
import type { OtherProofs } from "./identity.ts";
import { type BlockResult, LineReader, type LineSettings, signatureCheck, type UnreadLine } from "./log-lines.ts";
import type { LogSource, SourceEnd } from "./log-source.ts";
import type { SeenSignatures } from "./signed-requests.ts";
import { readW3cFields, type W3cFields } from "./structured-format.ts";

/** A log, opened when its turn comes. */
export interface NamedLog {
	readonly name: string;
	open(): Promise<LogSource>;
}

export interface ReadLog {
	readonly name: string;
	readonly lines: number;
	readonly unread: number;
	readonly end: SourceEnd;
	/** The first lines that could not be read. */
	readonly samples: readonly UnreadLine[];
	readonly formats: Readonly<Record<string, number>>;
}

export interface ReadLogs {
	readonly tally: AccessTally;
	readonly logs: readonly ReadLog[];
}

export interface ReadOptions {
	readonly settings: LineSettings;
	/** Milliseconds since 1970. */
	readonly now: number;
	readonly proofs?: OtherProofs;
	/** Worker threads beside this one, which counts too. By default one less than there are processors. */
	readonly threads?: number;
	onProgress?(bytes: number): void;
}

/** More threads would only wait for the disk. */
const MOST_THREADS = 3;

/** Reads logs once, in bounded memory: threads count blocks of whole lines, and the counts are added up. */
export async function readLogs(logs: readonly NamedLog[], options: ReadOptions): Promise<ReadLogs> {
	const { settings, now, proofs = {}, threads = Math.min(MOST_THREADS, availableParallelism() - 1) } = options;
	const bySignature = await signatureCheck(settings);
	const here = new CounterHere(new LineReader(settings, now, { ...proofs, bySignature }));
	const others = Array.from({ length: threads }, () => new CounterThread({ settings, now }, proofs));
	const counters: readonly BlockCounter[] = [here, ...others];
	const reading = {
		// Two blocks per thread, so that its next one is ready while this thread is counting.
		pool: new BlockPool([here, ...others, ...others]),
		tally: new AccessTally(settings),
		signatures: bySignature && new (await import("./signed-requests.ts")).SeenSignatures(),
		onProgress: options.onProgress,
	};
	try {
		const read: ReadLog[] = [];
		for (const log of logs) read.push(await readLog(log, reading));
		for (const counter of counters) reading.tally.merge(await counter.state());
		return { tally: reading.tally, logs: read };
	} finally {
		await Promise.all(counters.map((counter) => counter.close()));
	}
}

/** Samples shown per log. */
const SAMPLES = 5;
const MOST_WAITING = 64;

interface Reading {
	readonly pool: BlockPool;
	readonly tally: AccessTally;
	readonly signatures: SeenSignatures | undefined;
	readonly onProgress: ReadOptions["onProgress"];
}

async function readLog({ name, open }: NamedLog, { pool, tally, signatures, onProgress }: Reading): Promise<ReadLog> {
	const source = await open();
	const counted: Promise<BlockResult>[] = [];
	const samples: UnreadLine[] = [];
	const formats: Record<string, number> = {};
	let [lines, unread] = [0, 0];
	const take = (result: BlockResult) => {
		// Only the first ones are shown.
		for (const sample of result.samples.slice(0, SAMPLES - samples.length))
			samples.push({ ...sample, line: sample.line + lines });
		lines += result.lines;
		unread += result.unread;
		for (const [format, count] of Object.entries(result.formats)) formats[format] = (formats[format] ?? 0) + count;
		for (const request of result.signed) {
			const isOwn = signatures?.isFirst(request) === true;
			tally.addBot(request.bot, isOwn ? "verified" : request.otherwise, request.entry);
		}
	};
	let fields: W3cFields | undefined;
	for await (const block of new LineBlocks(pool).of(source.pieces)) {
		onProgress?.(block.length);
		const counting = pool.count(block, fields);
		// Handled where the result is awaited.
		counting.catch(() => undefined);
		counted.push(counting);
		fields = lastFields(block) ?? fields;
		// Keeps the order of lines.
		if (counted.length >= MOST_WAITING) take((await counted.shift()) as BlockResult);
	}
	for (const result of await Promise.all(counted)) take(result);
	return { name, lines, unread, end: source.end(), samples, formats };
}

/** Bytes. Only this much of a longer line is read. */
const BLOCK = 256 * 1024;
const LINE_FEED = 10;

/** Splits chunks into blocks of whole lines, in memory of the pool. */
class LineBlocks {
	readonly #pool: BlockPool;
	#block: Buffer | undefined;
	#length = 0;
	/** Whether to skip the rest of a line that is longer than a block. */
	#skips = false;

	constructor(pool: BlockPool) {
		this.#pool = pool;
	}

	async *of(pieces: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
		for await (const piece of pieces) {
			for (let at = 0; at < piece.length; ) {
				at = this.#skips ? this.#skip(piece, at) : await this.#take(piece, at);
				if (this.#length === BLOCK) yield await this.#full();
			}
		}
		if (this.#block && this.#length > 0) yield this.#block.subarray(0, this.#length);
		else if (this.#block) this.#pool.release(this.#block);
	}

	#skip(piece: Buffer, at: number): number {
		const end = piece.indexOf(LINE_FEED, at);
		this.#skips = end < 0;
		return end < 0 ? piece.length : end + 1;
	}

	async #take(piece: Buffer, at: number): Promise<number> {
		this.#block ??= await this.#pool.free();
		const taken = piece.copy(this.#block, this.#length, at, Math.min(piece.length, at + BLOCK - this.#length));
		this.#length += taken;
		return at + taken;
	}

	async #full(): Promise<Buffer> {
		const full = this.#block ?? (await this.#pool.free());
		const whole = full.lastIndexOf(LINE_FEED) + 1;
		this.#skips = whole === 0;
		this.#block = await this.#pool.free();
		this.#length = whole === 0 ? 0 : full.copy(this.#block, 0, whole);
		return whole === 0 ? full : full.subarray(0, whole);
	}
}

/** The fields in force at the start of the next block. */
function lastFields(block: Buffer): W3cFields | undefined {
	const at = Math.max(block.lastIndexOf("\n#Fields:") + 1, 0);
	if (at === 0 && block.indexOf("#Fields:") !== 0) return undefined;
	const end = block.indexOf(LINE_FEED, at);
	return readW3cFields(block.toString("latin1", at, end < 0 ? block.length : end).trimEnd());
}

interface BlockCounter {
	count(block: Buffer, fields: W3cFields | undefined): Promise<BlockResult>;
	state(): Promise<TallyState>;
	close(): Promise<void>;
}

/** Assigns blocks to free counters, and recycles their memory for the reader. */
class BlockPool {
	readonly #counters: BlockCounter[];
	readonly #memory: Buffer[];
	readonly #waitingForMemory: ((block: Buffer) => void)[] = [];
	readonly #waitingForCounter: ((counter: BlockCounter) => void)[] = [];

	constructor(counters: readonly BlockCounter[]) {
		this.#counters = [...counters];
		this.#memory = Array.from({ length: counters.length + 2 }, () => Buffer.from(new SharedArrayBuffer(BLOCK)));
	}

	async free(): Promise<Buffer> {
		return this.#memory.pop() ?? new Promise((resolve) => this.#waitingForMemory.push(resolve));
	}

	release(block: Buffer): void {
		const whole = Buffer.from(block.buffer);
		const next = this.#waitingForMemory.shift();
		if (next) next(whole);
		else this.#memory.push(whole);
	}

	async count(block: Buffer, fields: W3cFields | undefined): Promise<BlockResult> {
		const counter =
			this.#counters.pop() ?? (await new Promise<BlockCounter>((resolve) => this.#waitingForCounter.push(resolve)));
		try {
			return await counter.count(block, fields);
		} finally {
			this.release(block);
			const next = this.#waitingForCounter.shift();
			if (next) next(counter);
			// First in line, so that an idle thread comes before one that has a block.
			else this.#counters.unshift(counter);
		}
	}
}

class CounterHere implements BlockCounter {
	readonly #reader: LineReader;

	constructor(reader: LineReader) {
		this.#reader = reader;
	}

	count(block: Buffer, fields: W3cFields | undefined): Promise<BlockResult> {
		return this.#reader.read(block, fields);
	}

	async state(): Promise<TallyState> {
		return this.#reader.state();
	}

	async close(): Promise<void> {}
}

/** To a thread, which answers blocks and `finish` in order; meanwhile it may ask for one name at a time. */
export type ToCounter =
	| { readonly block: SharedArrayBuffer; readonly length: number; readonly fields: W3cFields | undefined }
	| { readonly finish: true }
	| { readonly answer: boolean | undefined };
type Counted = { readonly result: BlockResult } | { readonly state: TallyState };
export type FromCounter = Counted | { readonly ask: "name"; readonly token: string; readonly address: string };

export interface CounterData {
	readonly settings: LineSettings;
	readonly now: number;
	readonly byName?: boolean;
}

/** In a bundle, the worker is a `.js` file next to it. */
const WORKER = new URL(import.meta.url.endsWith(".ts") ? "./log-worker.ts" : "./log-worker.js", import.meta.url);

/** Megabytes. */
const HEAP = { maxYoungGenerationSizeMb: 2, maxOldGenerationSizeMb: 256 };

class CounterThread implements BlockCounter {
	readonly #worker: Worker;
	/** In the order of responses. */
	readonly #waiting: PromiseWithResolvers<Counted>[] = [];
	#error: unknown;

	constructor(data: CounterData, { byName }: OtherProofs) {
		const workerData: CounterData = { ...data, byName: byName !== undefined };
		this.#worker = new Worker(WORKER, { workerData, resourceLimits: HEAP });
		this.#worker.on("message", (message: FromCounter) => {
			if (!("ask" in message)) this.#waiting.shift()?.resolve(message);
			else
				byName?.(message.token, message.address).then(
					(answer) => this.#worker.postMessage({ answer } satisfies ToCounter),
					(error) => this.#fail(error),
				);
		});
		this.#worker.on("error", (error) => this.#fail(error));
	}

	async count(block: Buffer, fields: W3cFields | undefined): Promise<BlockResult> {
		const shared = block.buffer as unknown as SharedArrayBuffer;
		const counted = await this.#send({ block: shared, length: block.length, fields });
		if ("result" in counted) return counted.result;
		throw new Error("A thread that counts lines answered out of turn.");
	}

	async state(): Promise<TallyState> {
		const counted = await this.#send({ finish: true });
		if ("state" in counted) return counted.state;
		throw new Error("A thread that counts lines answered out of turn.");
	}

	#send(message: ToCounter): Promise<Counted> {
		if (this.#error !== undefined) return Promise.reject(this.#error);
		const waiting = Promise.withResolvers<Counted>();
		this.#waiting.push(waiting);
		this.#worker.postMessage(message);
		return waiting.promise;
	}

	/** Later callers get the error too. */
	#fail(error: unknown): void {
		this.#error = error;
		for (const { reject } of this.#waiting.splice(0)) reject(error);
	}

	async close(): Promise<void> {
		await this.#worker.terminate();
	}
}
