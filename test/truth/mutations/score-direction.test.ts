import { expect, test } from "vitest";
import { FULL } from "#core/long-form.testkit.ts";
import { findSharedData } from "#test/vectors/vectors.ts";
import { climbLadder, judgeLadder } from "../ladder/ladder.ts";
import { judgeMutations, measureMutations } from "./measure.ts";
import { ownSites, realSites } from "./mutated-sites.ts";

const { path, note } = findSharedData("sites");

test("every site of the ladder scores within its band, and no kind of site below a worse one", async () => {
	expect(judgeLadder(await climbLadder()).disagreements).toEqual([]);
});

test("no mutation of our own sites raises a score, and those that must cost points do", async () => {
	expect(judgeMutations(await measureMutations(await ownSites())).disagreements).toEqual([]);
});

// Some 15 seconds of computing: the full run's.
if (FULL) {
	test.skipIf(!path)(
		`no mutation of the real sites raises a score, and those that must cost points do${note}`,
		async () => {
			expect(judgeMutations(await measureMutations((await realSites()) ?? [])).disagreements).toEqual([]);
		},
		180_000,
	);
}
