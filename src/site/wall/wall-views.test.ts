import { expect, test } from "vitest";
import { PRESETS } from "#core/preset.ts";
import { makeSite } from "../publication/public-site.testkit.ts";
import { makeReceipt, makeScores, store } from "../publication/receipt.testkit.ts";
import { buildWall } from "./wall.ts";
import { kindsOnWall, pageNumbers, wallTitle, wallViews } from "./wall-views.ts";

const rows = buildWall(
	Array.from({ length: 23 }, (_, index) => {
		const key = index < 12 ? "general" : index < 22 ? "saas" : "docs";
		const draft = makeReceipt({
			domain: `s${index}.example.org`,
			preset: { key, says: "" },
			scores: makeScores(index % 7),
		});
		return makeSite([store(`a${index}`, draft)]);
	}),
	"name",
);
const views = wallViews(rows, 5);

test("there is a page for each part of each order of each kind, and for no kind without a site", () => {
	const pages = (order: string, preset?: string) =>
		views.filter((view) => view.order === order && view.preset === preset);
	for (const order of ["score", "newest", "name"]) {
		expect([pages(order).length, pages(order, "general").length]).toEqual([5, 3]);
		expect([pages(order, "saas").length, pages(order, "docs").length, pages(order, "publisher").length]).toEqual([
			2, 1, 0,
		]);
	}
	expect(views).toHaveLength(33);
});

test("the pages of one order hold every site once, in that order", () => {
	for (const order of ["score", "newest", "name"] as const) {
		const all = views.filter((view) => view.order === order && view.preset === undefined);
		expect(all.map(({ rows: shown }) => shown.length)).toEqual([5, 5, 5, 5, 3]);
		expect(all.map(({ page, pages }) => [page, pages])).toEqual([1, 2, 3, 4, 5].map((page) => [page, 5]));
		expect(all.flatMap((view) => view.rows.map(({ slug }) => slug))).toEqual(
			buildSorted(order).map(({ slug }) => slug),
		);
	}
});

function buildSorted(order: "score" | "newest" | "name") {
	const byName = rows.toSorted((a, b) => (a.slug < b.slug ? -1 : 1));
	return order === "score" ? byName.toSorted((a, b) => (b.overallScore ?? -1) - (a.overallScore ?? -1)) : byName;
}

test("a page knows the count and the scores of its whole kind", () => {
	const saas = views.filter(({ preset, order }) => preset === "saas" && order === "score");
	for (const view of saas) expect([view.count, view.scores.length]).toEqual([10, 10]);
});

test("an empty wall is one page an order", () => {
	expect(wallViews([]).map(({ page, pages, count }) => [page, pages, count])).toEqual([1, 2, 3].map(() => [1, 1, 0]));
});

test("kinds are counted in the order of the methodology", () => {
	expect(kindsOnWall(rows)).toEqual([
		{ preset: "general", count: 12 },
		{ preset: "saas", count: 10 },
		{ preset: "docs", count: 1 },
	]);
	expect(kindsOnWall(PRESETS.toReversed().map((preset) => ({ preset }))).map(({ preset }) => preset)).toEqual(PRESETS);
});

test("no two pages have one title", () => {
	const titles = views.map(wallTitle);
	expect(new Set(titles).size).toBe(titles.length);
	expect(titles[0]).toBe("Wall of briefs");
	expect(wallTitle({ order: "newest", preset: "saas", page: 2, pages: 7 })).toBe(
		"Wall of briefs: Software as a service, newest first, page 2 of 7",
	);
});

test.each([
	[1, 1, [1]],
	[1, 3, [1, 2, 3]],
	[1, 9, [1, 2, "gap", 9]],
	[4, 9, [1, 2, 3, 4, 5, "gap", 9]],
	[5, 9, [1, "gap", 4, 5, 6, "gap", 9]],
	[9, 9, [1, "gap", 8, 9]],
	[50, 102, [1, "gap", 49, 50, 51, "gap", 102]],
])("page %d of %d links to %j", (page, pages, numbers) => {
	expect(pageNumbers(page, pages)).toEqual(numbers);
});
