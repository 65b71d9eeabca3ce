import { describe, expect, it } from "vitest";
import { ORDER_EXPLANATIONS } from "./order-explanations.ts";
import { judgeOrder, placeSites, type ScoredSite } from "./order-of-sites.ts";

const sites = (...rows: readonly (readonly [ours: number, seo: number, accessibility: number])[]): ScoredSite[] =>
	rows.map(([ours, seo, accessibility], index) => ({ host: `s${index}.example`, ours, seo, accessibility }));
const REVERSED = sites(
	[10, 100, 100],
	[20, 90, 90],
	[30, 80, 80],
	[40, 70, 70],
	[50, 60, 60],
	[60, 50, 50],
	[70, 40, 40],
);

describe("the order of the sites", () => {
	it("puts the best first, and gives equal scores the mean rank", () => {
		const placed = placeSites(sites([50, 90, 70], [80, 100, 100], [50, 60, 100]));
		expect(placed.map(({ host, place, lighthouse }) => [host, place, lighthouse])).toEqual([
			["s1.example", 1, 1],
			["s0.example", 2.5, 2.5],
			["s2.example", 2.5, 2.5],
		]);
	});

	it("needs an explanation for a site more than 5 ranks apart", () => {
		const { cases, agreed, disagreements, table } = judgeOrder(REVERSED, {});
		expect([cases, agreed]).toEqual([7, 5]);
		expect(disagreements).toEqual([
			{ case: "s6.example", expected: "place 7", ours: "place 1" },
			{ case: "s0.example", expected: "place 1", ours: "place 7" },
		]);
		expect(table).toContain("- s6.example: **not explained**");
	});

	it("accepts an explanation, and names one that is not needed", () => {
		const explained = { "s0.example": "A frame.", "s6.example": "A manual.", "s3.example": "In the middle." };
		expect(judgeOrder(REVERSED, explained).disagreements).toEqual([
			{ case: "s3.example", expected: "at most 5 places apart", ours: "an explanation that is not needed" },
		]);
	});
});

it("explanations are whole sentences", () => {
	for (const because of Object.values(ORDER_EXPLANATIONS)) expect(because).toMatch(/^[A-Z].{40,}\.$/);
});
