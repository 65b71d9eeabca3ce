import { createReadStream } from "node:fs";
import { type FileHandle, open } from "node:fs/promises";
import { pipeline } from "node:stream";
import { createGunzip, createZstdDecompress } from "node:zlib";
import { machineFault } from "#config/named-file.ts";
import { Failure } from "#core/failure.ts";

/** How a source ended: `cut-off` before its initial size, `damaged` within compressed data. */
export type SourceEnd = "whole" | "cut-off" | "damaged" | "bomb";

/** A log's decompressed bytes. A chunk is valid until the next one is requested. */
export interface LogSource {
	readonly pieces: AsyncIterable<Buffer>;
	/** Size of the stored file. */
	readonly size: number;
	/** Known after the last chunk. */
	end(): SourceEnd;
}

/** Receives the stored bytes, to hash them. */
export type Tap = (bytes: Uint8Array) => void;

const PIECE = 64 * 1024;
/** Real logs compress to a tenth, monotonous ones to a hundredth; more is a decompression bomb. */
const BOMB = { bytes: 256 * 1024 * 1024, ratio: 400 };

const PACKED: readonly { readonly mark: readonly number[]; readonly name: "gzip" | "zstd" | "other" }[] = [
	{ mark: [0x1f, 0x8b], name: "gzip" },
	{ mark: [0x28, 0xb5, 0x2f, 0xfd], name: "zstd" },
	{ mark: [0x42, 0x5a, 0x68], name: "other" },
	{ mark: [0xfd, 0x37, 0x7a, 0x58, 0x5a], name: "other" },
	{ mark: [0x50, 0x4b, 0x03, 0x04], name: "other" },
];

/** @throws Failure `input-invalid` if the file cannot be opened, or has a compression other than gzip or zstd */
export async function openLogFile(path: string, tap?: Tap): Promise<LogSource> {
	try {
		const file = await open(path, "r");
		const { size } = await file.stat().catch(async (error: unknown) => {
			await file.close();
			throw error;
		});
		const head = Buffer.alloc(6);
		const { bytesRead } = await file.read(head, 0, head.length, 0);
		const packed = packedAs(head.subarray(0, bytesRead));
		if (packed === undefined) return plainSource(file, size, tap);
		await file.close();
		if (packed === "other") throw refused(path, "It is packed in a way that is not read here.");
		return packedSource(createReadStream(path, { end: Math.max(0, size - 1) }), packed, size, tap);
	} catch (error) {
		const why = error instanceof Failure ? undefined : machineFault(error);
		throw why === undefined ? error : refused(path, why, error);
	}
}

function refused(path: string, why: string, cause?: unknown): Failure {
	return new Failure(
		"input-invalid",
		{ what: `${path} cannot be read.`, why, todo: "Name log files: plain, .gz or .zst." },
		{ cause },
	);
}

function packedAs(head: Uint8Array): "gzip" | "zstd" | "other" | undefined {
	return PACKED.find(({ mark }) => mark.every((byte, at) => head[at] === byte))?.name;
}

/** Stops at the initial size: what the server appends meanwhile is for the next run. */
function plainSource(file: FileHandle, size: number, tap: Tap | undefined): LogSource {
	let end: SourceEnd = "whole";
	async function* pieces() {
		const piece = Buffer.allocUnsafe(PIECE);
		try {
			for (let at = 0; at < size; ) {
				const { bytesRead } = await file.read(piece, 0, Math.min(PIECE, size - at), at);
				if (bytesRead === 0) {
					end = "cut-off";
					return;
				}
				at += bytesRead;
				const read = piece.subarray(0, bytesRead);
				tap?.(read);
				yield read;
			}
		} finally {
			await file.close();
		}
	}
	return { pieces: pieces(), size, end: () => end };
}

function packedSource(
	stored: AsyncIterable<Buffer> & NodeJS.ReadableStream,
	packed: "gzip" | "zstd",
	size: number,
	tap: Tap | undefined,
): LogSource {
	let end: SourceEnd = "whole";
	let read = 0;
	const unpack = packed === "gzip" ? createGunzip({ chunkSize: PIECE }) : createZstdDecompress({ chunkSize: PIECE });
	stored.on("data", (bytes: Buffer) => {
		read += bytes.length;
		tap?.(bytes);
	});
	// The reader of the chunks gets the error.
	pipeline(stored, unpack, () => undefined);
	async function* pieces() {
		let unpacked = 0;
		try {
			for await (const piece of unpack as AsyncIterable<Buffer>) {
				unpacked += piece.length;
				if (unpacked > BOMB.bytes && unpacked > read * BOMB.ratio) {
					end = "bomb";
					return;
				}
				yield piece;
			}
		} catch (error) {
			if (machineFault(error) !== undefined) throw error;
			end = "damaged";
		}
	}
	return { pieces: pieces(), size, end: () => end };
}

/** Standard input, compressed or not. */
export async function openLogStream(input: AsyncIterable<Buffer | string>, tap?: Tap): Promise<LogSource> {
	const { Readable } = await import("node:stream");
	const rest = input[Symbol.asyncIterator]();
	const first = await rest.next();
	const head = first.done ? Buffer.alloc(0) : Buffer.from(first.value);
	async function* all() {
		yield head;
		for (let next = await rest.next(); !next.done; next = await rest.next()) yield Buffer.from(next.value);
	}
	const packed = packedAs(head);
	if (packed === "other") throw refused("Standard input", "It is packed in a way that is not read here.");
	if (packed !== undefined) return packedSource(Readable.from(all(), { objectMode: false }), packed, 0, tap);
	async function* tapped() {
		for await (const piece of all()) {
			tap?.(piece);
			yield piece;
		}
	}
	return { pieces: tapped(), size: 0, end: () => "whole" };
}
