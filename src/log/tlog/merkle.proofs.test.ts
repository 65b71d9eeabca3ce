import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
	consistencyProof,
	type Hash,
	hashNode,
	inclusionProof,
	treeRoot,
	verifyConsistency,
	verifyInclusion,
	walkInclusionProof,
} from "./merkle.ts";
import { flipByte, growTree, growUniformTree, leafOf, spoiltProofs } from "./tree.testkit.ts";

const MOST = 2_000;
const { read, leaves } = await growTree(MOST);
const head = async (size: number) => ({ size, root: await treeRoot(size, read) });
const size = fc.integer({ min: 1, max: MOST });
/** A leaf of a tree, another leaf of it, and another tree. */
const place = size.chain((count) => fc.tuple(fc.nat(count - 1), fc.constant(count), fc.nat(count), size));
const byte = fc.nat(31);
/** Timeout in milliseconds, enough for the full run. */
const PATIENCE = 240_000;

describe(`proofs of trees of up to ${MOST} leaves`, () => {
	it(
		"verify only for the leaf, its index and its tree",
		async () => {
			await fc.assert(
				fc.asyncProperty(place, byte, async ([index, count, otherIndex, otherCount], at) => {
					const leaf = leaves[index] as Hash;
					const { root } = await head(count);
					const proof = await inclusionProof(index, count, read);
					expect(await verifyInclusion(index, count, leaf, proof, root)).toBe(true);

					const wrong = [
						otherIndex !== index && verifyInclusion(otherIndex, count, leaf, proof, root),
						otherIndex !== index && verifyInclusion(index, count, leafOf(otherIndex), proof, root),
						otherCount !== count && verifyInclusion(index, otherCount, leaf, proof, (await head(otherCount)).root),
						verifyInclusion(index, count, flipByte(leaf, at), proof, root),
						verifyInclusion(index, count, leaf, proof, flipByte(root, at)),
						verifyInclusion(index, count, leaf, [...proof, leaf], root),
						count > 1 && verifyInclusion(index, count, leaf, proof.slice(1), root),
						count > 1 && verifyInclusion(index, count, leaf, proof.slice(0, -1), root),
						proof.length > 1 && verifyInclusion(index, count, leaf, proof.toReversed(), root),
						...spoiltProofs(proof, at).map((spoilt) => verifyInclusion(index, count, leaf, spoilt, root)),
					];
					expect(await Promise.all(wrong)).not.toContain(true);
				}),
			);
		},
		PATIENCE,
	);

	it(
		"prove that a tree extends exactly the older one",
		async () => {
			await fc.assert(
				fc.asyncProperty(size, size, size, byte, async (a, b, c, at) => {
					const [older, newer, other] = [await head(Math.min(a, b)), await head(Math.max(a, b)), await head(c)];
					const proof = await consistencyProof(older.size, newer.size, read);
					expect(await verifyConsistency(older, newer, proof)).toBe(true);

					const wrong = [
						older.size !== newer.size && verifyConsistency(newer, older, proof),
						c !== older.size && verifyConsistency(other, newer, proof),
						c !== newer.size && verifyConsistency(older, other, proof),
						verifyConsistency({ ...older, size: 0 }, newer, proof),
						verifyConsistency({ ...older, root: flipByte(older.root, at) }, newer, proof),
						verifyConsistency(older, { ...newer, root: flipByte(newer.root, at) }, proof),
						verifyConsistency(older, newer, [...proof, older.root]),
						proof.length > 0 && verifyConsistency(older, newer, proof.slice(1)),
						proof.length > 0 && verifyConsistency(older, newer, proof.slice(0, -1)),
						...spoiltProofs(proof, at).map((spoilt) => verifyConsistency(older, newer, spoilt)),
					];
					expect(await Promise.all(wrong)).not.toContain(true);
				}),
			);
		},
		PATIENCE,
	);

	it("verify for every leaf and every pair of trees of up to 33 leaves", async () => {
		for (let count = 1; count <= 33; count++) {
			const newer = await head(count);
			const verdicts = Array.from({ length: count }, async (_, index) => {
				const path = await inclusionProof(index, count, read);
				const proof = await consistencyProof(index + 1, count, read);
				return [
					await verifyInclusion(index, count, leaves[index] as Hash, path, newer.root),
					await verifyConsistency(await head(index + 1), newer, proof),
				];
			});
			expect((await Promise.all(verdicts)).flat(), `${count} leaves`).toEqual(Array(2 * count).fill(true));
		}
	});

	it("can be traced: each step hashes the current node with the next hash of the proof", async () => {
		const proof = await inclusionProof(1_234, MOST, read);
		const walked = await walkInclusionProof(1_234, MOST, leaves[1_234] as Hash, proof);
		let own = leaves[1_234] as Hash;
		expect(walked?.steps.length).toBe(proof.length);
		for (const [at, { given, left, right, parent }] of (walked?.steps ?? []).entries()) {
			expect(given === "left" ? [left, right] : [right, left]).toEqual([proof[at], own]);
			expect(parent).toEqual(await hashNode(left, right));
			own = parent;
		}
		expect(walked?.root).toEqual(own);
	});
});

