import { readFile, rm, stat } from "node:fs/promises";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { gunzip, gzip } from "node:zlib";
import { sha256Hex } from "#core/bytes.ts";
import { Failure } from "#core/failure.ts";
import { canonicalJson } from "#core/json-object.ts";
import type { Receipt } from "#core/receipt.ts";
import { shortDigest } from "#core/wording.ts";
import { DISK, replaceFile } from "./durable-file.ts";
import { ifThere } from "./if-there.ts";

const pack = promisify(gzip);
const unpack = promisify(gunzip);

/** By the digest of its canonical JSON, outside git; an audit can be replayed from it. */
export interface EvidenceArchive {
	/** @returns the digest */
	put(record: unknown): Promise<string>;
	/** @throws Failure `evidence-missing` when it is absent, pruned, or no longer has its digest */
	get(digest: string): Promise<unknown>;
	/** Deletes all but the newest two of a series, given newest first, and the one just written. */
	prune(receipts: readonly Receipt[], justWritten: string): Promise<void>;
	/** Before the receipts that name it. @returns how many there were */
	remove(digests: Iterable<string>): Promise<number>;
}

const KEPT_PER_SERIES = 2;
/** Bytes read of a file, packed or not: a stranger's may unpack to anything; ours has 5 MB at most. */
export const READ_MAX = 64 * 1024 * 1024;

export interface PackedEvidence {
	/** SHA-256 of the canonical JSON. */
	readonly digest: string;
	/** The canonical JSON in gzip. */
	readonly packed: Uint8Array<ArrayBuffer>;
}

export async function packEvidence(record: unknown): Promise<PackedEvidence> {
	const text = canonicalJson(record);
	const [digest, packed] = await Promise.all([sha256Hex(text), pack(text)]);
	return { digest, packed: Uint8Array.from(packed) };
}

/** @throws Failure `evidence-missing` when the bytes do not have that digest */
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

/** @param digests of the series' receipts, newest first */
export function outlivedEvidence(digests: readonly string[], justWritten: string): string[] {
	// After a clock was set back, the newest is not the last written.
	const kept = new Set([...digests.slice(0, KEPT_PER_SERIES), justWritten]);
	return digests.filter((digest) => !kept.has(digest));
}

/** Also where the text is damaged elsewhere. */
export function evidenceNamedIn(text: string): string | undefined {
	return /"evidenceDigest":"([0-9a-f]{64})"/.exec(text)?.[1];
}

export function openEvidenceArchive(directory: string): EvidenceArchive {
	const pathOf = (digest: string) => join(directory, digest.slice(0, 2), `${digest}.json.gz`);
	return {
		async put(record) {
			const { digest, packed } = await packEvidence(record);
			await replaceFile(pathOf(digest), packed);
			return digest;
		},
		get: async (digest) => unpackEvidence({ digest, packed: await readEvidence(pathOf(digest), digest) }),
		async prune(receipts, justWritten) {
			const old = outlivedEvidence(digestsOf(receipts), justWritten);
			await Promise.all(old.map((digest) => rm(pathOf(digest), { force: true })));
		},
		async remove(digests) {
			let removed = 0;
			for (const digest of digests) if (await removeFile(pathOf(digest))) removed++;
			return removed;
		},
	};
}

/** Whether there was one. */
async function removeFile(path: string): Promise<boolean> {
	const removed = await ifThere(rm(path).then(() => true));
	if (removed) await DISK.syncDirectory(dirname(path));
	return removed ?? false;
}

export function digestsOf(receipts: readonly Receipt[]): string[] {
	return receipts.map(({ evidenceDigest }) => evidenceDigest);
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
const NEVER_OR_PRUNED = "It was never kept here, or was pruned.";

/** @param why a sentence; by default that there is none */
export function missingEvidence(digest: string, why = NEVER_OR_PRUNED): Failure {
	return new Failure("evidence-missing", {
		what: `The evidence ${shortDigest(digest)} cannot be read.`,
		why,
		todo: "Evidence is kept outside git for the newest two receipts of a series; replay where the audit ran (SIGHTLINE_DATA).",
	});
}
