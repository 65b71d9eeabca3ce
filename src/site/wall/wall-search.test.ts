import fc from "fast-check";
import { expect, test } from "vitest";
import { PRESETS } from "#core/preset.ts";
import { makeSite } from "../publication/public-site.testkit.ts";
import type { PublicSite } from "../publication/published-sites.ts";
import { makeReceipt, makeScores, store, storedSamples } from "../publication/receipt.testkit.ts";
import { buildWall, buildWallIndex } from "./wall.ts";
import { answerWords, createWallSearch, MOST_HITS, searchTerms, WALL_ORDERS } from "./wall-search.ts";

const site = (domain: string, overall = 80, parts: Partial<PublicSite> = {}) =>
	makeSite([store(domain.replaceAll(/[^a-f0-9]/g, ""), makeReceipt({ domain, scores: makeScores(overall) }))], parts);

const munich = site("www.xn--mnchen-3ya.example.de", 70, { displayDomain: "www.münchen.example.de" });
const sites = [...storedSamples().map((stored) => makeSite([stored])), munich];
/** As a browser gets it. */
const searchOf = (all: readonly PublicSite[]) => createWallSearch(JSON.parse(JSON.stringify(buildWallIndex(all))));
const search = searchOf(sites);
const find = (text: string) => search({ text, preset: undefined, order: "name" }).hits.map(({ slug }) => slug);

test.each([
	"münch",
	"MÜNCH",
	"mu\u0308nchen",
	"xn--mn",
	"nchen-3",
	"https://www.münchen.example.de/a?b#c",
	"de  münchen",
])("%s finds the international name", (text) => {
	expect(find(text)).toEqual([munich.domain]);
});

test("a match does not span both forms, and every word must occur", () => {
	expect(find("example.dewww")).toEqual([]);
	expect(find("example.de\nwww")).toEqual([munich.domain]);
	expect(find("shop org")).toEqual(["shop.example.org"]);
	expect(find("shop de")).toEqual([]);
});

test("a URL is reduced to its host", () => {
	expect(searchTerms(" https://Shop.example.org/a/b  de?x ")).toEqual(["shop.example.org", "de"]);
	expect(searchTerms("https:// / ?")).toEqual([]);
});

test("hits have what the wall shows: score, axes, date and notes", () => {
	const rows = new Map(buildWall(sites, "name").map((row) => [row.slug, row]));
	for (const hit of search({ text: "", preset: undefined, order: "name" }).hits) {
		const row = rows.get(hit.slug);
		expect(hit).toMatchObject({
			displayDomain: row?.displayDomain,
			preset: row?.preset,
			auditedAt: row?.auditedAt,
			notes: row?.notes,
		});
		expect([hit.overallScore, hit.axes]).toEqual([row?.overallScore, row?.axes]);
	}
	expect(rows.size).toBe(5);
});

test("each order and kind matches the wall's pages", () => {
	for (const order of WALL_ORDERS) {
		for (const preset of [undefined, ...PRESETS]) {
			const rows = buildWall(sites, order).filter((row) => preset === undefined || row.preset === preset);
			const { count, hits } = search({ text: "", preset, order });
			expect(hits.map(({ slug }) => slug)).toEqual(rows.map(({ slug }) => slug));
			expect(count).toBe(rows.length);
		}
	}
});

test("for any names and query, exactly the matches are found, and at most 50 shown", () => {
	const label = fc.stringMatching(/^[ab]{1,6}$/);
	const many = fc.uniqueArray(label, { minLength: 1, maxLength: 70 });
	fc.assert(
		fc.property(many, fc.stringMatching(/^[ab.]{0,3}$/), (labels, text) => {
			const all = labels.map((each) => `${each}.example.org`);
			const { count, hits } = searchOf(all.map((domain) => site(domain)))({ text, preset: undefined, order: "name" });
			const expected = all.filter((domain) => domain.includes(text)).sort();
			expect(count).toBe(expected.length);
			expect(hits.map(({ slug }) => slug)).toEqual(expected.slice(0, MOST_HITS));
		}),
	);
});

test("shared sentences are in the index once", () => {
	const folders = ["a", "b", "c"].map((name) =>
		makeSite([store(name, makeReceipt({ domain: `${name}.example.org`, source: "folder" }))]),
	);
	expect(buildWallIndex(folders)).toMatchObject({ notes: [{ kind: "folder" }], noted: { 0: [0], 1: [0], 2: [0] } });
});

test.each([
	[1, "dent", undefined, "1 site matches “dent”."],
	[12, "dent", undefined, "12 sites match “dent”."],
	[50, "e", undefined, "50 sites match “e”."],
	[10_193, "e", undefined, "10,193 sites match “e”; the first 50 are shown."],
	[2, "e", "saas", "2 sites of the kind “Software as a service” match “e”."],
	[60, "", "docs", "60 sites of the kind “Documentation”; the first 50 are shown."],
	[0, "<b>", undefined, "No site on the wall matches “<b>”. Fewer letters may find more."],
	[0, "x", "docs", "No site of the kind “Documentation” matches “x”. Fewer letters, or all kinds, may find more."],
] as const)("%d hits of %s are announced", (count, text, preset, words) => {
	expect(answerWords({ count }, { text, preset, order: "score" })).toBe(words);
});
