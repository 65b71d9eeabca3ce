import { expect, test } from "vitest";
import { GATE_SENTENCES, SOURCES } from "../brief/texts.ts";
import { makeSite } from "../publication/public-site.testkit.ts";
import { makeReceipt, makeScores, store, storedSamples } from "../publication/receipt.testkit.ts";
import { buildWall } from "./wall.ts";
import { ariaSort } from "./wall-order.ts";

const site = (stored: ReturnType<typeof store>) => makeSite([stored]);
const sites = storedSamples().map(site);

test.each([
	["score", ["www.example.org", "docs.example.org", "shop.example.org", "closed.example.org"]],
	["newest", ["www.example.org", "shop.example.org", "docs.example.org", "closed.example.org"]],
	["name", ["closed.example.org", "docs.example.org", "shop.example.org", "www.example.org"]],
] as const)("in the order %s", (order, slugs) => {
	expect(buildWall(sites, order).map(({ slug }) => slug)).toEqual(slugs);
	expect(buildWall(sites.toReversed(), order).map(({ slug }) => slug)).toEqual(slugs);
});

test("equal scores stand by name", () => {
	const twins = ["b.example.org", "a.example.org"].map((domain) => site(store("a", makeReceipt({ domain }))));
	expect(buildWall(twins, "score").map(({ slug }) => slug)).toEqual(["a.example.org", "b.example.org"]);
});

test("a score of 0 stands before no score", () => {
	const zero = site(store("a", makeReceipt({ domain: "zero.example.org", scores: makeScores(0) })));
	const rows = buildWall([...sites, zero], "score");
	expect(rows.slice(-2).map(({ slug }) => slug)).toEqual(["zero.example.org", "closed.example.org"]);
});

test("folders and gates are stated in words", () => {
	const notes = Object.fromEntries(buildWall(sites, "name").map((row) => [row.slug, row.notes]));
	expect(notes).toEqual({
		"closed.example.org": [],
		"docs.example.org": [{ kind: "folder", says: SOURCES.folderNotice }],
		"shop.example.org": [{ kind: "gate", says: GATE_SENTENCES.noindex }],
		"www.example.org": [],
	});
});

test("a site that could not be audited has words and no number", () => {
	const row = buildWall(sites, "score").at(-1);
	expect(row).toMatchObject({ words: "Could not be audited" });
	expect(row).not.toHaveProperty("overallScore");
});

test("the sorted column says so to assistive technology", () => {
	expect(ariaSort("score", "score")).toBe("descending");
	expect(ariaSort("name", "name")).toBe("ascending");
	expect(ariaSort("name", "score")).toBeUndefined();
});

test("a row leads to its receipt and says where the proof starts", () => {
	const [newest, older] = [
		store("b2", makeReceipt()),
		store("a1", makeReceipt({ auditedAt: "2026-10-01T00:00:00.000Z" })),
	];
	const waiting = makeSite([older, newest]);
	expect(buildWall([waiting], "name")[0]).toMatchObject({ receipt: newest.id, proof: "pending", preset: "general" });
	const sealed = { ...waiting.history[0], logIndex: 17 };
	expect(buildWall([{ ...waiting, history: [sealed] }], "name")[0]).toMatchObject({ proof: "leaf 17" });
});

test("a row's history is the whole of the site's, not the newest audit's alone", () => {
	const then = store("a1", makeReceipt({ auditedAt: "2026-10-01T00:00:00.000Z", scores: makeScores(40) }));
	const [row] = buildWall([makeSite([then, store("b2", makeReceipt())])], "name");
	expect(row?.history?.label).toContain("40 at first, 80 at last");
});

test("an international name stands where its readers look for it", () => {
	const munich = makeSite([store("a1", makeReceipt({ domain: "xn--mnchen-3ya.example.de" }))], {
		displayDomain: "münchen.example.de",
	});
	expect(buildWall([...sites, munich], "name").map(({ displayDomain }) => displayDomain)).toEqual([
		"closed.example.org",
		"docs.example.org",
		"münchen.example.de",
		"shop.example.org",
		"www.example.org",
	]);
});
