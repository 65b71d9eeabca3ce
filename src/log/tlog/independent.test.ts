import { createPublicKey } from "node:crypto";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { describe, expect, it } from "vitest";
import { hashLeaf, inclusionProof, treeRoot, verifyInclusion } from "./merkle.ts";
import { formatCheckpoint, type SignerKey, signNote } from "./note.ts";
import { growLog } from "./small-log.testkit.ts";
import { entryOf, flipByte, growUniformTree, spoiltProofs } from "./tree.testkit.ts";

// Sigstore's JavaScript verifier has independent code for notes, checkpoints and inclusion proofs, with integers of
// any size. It does not export that code, so it is loaded by path; its version is in the lock file.
interface Authority {
	readonly logID: Buffer;
	readonly baseURL: string;
	readonly publicKey: ReturnType<typeof createPublicKey>;
}
interface Entry {
	readonly canonicalizedBody: Buffer;
	readonly inclusionProof: {
		readonly logIndex: string;
		readonly hashes: readonly Buffer[];
		readonly checkpoint: { readonly envelope: string };
	};
}
interface Checkpoint {
	readonly origin: string;
	readonly logSize: bigint;
	readonly logHash: Buffer;
	readonly rest: readonly string[];
}
const require = createRequire(import.meta.url);
const sigstore = join(dirname(require.resolve("@sigstore/verify/package.json")), "dist/tlog");
const { verifyCheckpoint } = require(join(sigstore, "checkpoint.js")) as {
	readonly verifyCheckpoint: (entry: Entry, logs: readonly Authority[]) => Checkpoint;
};
const { verifyMerkleInclusion } = require(join(sigstore, "merkle.js")) as {
	readonly verifyMerkleInclusion: (entry: Entry, checkpoint: Checkpoint) => void;
};

function authorityOf({ name, keyId, publicKey }: SignerKey): Authority {
	const header = Buffer.from("302a300506032b6570032100", "hex");
	const key = createPublicKey({ key: Buffer.concat([header, publicKey]), format: "der", type: "spki" });
	return { logID: Buffer.from(keyId, "hex"), baseURL: `https://${name}`, publicKey: key };
}

function entry(body: Uint8Array, index: number, hashes: readonly Uint8Array[], envelope: string): Entry {
	const inclusionProof = {
		logIndex: `${index}`,
		hashes: hashes.map((hash) => Buffer.from(hash)),
		checkpoint: { envelope },
	};
	return { canonicalizedBody: Buffer.from(body), inclusionProof };
}

function accepts(each: Entry, logs: readonly Authority[]): boolean {
	try {
		verifyMerkleInclusion(each, verifyCheckpoint(each, logs));
		return true;
	} catch (error) {
		expect(error).toMatchObject({ code: "TLOG_INCLUSION_PROOF_ERROR" });
		return false;
	}
}

describe("Sigstore's verifier", () => {
	it.each([1, 2, 3, 4, 7, 255, 256, 257, 1_000])(
		"accepts the checkpoint and the proofs of a log of %d",
		async (size) => {
			const log = await growLog(size);
			const logs = [authorityOf(log.key)];
			const indexes = new Set([0, 1, 2, 254, 255, 256, Math.floor(size / 2), size - 2, size - 1]);
			for (const index of [...indexes].filter((each) => each >= 0 && each < size)) {
				const body = log.entries[index] as Uint8Array;
				const path = await log.pathOf(index);
				const good = entry(body, index, path, log.checkpoint);
				expect(accepts(good, logs), `${index}`).toBe(true);
				const { origin, logSize, logHash, rest } = verifyCheckpoint(good, logs);
				expect({ origin, logSize, rest }).toEqual({ origin: log.key.name, logSize: BigInt(size), rest: [] });
				expect(Uint8Array.from(logHash)).toEqual(log.root);
			}
		},
	);

	it("rejects tampered proofs, as we do", async () => {
		const log = await growLog(257);
		const logs = [authorityOf(log.key)];
		const body = log.entries[100] as Uint8Array;
		const path = await log.pathOf(100);
		const tampered = [
			entry(flipByte(body, 9), 100, path, log.checkpoint),
			entry(body, 101, path, log.checkpoint),
			entry(body, 257, path, log.checkpoint),
			entry(body, 100, path.slice(1), log.checkpoint),
			entry(body, 100, [...path, log.root], log.checkpoint),
			entry(body, 100, path, log.checkpoint.replace("\n257\n", "\n258\n")),
			entry(body, 100, path, log.checkpoint.replace("log.example", "log.exemple")),
			...spoiltProofs(path, 31).map((spoilt) => entry(body, 100, spoilt, log.checkpoint)),
		];
		for (const [at, each] of tampered.entries()) {
			expect(accepts(each, logs), `${at}`).toBe(false);
			const { logIndex, hashes } = each.inclusionProof;
			const leaf = await hashLeaf(each.canonicalizedBody);
			const ours = await verifyInclusion(
				Number(logIndex),
				257,
				leaf,
				hashes.map((hash) => Uint8Array.from(hash)),
				log.root,
			);
			if (each.inclusionProof.checkpoint.envelope === log.checkpoint) expect(ours, `${at}`).toBe(false);
		}
	});

	it("accepts proofs of the largest logs, and of those around 2^31 and 2^32", async () => {
		const { key } = await growLog(1);
		const read = await growUniformTree();
		for (const size of [2 ** 31 - 1, 2 ** 31, 2 ** 31 + 1, 2 ** 32 + 1, 2 ** 52 + 12_345, 2 ** 53 - 2, 2 ** 53 - 1]) {
			const root = await treeRoot(size, read);
			const checkpoint = await signNote(formatCheckpoint({ origin: key.name, size, root }), [key]);
			for (const index of [0, 2 ** 31 - 2, Math.floor(size / 3), size - 1]) {
				const path = await inclusionProof(index, size, read);
				const good = entry(entryOf(0), index, path, checkpoint);
				expect(accepts(good, [authorityOf(key)]), `${index} of ${size}`).toBe(true);
			}
		}
	});
});
