import { readFile, rm } from "node:fs/promises";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { gunzip, gzip } from "node:zlib";
import { Failure } from "#core/failure.ts";
import type { Receipt } from "#core/receipt.ts";
import { canonicalJson } from "#log/canonical-json.ts";
import { sha256Hex } from "#log/sha256.ts";
import { DISK } from "./disk.ts";
import { replaceFile } from "./durable-file.ts";

const pack = promisify(gzip);
const unpack = promisify(gunzip);

/** Evidence by the digest of its canonical JSON, outside git; with it, an audit can be replayed. */
export interface EvidenceArchive {
	/** @returns the digest */
	put(record: unknown): Promise<string>;
	/**
	 * @throws Failure `evidence-missing` when it was never kept here, was pruned, or no longer has its digest
	 */
	get(digest: string): Promise<unknown>;
	/** Deletes the evidence of all but the newest two receipts of a series, given newest first, and the one just written. */
	prune(receipts: readonly Receipt[], justWritten: string): Promise<void>;
	/** Deletes evidence for good, before the receipts that name it. @returns how many there were */
	remove(digests: Iterable<string>): Promise<number>;
}

const KEPT_PER_SERIES = 2;

export function openEvidenceArchive(directory: string): EvidenceArchive {
	const pathOf = (digest: string) => join(directory, digest.slice(0, 2), `${digest}.json.gz`);
	return {
		async put(record) {
			const text = canonicalJson(record);
			const digest = await sha256Hex(text);
			await replaceFile(pathOf(digest), await pack(text));
			return digest;
		},
		async get(digest) {
			const text = await readEvidence(pathOf(digest), digest);
			if ((await sha256Hex(text)) !== digest) throw missing(digest, "The stored bytes no longer have this digest.");
			return JSON.parse(text);
		},
		async prune(receipts, justWritten) {
			const kept = new Set(receipts.slice(0, KEPT_PER_SERIES).map((receipt) => receipt.evidenceDigest));
			// The newest is not the last written where a clock was set back.
			kept.add(justWritten);
			const old = receipts.map((receipt) => receipt.evidenceDigest).filter((digest) => !kept.has(digest));
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
	try {
		await rm(path);
		await DISK.syncDirectory(dirname(path));
		return true;
	} catch (error) {
		if ((error as NodeJS.ErrnoException).code === "ENOENT") return false;
		throw error;
	}
}

async function readEvidence(path: string, digest: string): Promise<string> {
	try {
		return (await unpack(await readFile(path))).toString("utf8");
	} catch (error) {
		const gone = (error as NodeJS.ErrnoException).code === "ENOENT";
		throw missing(digest, gone ? "It was never kept here, or was pruned." : `Its file is damaged: ${error}.`);
	}
}

function missing(digest: string, why: string): Failure {
	return new Failure("evidence-missing", {
		what: `The evidence ${digest.slice(0, 16)}… cannot be read.`,
		why,
		todo: "Evidence is kept outside git for the newest two receipts of a series; replay where the audit ran (SIGHTLINE_DATA).",
	});
}
