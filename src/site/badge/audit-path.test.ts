import { expect, it } from "vitest";
import { walkInclusionProof } from "#log/merkle-proof.ts";
import { hashLeaf, inclusionProof } from "#log/merkle-tree.ts";
import { createMemoryTree } from "#log/tree-storage.ts";
import { siblingSides } from "./audit-path.ts";

it("has the shape of the proof, for every leaf of every tree of up to 33", async () => {
	const leaves = await Promise.all(Array.from({ length: 33 }, (_, at) => hashLeaf(new Uint8Array([at]))));
	for (let size = 1; size <= leaves.length; size++) {
		const tree = await createMemoryTree(leaves.slice(0, size));
		for (let index = 0; index < size; index++) {
			const leaf = leaves[index] ?? new Uint8Array();
			const walked = await walkInclusionProof(index, size, leaf, await inclusionProof(index, size, tree.read));
			expect(siblingSides(index, size)).toEqual(walked?.steps.map(({ given }) => given));
		}
	}
});
