import { hash } from "node:crypto";
import { HASH_BYTES } from "#log/merkle-tree.ts";

// The hashes of log/merkle-tree.ts by Node's own synchronous function, many times as fast as Web Crypto, over hashes that
// lie one behind the other. What is built with these is proofread with those (proofread.ts) before it is signed.

/** Hashes of leaves, SHA-256(0x00 ‖ entry), one behind the other. RFC 6962 section 2.1. */
export function hashEntries(entries: readonly Uint8Array[]): Uint8Array {
	const hashes = Buffer.alloc(entries.length * HASH_BYTES);
	for (const [at, entry] of entries.entries()) {
		const data = new Uint8Array(entry.length + 1);
		data.set(entry, 1);
		put(hashes, at, data);
	}
	return hashes;
}

/** Root over a power of two of hashes that lie one behind the other. */
export function rootOver(hashes: Uint8Array): Uint8Array {
	const level = Buffer.from(hashes);
	const pair = new Uint8Array(1 + 2 * HASH_BYTES);
	pair[0] = 1;
	for (let count = level.length / HASH_BYTES; count > 1; count /= 2)
		for (let at = 0; at < count / 2; at++) {
			pair.set(level.subarray(2 * at * HASH_BYTES, (2 * at + 2) * HASH_BYTES), 1);
			put(level, at, pair);
		}
	return level.subarray(0, HASH_BYTES);
}

/** A digest as a string costs a third of one as a buffer of its own. */
function put(hashes: Buffer, at: number, data: Uint8Array): void {
	hashes.write(hash("sha256", data, "binary"), at * HASH_BYTES, "latin1");
}
