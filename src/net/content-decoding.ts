import type { Transform } from "node:stream";
import {
	constants,
	createBrotliDecompress,
	createGunzip,
	createInflate,
	createInflateRaw,
	createZstdDecompress,
} from "node:zlib";
import PQueue, { type QueueAddOptions } from "p-queue";
import { FairQueue, type FairQueueOptions } from "#core/fair-queue.ts";

/** Value of the Accept-Encoding field that goes with every request. */
export const ACCEPT_ENCODING = "gzip, deflate, br, zstd";

/**
 * Decoders at work at once in a process. They run on libuv's four threads, which files are read on too: two stay free for
 * those, whatever is decoded.
 */
const AT_ONCE = 2;
/** Bytes that a decoder gives in one turn; more than most bodies may have, so that few lie about half decoded. 15 to 50 ms. */
const TURN_BYTES = 8 * 1024 * 1024;
/** Bytes that zlib decodes at once. Its default of 16 KiB makes four times as many trips to the main thread. */
const CHUNK_BYTES = 64 * 1024;

const turns = new PQueue<FairQueue, QueueAddOptions & FairQueueOptions>({
	concurrency: AT_ONCE,
	queueClass: FairQueue,
});

export type Bytes = AsyncIterable<Uint8Array>;
/** Makes the decoder once the first byte of the coded body is known. */
type DecoderFor = (firstByte: number) => Transform;

const chunkSize = CHUNK_BYTES;
const DECODERS: Readonly<Record<string, DecoderFor>> = {
	gzip: () => createGunzip({ chunkSize }),
	"x-gzip": () => createGunzip({ chunkSize }),
	// RFC 9110 means zlib by it, some servers send raw deflate; only zlib starts with method 8 (RFC 1950 section 2.2).
	deflate: (firstByte) => ((firstByte & 0x0f) === 8 ? createInflate({ chunkSize }) : createInflateRaw({ chunkSize })),
	// Windows of 16 MiB at most: larger ones (RFC 9841) need a parameter that is not given.
	br: () => createBrotliDecompress({ chunkSize }),
	// RFC 9659: a content coding needs no window beyond 8 MiB.
	zstd: () => createZstdDecompress({ chunkSize, params: { [constants.ZSTD_d_windowLogMax]: 23 } }),
};

/**
 * Codings of a Content-Encoding field, in the order in which they were applied. Empty when one of them is unknown:
 * browsers then show the bytes as they are (Fetch Standard, "handle content codings").
 */
export function contentCodings(field: string | undefined): readonly string[] {
	const names = (field ?? "")
		.split(",")
		.map((name) => name.trim().toLowerCase())
		.filter((name) => name !== "" && name !== "identity");
	return names.every((name) => Object.hasOwn(DECODERS, name)) ? names : [];
}

/**
 * Takes the codings off again, chunk by chunk and no faster than it is read. An empty body stays empty.
 * @param caller whom it is decoded for: callers take turns
 */
export function decodeCodings(source: Bytes, codings: readonly string[], caller: string | undefined): Bytes {
	return codings.toReversed().reduce((bytes, coding) => decodeOne(bytes, DECODERS[coding], caller), source);
}

async function* decodeOne(source: Bytes, decoderFor: DecoderFor | undefined, caller: string | undefined): Bytes {
	if (decoderFor === undefined) throw new RangeError("a content coding without a decoder");
	let decoding: Decoding | undefined;
	try {
		for await (const chunk of source) {
			const [firstByte] = chunk;
			if (firstByte === undefined) continue;
			decoding ??= new Decoding(decoderFor(firstByte), caller);
			yield* decoding.decode((decoder, done) => decoder.write(chunk, done));
			if (decoding.ended) return;
		}
		if (decoding) yield* decoding.decode((decoder) => decoder.end());
	} finally {
		decoding?.close();
	}
}

/** One decoder, which works in its turns only. Between them it may wait for the network as long as it likes. */
class Decoding {
	readonly #decoder: Transform;
	readonly #caller: string | undefined;
	#out: Uint8Array[] = [];
	#bytes = 0;
	#fault: unknown;
	/** Whether all that was handed in is decoded. */
	#idle = true;
	/** Ends the turn under way. */
	#yield = () => {};

	constructor(decoder: Transform, caller: string | undefined) {
		this.#decoder = decoder;
		this.#caller = caller;
		decoder.pause();
		decoder.on("data", (chunk: Uint8Array) => {
			this.#out.push(chunk);
			this.#bytes += chunk.length;
			if (this.#bytes >= TURN_BYTES) this.#yield();
		});
		decoder.on("error", (error) => {
			this.#fault = error;
			this.#done();
		});
		decoder.on("end", () => this.#done());
	}

	/** Whether the coded data has come to its own end; what lies behind it is left alone. */
	get ended(): boolean {
		return this.#decoder.readableEnded;
	}

	/** Hands something in, and gives what comes of it. */
	async *decode(handIn: (decoder: Transform, done: () => void) => void): Bytes {
		this.#idle = false;
		let begin: (() => void) | undefined = () => handIn(this.#decoder, () => this.#done());
		while (!this.#idle) {
			yield* await turns.add(() => this.#turn(begin), { caller: this.#caller });
			begin = undefined;
			if (this.#fault !== undefined) throw this.#fault;
		}
	}

	close(): void {
		this.#decoder.destroy();
	}

	async #turn(begin: (() => void) | undefined): Promise<readonly Uint8Array[]> {
		const { promise, resolve } = Promise.withResolvers<void>();
		this.#yield = resolve;
		this.#decoder.resume();
		begin?.();
		await promise;
		this.#decoder.pause();
		const out = this.#out;
		this.#out = [];
		this.#bytes = 0;
		return out;
	}

	#done(): void {
		this.#idle = true;
		this.#yield();
	}
}
