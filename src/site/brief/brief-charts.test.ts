import fc from "fast-check";
import { expect, test } from "vitest";
import { LANGUAGES } from "#core/language.ts";
import { makeReceipt, store } from "../publication/receipt.testkit.ts";
import { buildBrief } from "./brief.ts";
import { dualAxisPlot, pathRows, peerColumns, SINCE, STRIP, STRIP_EDGES, sinceLine } from "./brief-charts.ts";
import { ENGLISH, loadLanguage } from "./languages.ts";
import { risingSteps } from "./recommendation.ts";
import type { Repair } from "./repair.ts";

const score = fc.integer({ min: 0, max: 100 });

/** A path with rising scores, as in briefs. */
const paths = fc.array(score, { minLength: 2, maxLength: 7 }).map((scores) => {
	const [from = 0, ...rest] = scores.toSorted((a, b) => a - b);
	const steps = rest.map((to, index) => ({
		id: `f${index}`,
		title: `Fix ${index}`,
		from: rest[index - 1] ?? from,
		to,
	}));
	return { from, steps, reachable: rest.at(-1) ?? from };
});
const repairOf = (fixes: number, steps: number, to: number) => ({ fixes, to, first: { steps } }) as Repair;

test("rows of any path rise from today's score without gaps, name each step, and end with all repairs", () => {
	fc.assert(
		fc.property(paths, score, (path, to) => {
			const repair = repairOf(path.steps.length + 3, path.steps.length, to);
			const rows = pathRows({ path, repair }, ENGLISH);
			expect(rows[0]).toEqual({ name: "Today", from: path.from, to: path.from });
			for (const [index, row] of rows.entries()) {
				expect(row.from).toBe(rows[index - 1]?.to ?? path.from);
				expect(row.to).toBeGreaterThanOrEqual(row.from);
			}
			const named = rows.slice(1).map(({ name }) => name);
			const last = to > path.reachable ? [`After all ${repair.fixes} fixes`] : [];
			expect(named).toEqual([...risingSteps(path).map(({ number, title }) => `${number}. ${title}`), ...last]);
			expect(rows.at(-1)?.to).toBe(Math.max(path.reachable, to));
		}),
	);
});

test("combined steps share a row, and there is no last row if all repairs are steps", () => {
	const path = {
		from: 0,
		steps: [
			{ id: "a", title: "First", from: 0, to: 49, takesIn: 1 },
			{ id: "b", title: "Second", from: 49, to: 49 },
		],
		reachable: 49,
	};
	expect(pathRows({ path, repair: repairOf(2, 2, 50) }, ENGLISH).map(({ name }) => name)).toEqual([
		"Today",
		"1–2. First",
	]);
});

const scores = fc.array(fc.integer({ min: 0, max: 100 }), { minLength: 8, maxLength: 400 });

/** Columns of a path as pairs of both ends. */
const columnsOf = (path: string) =>
	Array.from(path.matchAll(/M([\d.]+),([\d.]+)L([\d.]+),([\d.]+)/g), (found) => found.slice(1).map(Number));

test("every site except the marked one is in a column, inside the drawing", () => {
	fc.assert(
		fc.property(scores, fc.nat(), (all, chosen) => {
			const mark = all[chosen % all.length] ?? 0;
			const { path, dotted } = peerColumns(all, mark);
			const columns = columnsOf(path);
			for (const [x = 0, ground = 0, upper = 0, top = -1] of columns) {
				expect(upper).toBe(x);
				expect(x).toBeGreaterThanOrEqual(STRIP.margin);
				expect(x).toBeLessThanOrEqual(STRIP.width - STRIP.margin);
				expect(ground).toBeLessThan(STRIP.base);
				expect(top).toBeGreaterThan(0);
			}
			const dots = columns.map(([, ground = 0, , top = 0]) => 1 + Math.round((ground - top) / STRIP.step));
			if (dotted) expect(dots.reduce((sum, count) => sum + count, 0)).toBe(all.length - 1);
		}),
	);
});

test("ten thousand sites draw no more than a hundred", () => {
	const many = Array.from({ length: 10_000 }, (_, index) => index % 101);
	const { path, dotted } = peerColumns(many, 40);
	expect(dotted).toBe(false);
	expect(columnsOf(path).length).toBeLessThanOrEqual(51);
});

test.each([
	[3, "start"],
	[50, "middle"],
	[99, "end"],
])("the words at %i begin where there is room for them", (score, anchor) => {
	expect(peerColumns([score, 20, 30], score).mark.anchor).toBe(anchor);
});

test("band edges are below the line", () => {
	expect(STRIP_EDGES.map(({ score }) => score)).toEqual([0, 50, 70, 90, 100]);
});

const audit = (day: number, score?: number) => ({
	at: `2026-11-${String(day).padStart(2, "0")}T00:00:00.000Z`,
	...(score === undefined ? {} : { score }),
});

test("there is no line for fewer than 2 scores", () => {
	expect(sinceLine([])).toBeUndefined();
	expect(sinceLine([audit(1, 40), audit(2)])).toBeUndefined();
});

test("the line runs from the first audit to the last, on a scale from 0 to 100", () => {
	const line = sinceLine([audit(1, 0), audit(11, 50), audit(21, 100)]);
	expect(line?.path).toBe(`M5,51L120,51L120,28L235,28L235,5`);
	expect(line?.end).toEqual({ x: SINCE.width - SINCE.margin, y: SINCE.margin });
});

test("an audit without a score breaks the line", () => {
	const path = sinceLine([audit(1, 40), audit(2, 42), audit(3), audit(4, 60), audit(5, 61)])?.path ?? "";
	expect(path.match(/M/g)).toHaveLength(2);
});

test("audits at the same time have a position", () => {
	expect(sinceLine([audit(1, 40), audit(1, 41)])?.path).not.toContain("NaN");
});

/** 81 units of room for letters of 15 px, about 7 wide. */
const MOST_LETTERS = 12;

test.each(LANGUAGES)("band names stay inside the picture in %s", async (lang) => {
	await loadLanguage(lang);
	const brief = buildBrief(store("a", makeReceipt()), { baseUrl: "https://a.example", lang });
	if (!brief.ok) throw new RangeError("It has a score.");
	const [, numbers = ""] = /<g class="plot-numbers">(.*?)<g class="plot-names">/s.exec(dualAxisPlot(brief).text) ?? [];
	const lines = Array.from(numbers.matchAll(/>([^<>]+)</g), ([, words = ""]) => words.trim());
	expect(lines.length).toBeGreaterThan(12);
	for (const words of lines) expect(words.length, words).toBeLessThanOrEqual(MOST_LETTERS);
});
