import { expect, test } from "vitest";
import { makeSite } from "../publication/public-site.testkit.ts";
import { makeReceipt, makeScores, store } from "../publication/receipt.testkit.ts";
import { SPARK, sparkline } from "./sparkline.ts";

const LEFT = SPARK.margin;
const RIGHT = SPARK.width - SPARK.margin;
const BASE = SPARK.height - SPARK.margin;

/** Audits a day apart, oldest first: a score, or null where the site could not be audited. */
function history(scores: readonly (number | null)[], parts: readonly Parameters<typeof makeReceipt>[0][] = []) {
	const stored = scores.map((score, day) => {
		const at = { auditedAt: `2026-11-${String(day + 1).padStart(2, "0")}T02:00:00.000Z`, ...parts[day] };
		if (score !== null) return store(`a${day}`, makeReceipt({ ...at, scores: makeScores(score) }));
		const { scores: _none, ...failed } = makeReceipt({ ...at, ok: false });
		return store(`a${day}`, failed);
	});
	const [first, ...rest] = stored;
	if (!first) throw new RangeError("A history has an audit.");
	return makeSite([first, ...rest]);
}

const points = (path: string) => path.split(/(?=[ML])/).filter(Boolean);
const runs = (path: string) => path.split("M").filter(Boolean).length;

test("one audit is a dot at the right end, without an area", () => {
	const spark = sparkline(history([40]));
	const y = BASE - 0.4 * (BASE - SPARK.margin);
	expect(spark).toMatchObject({ line: `M${RIGHT},${y}Z`, area: "", end: { x: RIGHT, y } });
	expect(spark?.label).toBe("One audit, 1 November 2026: 40, Not ready");
});

test("a score stands until the next audit: two audits make a step, from one end to the other", () => {
	const spark = sparkline(history([0, 100]));
	expect(points(spark?.line ?? "")).toEqual([`M${LEFT},${BASE}`, `L${RIGHT},${BASE}`, `L${RIGHT},${SPARK.margin}`]);
	expect(spark?.end).toEqual({ x: RIGHT, y: SPARK.margin });
});

test("equal scores are a level line at the height of that score, whatever the others on the wall have", () => {
	const spark = sparkline(history([50, 50, 50]));
	const heights = new Set([...(spark?.line ?? "").matchAll(/,([\d.]+)/g)].map(([, y]) => Number(y)));
	expect([...heights]).toEqual([SPARK.height / 2]);
});

test("time is the measure: an audit after a quarter of the time stands at a quarter of the width", () => {
	const at = (day: string) => ({ auditedAt: `2026-11-${day}T00:00:00.000Z` });
	const spark = sparkline(history([10, 20, 30], [at("01"), at("02"), at("05")]));
	expect(spark?.line).toContain(`L${LEFT + (RIGHT - LEFT) / 4},`);
});

test("an audit that gave no score is a gap, and is stated", () => {
	const spark = sparkline(history([60, 70, null, 80, 90]));
	expect([runs(spark?.line ?? ""), runs(spark?.area ?? "")]).toEqual([2, 2]);
	expect(spark?.label).toBe(
		"5 audits from 1 November 2026 to 5 November 2026; 60 at first, 90 at last, lowest 60, highest 90; 1 audit gave no score",
	);
});

test("where the newest audit gave no score there is no end mark", () => {
	const spark = sparkline(history([60, 70, null]));
	expect(spark).not.toHaveProperty("end");
	expect(spark?.line).not.toContain(`${RIGHT},`);
});

test.each([
	["methodology", { methodology: "0.0.9" }],
	["source", { source: "folder" }],
] as const)("a change of %s breaks the line", (_, parts) => {
	const spark = sparkline(history([60, 62, 80, 82], [parts, parts]));
	expect(runs(spark?.line ?? "")).toBe(2);
	expect(spark?.label).toContain("not comparable before and after one change");
	expect(sparkline(history([60, 62, 80, 82]))?.label).not.toContain("comparable");
});

test("a site that never had a score has no drawing", () => {
	expect(sparkline(history([null, null]))).toBeUndefined();
});

test("of a long history the newest 24 audits are drawn", () => {
	const spark = sparkline(history(Array.from({ length: 28 }, (_, day) => day)));
	expect(spark?.label).toContain("24 audits from 5 November 2026 to 28 November 2026; 4 at first, 27 at last");
});
