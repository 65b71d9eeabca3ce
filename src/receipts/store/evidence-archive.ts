import { createHash } from "node:crypto";
import { readFile, rm, stat } from "node:fs/promises";
import { dirname, join } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { promisify } from "node:util";
import { createGunzip, createGzip, gunzip, gzip } from "node:zlib";
import { sha256Hex } from "#core/bytes.ts";
import { Failure, isFailure } from "#core/failure.ts";
import { canonicalJson } from "#core/json-object.ts";
import { listLine, type Occurrence, type OccurrenceList } from "#core/occurrence.ts";
import type { Receipt } from "#core/receipt.ts";
import { plainCount, shortDigest } from "#core/wording.ts";
import { DISK, replaceFile } from "./durable-file.ts";
import { ifThere } from "./if-there.ts";

const pack = promisify(gzip);
const unpack = promisify(gunzip);

/** Reads the evidence of an audit by digest, and the list of its occurrences. */
export abstract class EvidenceReader {
	/** Returns gzipped text, unverified. @throws Failure `evidence-missing` if it is absent or pruned */
	abstract load(name: string): Promise<Uint8Array>;

	/** @throws Failure `evidence-missing` if it is absent, pruned or has another digest */
	async get(digest: string): Promise<unknown> {
		return unpackEvidence({ digest, packed: await this.load(digest) });
	}

	/** @param list as named in evidence and receipt @throws as `occurrenceLines` */
	async *occurrences(evidence: string, list: OccurrenceList): AsyncGenerator<Occurrence> {
		for await (const line of this.occurrenceLines(evidence, list)) yield parsed(line);
	}

	/**
	 * Streams JSON lines, because there may be a million. @param list as named in evidence and receipt
	 * @throws Failure `evidence-missing` if it is absent or pruned; at the end `list-changed` if the digest differs
	 */
	async *occurrenceLines(evidence: string, { count, sha256 }: OccurrenceList): AsyncGenerator<string> {
		const packed = await this.load(listBeside(evidence)).catch((error) => {
			throw isFailure(error) && error.code === "evidence-missing" ? missingList() : error;
		});
		const digest = createHash("sha256");
		let lines = 0;
		try {
			for await (const line of linesOf(packed)) {
				digest.update(`${line}\n`);
				lines++;
				yield line;
			}
		} catch (error) {
			throw changedList(`It is damaged: ${error}.`);
		}
		if (lines !== count) throw changedList(`It has ${plainCount(lines, "occurrence")}, and the receipt says ${count}.`);
		if (digest.digest("hex") !== sha256) throw changedList("Its bytes do not have the digest that the receipt names.");
	}
}

export abstract class EvidenceArchive extends EvidenceReader {
	/** Replaces existing evidence, which may be damaged. */
	abstract store(packed: Packed): Promise<void>;
	/** Includes the lists. Call before deleting the receipts. @returns number of deleted records */
	abstract remove(digests: Iterable<string>): Promise<number>;

	/** @returns the digest */
	async put(record: unknown): Promise<string> {
		const evidence = await packEvidence(record);
		await this.store(evidence);
		return evidence.name;
	}

	/** Deletes all except the newest 2 of a series and the one just written. @param receipts newest first */
	async prune(receipts: readonly Receipt[], justWritten: string): Promise<void> {
		await this.remove(
			outlivedEvidence(
				receipts.map(({ evidenceDigest }) => evidenceDigest),
				justWritten,
			),
		);
	}
}

const KEPT_PER_SERIES = 2;
/** Maximum bytes of a file, packed or unpacked, because foreign ones may unpack to any size; ours have at most 5 MB. */
export const READ_MAX = 64 * 1024 * 1024;

export interface Packed {
	/** For evidence, the SHA-256 of its canonical JSON. */
	readonly name: string;
	/** Gzipped text. */
	readonly packed: Uint8Array<ArrayBuffer>;
}

export async function packEvidence(record: unknown): Promise<Packed> {
	const text = canonicalJson(record);
	const [name, packed] = await Promise.all([sha256Hex(text), pack(text)]);
	return { name, packed: Uint8Array.from(packed) };
}

/** Evidence, followed by the list of occurrences, if any. */
export async function packFound({ record, occurrences }: Found): Promise<readonly [Packed, ...Packed[]]> {
	const evidence = await packEvidence(record);
	return occurrences ? [evidence, await packOccurrences(evidence.name, occurrences)] : [evidence];
}

interface Found {
	readonly record: unknown;
	readonly occurrences?: readonly Occurrence[] | undefined;
}

async function packOccurrences(evidence: string, occurrences: readonly Occurrence[]): Promise<Packed> {
	const chunks: Buffer[] = [];
	await pipeline(
		function* () {
			for (const occurrence of occurrences) yield listLine(occurrence);
		},
		createGzip(),
		async (packed: AsyncIterable<Buffer>) => {
			for await (const chunk of packed) chunks.push(chunk);
		},
	);
	return { name: listBeside(evidence), packed: Uint8Array.from(Buffer.concat(chunks)) };
}