describe("trees of up to 2^53 - 1 leaves", async () => {
	const uniform = await growUniformTree();
	const giant = fc
		.oneof(
			fc.maxSafeNat(),
			fc
				.tuple(fc.integer({ min: 31, max: 53 }), fc.integer({ min: -2, max: 2 }))
				.map(([exponent, step]) => 2 ** exponent + step),
		)
		.filter((count) => count > 0 && Number.isSafeInteger(count));

	it(
		"have proofs that verify",
		async () => {
			await fc.assert(
				fc.asyncProperty(giant, giant, async (a, b) => {
					const [older, newer] = [Math.min(a, b), Math.max(a, b)];
					const root = await treeRoot(newer, uniform);
					const path = await inclusionProof(older - 1, newer, uniform);
					expect(path.length).toBeLessThanOrEqual(53);
					expect(await verifyInclusion(older - 1, newer, leafOf(0), path, root)).toBe(true);
					expect(await verifyInclusion(older - 1, newer, leafOf(1), path, root)).toBe(false);
					const proof = await consistencyProof(older, newer, uniform);
					const from = { size: older, root: await treeRoot(older, uniform) };
					expect(await verifyConsistency(from, { size: newer, root }, proof)).toBe(true);
				}),
			);
		},
		PATIENCE,
	);

	it("are the largest; above that nothing verifies", async () => {
		const most = Number.MAX_SAFE_INTEGER;
		const root = await treeRoot(most, uniform);
		const path = await inclusionProof(0, most, uniform);
		expect(await verifyInclusion(0, most, leafOf(0), path, root)).toBe(true);
		for (const count of [2 ** 53, 2 ** 53 + 2, 2 ** 60, Number.POSITIVE_INFINITY, Number.NaN, 1.5]) {
			expect(await verifyInclusion(0, count, leafOf(0), path, root), `${count}`).toBe(false);
			expect(await verifyConsistency({ size: count, root }, { size: count, root }, []), `${count}`).toBe(false);
		}
	});
});

describe("a hash of another length", () => {
	it.each([0, 31, 33])("of %d bytes proves nothing", async (length) => {
		const [older, newer] = [await head(3), await head(5)];
		const path = await inclusionProof(0, 5, read);
		const proof = await consistencyProof(3, 5, read);
		const odd = (hashes: readonly Hash[]) => [...hashes.slice(0, -1), new Uint8Array(length)];
		expect(await verifyInclusion(0, 5, leafOf(0), odd(path), newer.root)).toBe(false);
		expect(await verifyInclusion(0, 1, new Uint8Array(length), [], new Uint8Array(length))).toBe(false);
		expect(await verifyConsistency(older, newer, odd(proof))).toBe(false);
		expect(await verifyConsistency({ ...older, root: new Uint8Array(length) }, newer, proof)).toBe(false);
	});
});

describe("a proof that continues above the root", () => {
	const more = leafOf(9);

	it("is refused, even if it gives the expected root", async () => {
		const { root } = await head(5);
		const path = await inclusionProof(2, 5, read);
		expect(await verifyInclusion(2, 5, leafOf(2), [...path, more], await hashNode(more, root))).toBe(false);
		expect(await verifyInclusion(0, 1, leafOf(0), [more], await hashNode(more, leafOf(0)))).toBe(false);
	});

	it("is refused, even if it gives both roots", async () => {
		const [older, newer] = [await head(3), await head(4)];
		const proof = await consistencyProof(3, 4, read);
		const [above, higher] = await Promise.all(
			[older, newer].map(async ({ size: count, root }) => ({ size: count, root: await hashNode(more, root) })),
		);
		expect(await verifyConsistency(above ?? older, higher ?? newer, [...proof, more])).toBe(false);
	});
});
