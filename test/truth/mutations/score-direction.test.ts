import { expect, test } from "vitest";
import { FULL, some } from "#core/long-form.testkit.ts";
import { findSharedData } from "#test/vectors/vectors.ts";
import { climbLadder, judgeLadder } from "../ladder/ladder.ts";
import { ADDITIONS, productAt } from "./additions.ts";
import { judgeMutations, measureMutations, wrongEffects } from "./measure.ts";
import { ownSites, realSites } from "./mutated-sites.ts";
import { type Mutation, ofPage } from "./mutation.ts";
import { MUTATIONS } from "./mutations.ts";

const { path, note } = findSharedData("sites");

test("every site of the ladder scores within its band, and no kind of site below a worse one", async () => {
	expect(judgeLadder(await climbLadder()).disagreements).toEqual([]);
});

test("no mutation of our own sites raises a score, and those that must cost points do", async () => {
	expect(judgeMutations(await measureMutations(some(await ownSites(), 5), some(MUTATIONS, 2))).disagreements).toEqual(
		[],
	);
});

test("no correct addition lowers the score of our own sites", async () => {
	const effects = await measureMutations(some(await ownSites(), 5), ADDITIONS);
	expect(effects.length).toBeGreaterThan(ADDITIONS.length);
	expect(wrongEffects(effects)).toEqual([]);
});

/** What a fault of the home page costs each of our own sites, from the least to the most. */
async function costsOf(fault: Mutation, from?: Mutation): Promise<readonly number[]> {
	const sites = some(await ownSites(), 5);
	const [effects, bases] = [await measureMutations(sites, [fault]), await measureMutations(sites, from ? [from] : [])];
	const base = new Map(bases.map(({ host, change }) => [host, change]));
	return effects.map(({ host, change }) => (base.get(host) ?? 0) - change).toSorted((a, b) => a - b);
}

test("a price that contradicts the page costs 5 points or more, against the right one", async () => {
	const [least = 0] = await costsOf(productAt("59.00"), productAt("49.00"));
	expect(least).toBeGreaterThanOrEqual(5);
});

test("a main part without markup costs at most 5 points", async () => {
	const renamed = ofPage("main renamed", (page) => {
		for (const main of page.all("main")) page.rename(main, "div");
	});
	expect((await costsOf(renamed)).at(-1)).toBeLessThanOrEqual(5);
});

test("a search box that needs a script costs at most a point", async () => {
	const search = ofPage("search without a name", (page) =>
		page.addToMain(
			'<search aria-label="Here"><form action="/search"><label for="q1">Search</label> <input id="q1" type="search"><button>Go</button></form></search>',
		),
	);
	expect((await costsOf(search)).at(-1)).toBeLessThanOrEqual(1);
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
