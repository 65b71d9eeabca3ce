import { expect, test } from "vitest";
import { FULL, some } from "#core/long-form.testkit.ts";
import { findSharedData } from "#test/vectors/vectors.ts";
import { climbLadder, judgeLadder } from "../ladder/ladder.ts";
import { ADDITIONS } from "./additions.ts";
import { judgeMutations, measureMutations, wrongEffects } from "./measure.ts";
import { ownSites, realSites } from "./mutated-sites.ts";

const { path, note } = findSharedData("sites");

test("every site of the ladder scores within its band, and no kind of site below a worse one", async () => {
	expect(judgeLadder(await climbLadder()).disagreements).toEqual([]);
});

test("no mutation of our own sites raises a score, and those that must cost points do", async () => {
	expect(judgeMutations(await measureMutations(some(await ownSites(), 2))).disagreements).toEqual([]);
});

test("nothing that is right lowers the score of one of our own sites", async () => {
	const effects = await measureMutations(some(await ownSites(), 3), ADDITIONS);
	expect(effects.length).toBeGreaterThan(ADDITIONS.length);
	expect(wrongEffects(effects)).toEqual([]);
});

// Minutes of computing: the full run's.
if (FULL) {
	test.skipIf(!path)(
		`no mutation of the real sites raises a score, and those that must cost points do${note}`,
		async () => {
			expect(judgeMutations(await measureMutations((await realSites()) ?? [])).disagreements).toEqual([]);
		},
		600_000,
	);

	test.skipIf(!path)(
		`nothing that is right lowers the score of a real site${note}`,
		async () => {
			expect(wrongEffects(await measureMutations((await realSites()) ?? [], ADDITIONS))).toEqual([]);
		},
		600_000,
	);
}
