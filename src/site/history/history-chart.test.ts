import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { makeScores } from "../publication/receipt.testkit.ts";
import { apart, type ChartedAudit, historyChart, NARROW, WIDE } from "./history-chart.ts";

const DAY = 86_400_000;
const START = Date.parse("2025-01-01T02:00:00.000Z");

function audit(day: number, overall: number | undefined, parts: Partial<ChartedAudit> = {}): ChartedAudit {
	const { axes } = makeScores(overall ?? 0);
	return {
		auditedAt: new Date(START + day * DAY).toISOString(),
		methodology: "0.1.0",
		source: "network",
		rechecks: [],
		...(overall === undefined ? {} : { scores: { overall, axes } }),
		...parts,
	};
}

const lineOf = (audits: readonly ChartedAudit[], key = "overall") => {
	const found = historyChart(audits, WIDE).lines.find((line) => line.key === key);
	if (!found) throw new Error(`no line ${key}`);
	return found;
};
const subpaths = (path: string) => path.split("M").length - 1;

describe("the line", () => {
	test("is a step function", () => {
		const { path } = lineOf([audit(0, 40), audit(10, 80), audit(20, 80)]);
		expect(path).toBe("M36,176L389,176L389,76L742,76L742,76");
	});

	test("extends to the last recheck", () => {
		const chart = historyChart([audit(0, 40), audit(10, 80, { rechecks: [audit(30, 80).auditedAt] })], WIDE);
		expect(chart.lines.at(-1)?.path).toMatch(/L742,[\d.]+$/);
		expect(chart.rechecks).toBe("M742 276v5");
	});

	test.each([
		["another methodology", audit(10, 80, { methodology: "0.2.0" }), "Methodology 0.2.0"],
		["another source", audit(10, 80, { source: "folder" }), "Folder, before publication"],
	])("breaks at %s, where a rule with its name stands", (_, changed, words) => {
		const audits = [audit(0, 40), changed, audit(20, 60, { ...changed, ...audit(20, 60), ...pick(changed) })];
		expect(subpaths(lineOf(audits).path)).toBe(2);
		expect(historyChart(audits, WIDE).breaks).toEqual([{ x: 389, words, anchor: "start" }]);
	});

	test("breaks at an audit without a score, which is marked", () => {
		const audits = [audit(0, 40), audit(10, undefined), audit(20, 60)];
		expect(subpaths(lineOf(audits).path)).toBe(2);
		expect(historyChart(audits, WIDE).failures).toEqual([389]);
		expect(historyChart(audits, WIDE).breaks).toEqual([]);
	});

	test("shows a lone audit as a dot, even among many", () => {
		const many = Array.from({ length: 60 }, (_, day) => audit(day, 50 + (day % 3)));
		expect(lineOf(many).dots).toEqual([]);
		expect(lineOf([...many, audit(61, undefined), audit(62, 50)]).dots).toHaveLength(1);
		expect(lineOf(many.slice(0, 5)).dots).toHaveLength(5);
	});

	test("ends with its value, without overlapping labels", () => {
		const { lines } = historyChart([audit(0, 40), audit(10, 80)], WIDE);
		expect(lines.map(({ last }) => last?.value)).toEqual([80, 80, 80]);
		const heights = lines.map(({ last }) => last?.y ?? 0).sort((a, b) => a - b);
		for (const [index, height] of heights.slice(1).entries()) expect(height - (heights[index] ?? 0)).toBe(16);
	});

	test("is empty without scores", () => {
		const chart = historyChart([audit(0, undefined), audit(1, undefined)], NARROW);
		expect(chart.lines.every(({ path, last }) => path === "" && last === undefined)).toBe(true);
		expect(chart.failures).toHaveLength(2);
	});
});

function pick({ methodology, source }: ChartedAudit) {
	return { methodology, source };
}

test("overlapping labels of breaks are omitted, but their lines stay", () => {
	const audits = [0, 1, 2, 3].map((day) => audit(day * 3, 50, { methodology: `0.${day}.0` }));
	const { breaks } = historyChart([...audits, audit(100, 60, { methodology: "0.3.0" })], WIDE);
	expect(breaks).toHaveLength(3);
	expect(breaks.filter(({ words }) => words)).toHaveLength(1);
});

test("a label that would leave the frame is before its line", () => {
	const audits = [audit(0, 50), audit(99, 50, { methodology: "0.2.0" }), audit(100, 51, { methodology: "0.2.0" })];
	expect(historyChart(audits, WIDE).breaks).toMatchObject([{ words: "Methodology 0.2.0", anchor: "end" }]);
});

describe("the time axis", () => {
	const words = (days: number) =>
		historyChart([audit(0, 50), audit(days, 60)], WIDE).timeTicks.map((tick) => tick.words);

	test("has days, months or years, with the year at its start", () => {
		expect(words(0.1)).toEqual([
			expect.stringMatching(/^1 Jan 2025, \d\d:\d\d$/),
			expect.stringMatching(/^\d\d:\d\d UTC$/),
		]);
		expect(words(5)).toContain("3 Jan 2025".replace(" 2025", ""));
		expect(words(400)[0]).toMatch(/^[A-Z][a-z]{2} 2025$/);
		expect(words(4000)).toContain("2030");
	});
});

test("limits the size for hundreds of audits and rechecks", () => {
	const audits = Array.from({ length: 500 }, (_, day) =>
		audit(day, 40 + ((day * 7) % 50), { rechecks: [0.2, 0.4, 0.6].map((part) => audit(day + part, 0).auditedAt) }),
	);
	const chart = historyChart(audits, WIDE);
	expect(JSON.stringify(chart).length).toBeLessThan(60_000);
	expect(chart.rechecks.split("M").length).toBeLessThan(WIDE.width);
});

test("labels with room keep their place, and a group keeps its centre", () => {
	expect(apart([100, 10], 16)).toEqual([100, 10]);
	expect(apart([50, 50, 50], 16)).toEqual([34, 50, 66]);
	expect(apart([10, 14, 100], 16)).toEqual([4, 20, 100]);
});

test("labels keep their order and minimum distance", () => {
	fc.assert(
		fc.property(fc.array(fc.integer({ min: 0, max: 300 }), { maxLength: 8 }), (heights) => {
			const placed = apart(heights, 16);
			const order = heights.map((_, index) => index).sort((a, b) => (placed[a] ?? 0) - (placed[b] ?? 0));
			for (const [rank, index] of order.entries()) {
				const above = order[rank - 1];
				if (above === undefined) continue;
				expect((placed[index] ?? 0) - (placed[above] ?? 0)).toBeGreaterThanOrEqual(15.8);
				expect(heights[index]).toBeGreaterThanOrEqual(heights[above] ?? 0);
			}
		}),
	);
});