async function* linesOf(packed: Uint8Array): AsyncGenerator<string> {
	const decoder = new TextDecoder();
	let rest = "";
	for await (const chunk of Readable.from([packed]).pipe(createGunzip())) {
		const lines = `${rest}${decoder.decode(chunk, { stream: true })}`.split("\n");
		rest = lines.pop() ?? "";
		yield* lines;
	}
	if (rest !== "") yield rest;
}

function parsed(line: string): Occurrence {
	try {
		return JSON.parse(line);
	} catch (error) {
		throw changedList(`It is damaged: ${error}.`);
	}
}

/** @throws Failure `evidence-missing` if the digest is wrong */
export async function unpackEvidence({ digest, packed }: { digest: string; packed: Uint8Array }): Promise<unknown> {
	const text = await unpack(packed, { maxOutputLength: READ_MAX }).then(
		(bytes) => bytes.toString("utf8"),
		(error) => {
			throw missingEvidence(digest, error.code === "ERR_BUFFER_TOO_LARGE" ? TOO_LARGE : `It is damaged: ${error}.`);
		},
	);
	if ((await sha256Hex(text)) !== digest) throw missingEvidence(digest, "The stored bytes no longer have this digest.");
	return JSON.parse(text);
}

/** Name of an evidence's list. Not by its digest, because 2 audits may have equal lists. */
export function listBeside(evidence: string): string {
	return `${evidence}-list`;
}

/** @param digests of the series' receipts, newest first */
export function outlivedEvidence(digests: readonly string[], justWritten: string): string[] {
	// After a clock was set back, the last written is not the newest.
	const kept = new Set([...digests.slice(0, KEPT_PER_SERIES), justWritten]);
	return digests.filter((digest) => !kept.has(digest));
}

/** Works even if the text is damaged elsewhere. */
export function evidenceNamedIn(text: string): string | undefined {
	return /"evidenceDigest":"([0-9a-f]{64})"/.exec(text)?.[1];
}

export class EvidenceFiles extends EvidenceArchive {
	readonly #directory: string;

	constructor(directory: string) {
		super();
		this.#directory = directory;
	}

	async store({ name, packed }: Packed): Promise<void> {
		await replaceFile(this.#pathOf(name), packed);
	}

	async load(name: string): Promise<Uint8Array> {
		return readEvidence(this.#pathOf(name), name);
	}

	async remove(digests: Iterable<string>): Promise<number> {
		let removed = 0;
		for (const digest of digests) {
			await removeFile(this.#pathOf(listBeside(digest)));
			if (await removeFile(this.#pathOf(digest))) removed++;
		}
		return removed;
	}

	#pathOf(name: string): string {
		return join(this.#directory, name.slice(0, 2), `${name}.json.gz`);
	}
}

/** @returns whether it existed */
async function removeFile(path: string): Promise<boolean> {
	const removed = await ifThere(rm(path).then(() => true));
	if (removed) await DISK.syncDirectory(dirname(path));
	return removed ?? false;
}

async function readEvidence(path: string, digest: string): Promise<Uint8Array> {
	try {
		if ((await stat(path)).size > READ_MAX) throw new RangeError(TOO_LARGE);
		return await readFile(path);
	} catch (error) {
		const gone = (error as NodeJS.ErrnoException).code === "ENOENT";
		throw missingEvidence(digest, gone ? NEVER_OR_PRUNED : `Its file is damaged: ${error}.`);
	}
}

export const TOO_LARGE = `It is larger than ${READ_MAX} bytes, which no audit leaves behind.`;
const NEVER_OR_PRUNED = "It was never saved here, or was deleted after newer audits.";

/** @param why a sentence; by default that it never existed or was pruned */
export function missingEvidence(digest: string, why = NEVER_OR_PRUNED): Failure {
	return new Failure("evidence-missing", {
		what: `The evidence ${shortDigest(digest)} cannot be read.`,
		why,
		todo: "Evidence is saved outside git for the newest 2 receipts of a series; replay on the machine that ran the audit (SIGHTLINE_DATA).",
	});
}

function missingList(): Failure {
	return new Failure("evidence-missing", {
		what: "The list of all occurrences is not here.",
		why: NEVER_OR_PRUNED,
		todo: "It is saved with the evidence of the newest 2 receipts of a series, on the machine that ran the audit (SIGHTLINE_DATA).",
	});
}

function changedList(why: string): Failure {
	return new Failure("list-changed", {
		what: "The saved list of occurrences does not match the receipt.",
		why,
		todo: "Restore it from a backup, or audit the site again.",
	});
}
