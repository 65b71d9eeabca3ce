import { createHash } from "node:crypto";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { toHex } from "#core/bytes.ts";
import { readJsonVectors } from "#test/vectors/vectors.ts";
import {
	consistencyProof,
	type Hash,
	hashLeaf,
	highestBit,
	inclusionProof,
	treeRoot,
	verifyConsistency,
	verifyInclusion,
} from "./merkle.ts";
import { entryOf, growTree, growUniformTree, leafOf } from "./tree.testkit.ts";

const MOST = 70;
const { read, leaves } = await growTree(MOST);

// The definitions of RFC 6962 section 2.1, word for word, over lists of leaf hashes.
const sha256 = (...parts: Uint8Array[]) => new Uint8Array(createHash("sha256").update(Buffer.concat(parts)).digest());
const splitAt = (count: number) => 2 ** Math.floor(Math.log2(count - 1));
function definedRoot(list: readonly Hash[]): Hash {
	const [only] = list;
	if (only === undefined) return sha256();
	if (list.length === 1) return only;
	const k = splitAt(list.length);
	return sha256(Uint8Array.of(1), definedRoot(list.slice(0, k)), definedRoot(list.slice(k)));
}
function definedPath(m: number, list: readonly Hash[]): Hash[] {
	if (list.length === 1) return [];
	const k = splitAt(list.length);
	return m < k
		? [...definedPath(m, list.slice(0, k)), definedRoot(list.slice(k))]
		: [...definedPath(m - k, list.slice(k)), definedRoot(list.slice(0, k))];
}
function definedProof(m: number, list: readonly Hash[], whole = true): Hash[] {
	if (m === list.length) return whole ? [] : [definedRoot(list)];
	const k = splitAt(list.length);
	return m <= k
		? [...definedProof(m, list.slice(0, k), whole), definedRoot(list.slice(k))]
		: [...definedProof(m - k, list.slice(k), false), definedRoot(list.slice(0, k))];
}

describe("the tree of RFC 6962", () => {
	it("hashes an empty tree and a single leaf as in RFC 6962", async () => {
		const empty = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855";
		expect(toHex(await treeRoot(0, read))).toBe(empty);
		// SHA-256 of one zero byte: the leaf without content.
		expect(toHex(await hashLeaf(new Uint8Array()))).toBe(
			"6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d",
		);
		expect(await hashLeaf(entryOf(7))).toEqual(leafOf(7));
	});

	it(`has the roots and proofs of the definition, for every tree of up to ${MOST} leaves`, async () => {
		for (let size = 1; size <= MOST; size++) {
			const list = leaves.slice(0, size);
			expect(await treeRoot(size, read), `${size}`).toEqual(definedRoot(list));
			for (let m = 0; m < size; m++) {
				expect(await inclusionProof(m, size, read), `${m} of ${size}`).toEqual(definedPath(m, list));
				expect(await consistencyProof(m + 1, size, read), `${m + 1} to ${size}`).toEqual(definedProof(m + 1, list));
			}
		}
	});

	it("finds the highest bit of every safe integer", () => {
		fc.assert(
			fc.property(fc.maxSafeNat(), (count) => {
				if (count > 0) expect(highestBit(count)).toBe(count.toString(2).length - 1);
			}),
		);
	});
});

describe("out-of-range arguments", () => {
	it.each([
		[-1, 5],
		[5, 5],
		[0, 0],
		[0.5, 5],
		[Number.NaN, 5],
		[0, Number.NaN],
		[0, 4.5],
		[0, 2 ** 53],
		[2 ** 53, Number.POSITIVE_INFINITY],
	])("there is no leaf %d of %d", async (index, size) => {
		await expect(inclusionProof(index, size, read)).rejects.toThrow(RangeError);
	});

	it.each([
		[0, 0],
		[0, 5],
		[6, 5],
		[-1, 5],
		[1.5, 5],
		[1, 2 ** 53],
		[Number.NaN, 5],
	])("there is no proof from %d to %d leaves", async (older, newer) => {
		await expect(consistencyProof(older, newer, read)).rejects.toThrow(RangeError);
	});

	it.each([-1, 0.5, Number.NaN, 2 ** 53])("there is no root of %d leaves", async (size) => {
		await expect(treeRoot(size, read)).rejects.toThrow(RangeError);
	});

	it("the reader is only asked for complete subtrees inside the tree", async () => {
		const uniform = await growUniformTree();
		await fc.assert(
			fc.asyncProperty(fc.maxSafeNat(), fc.maxSafeNat(), async (a, b) => {
				const [size, other] = [Math.max(a, b, 1), Math.max(Math.min(a, b), 1)];
				const inside = (level: number, index: number) => {
					if (!Number.isInteger(index) || (index + 1) * 2 ** level > size)
						throw new Error(`subtree ${index} at level ${level} of ${size} leaves`);
					return uniform(level, index);
				};
				await treeRoot(size, inside);
				await inclusionProof(other - 1, size, inside);
				await consistencyProof(other, size, inside);
			}),
		);
	}, 120_000);
});

const bytes = (base64: string) => Uint8Array.from(Buffer.from(base64, "base64"));

interface InclusionVector {
	readonly leafIdx: number;
	readonly treeSize: number;
	readonly root: string;
	readonly leafHash: string;
	readonly proof: readonly string[] | null;
	readonly wantErr: boolean;
}
interface ConsistencyVector {
	readonly size1: number;
	readonly size2: number;
	readonly root1: string;
	readonly root2: string;
	readonly proof: readonly string[] | null;
	readonly wantErr: boolean;
}

describe("vectors of transparency-dev/merkle", () => {
	it("give the expected verdict for each of 98 inclusion proofs", async () => {
		const cases = readJsonVectors<InclusionVector>("merkle/inclusion");
		expect(cases.length).toBe(98);
		expect(cases.filter(({ wantErr }) => !wantErr).length).toBe(6);
		for (const { file, leafIdx, treeSize, root, leafHash, proof, wantErr } of cases) {
			const verdict = await verifyInclusion(leafIdx, treeSize, bytes(leafHash), (proof ?? []).map(bytes), bytes(root));
			expect(verdict, file).toBe(!wantErr);
		}
	});

	it("give the expected verdict for each of 98 consistency proofs", async () => {
		const cases = readJsonVectors<ConsistencyVector>("merkle/consistency");
		expect(cases.length).toBe(98);
		expect(cases.filter(({ wantErr }) => !wantErr).length).toBe(6);
		for (const { file, size1, size2, root1, root2, proof, wantErr } of cases) {
			const [older, newer] = [
				{ size: size1, root: bytes(root1) },
				{ size: size2, root: bytes(root2) },
			];
			expect(await verifyConsistency(older, newer, (proof ?? []).map(bytes)), file).toBe(!wantErr);
		}
	});
});
