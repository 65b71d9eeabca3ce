import { describe, expect, it } from "vitest";
import { hashLeaf, inclusionProof, walkInclusionProof } from "#log/tlog/merkle.ts";
import { createMemoryTree } from "#log/tlog/tiles.ts";
import { badgeDescription, sealAddress, sealLines } from "./badge-texts.ts";
import { drawSeal, siblingSides } from "./draw-seal.ts";
import { EVERY_KIND, LONGEST_HOST, makeFacts, WITHDRAWN } from "./picture-facts.testkit.ts";
import { frozen, type PictureFacts } from "./picture-facts.ts";
import { readPicture } from "./svg-allow-list.testkit.ts";

const BASE = "https://audit.example.com/repo";

describe("the seal", () => {
	it.each(Object.entries(EVERY_KIND))("%s: says what it shows, in elements of ours alone", async (_, facts) => {
		const svg = await drawSeal(facts, BASE);
		const { description, elements, foreign } = readPicture(svg);
		expect(foreign).toEqual([]);
		expect(elements.slice(0, 3)).toEqual(["svg", "title", "desc"]);
		expect(description).toBe(badgeDescription(frozen(facts)));
	});

	it("has at most 40 KiB in a log of 10 million leaves and with the longest name", async () => {
		const heaviest = makeFacts({
			slug: LONGEST_HOST,
			displayDomain: "bücher-und-größen.gemäß-örtlich.example.com",
			source: "folder",
			auditedAt: "2026-09-28T02:00:00.000Z",
			overallScore: 88,
			logIndex: 8_888_888,
			treeSize: 8_888_889,
			agencyName: "&".repeat(60),
			methodology: "10.10.10",
		});
		const svg = await drawSeal(heaviest, "https://sightline.of-a-long-agency.example.com/audits");
		expect(svg.length).toBeLessThanOrEqual(40 * 1024);
	});

	it("does not go stale, because it is about one receipt and shows its date", async () => {
		const old = makeFacts({ auditedAt: "2020-01-01T00:00:00.000Z" });
		expect(readPicture(await drawSeal(old, BASE)).title).not.toContain("stale");
	});

	it("does not change with later equal results", async () => {
		const again = makeFacts({ recheckedAt: "2026-11-29T02:00:00.000Z" });
		expect(await drawSeal(again, BASE)).toBe(await drawSeal(makeFacts(), BASE));
	});

	it("draws its leaf's path", async () => {
		const other = await drawSeal(makeFacts({ logIndex: 18 }), BASE);
		expect(other).not.toBe(await drawSeal(makeFacts(), BASE));
	});
});

describe("its words", () => {
	it("name the leaf, the tree, the root and the methodology", () => {
		expect(sealLines(makeFacts({ treeSize: 1_000_000 }))).toEqual([
			"21 November 2026",
			"Leaf 17 in a tree of 1,000,000",
			"Root 9b1e4c6a · methodology 0.1.0",
		]);
		expect(sealLines(EVERY_KIND["not yet sealed"] ?? makeFacts())).toEqual(["21 November 2026", "Methodology 0.1.0"]);
		expect(sealLines(makeFacts({ source: "folder" }))[0]).toBe("21 November 2026 · from a folder");
	});

	it("say where to verify it", () => {
		const address = (facts: PictureFacts) => Object.values(sealAddress(facts, BASE)).join("");
		expect(address(makeFacts())).toBe("Verify: audit.example.com/repo/receipts/3f9ac2d1…/");
		expect(address(WITHDRAWN)).toBe("Why: audit.example.com/repo/removal/");
	});
});

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
