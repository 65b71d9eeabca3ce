import { expect, test } from "vitest";
import { outcomeDrawings, outcomeMark, sectorPath } from "./outcome-mark.ts";
import type { MarkedFinding } from "./receipt-words.ts";

test.each([
	[0.25, "M8 8V2A6 6 0 0 1 14.00 8.00Z"],
	[0.5, "M8 8V2A6 6 0 0 1 8.00 14.00Z"],
	[0.75, "M8 8V2A6 6 0 1 1 2.00 8.00Z"],
])("a share of %d fills the disc clockwise from the top", (ratio, path) => {
	expect(sectorPath(ratio)).toBe(path);
});

const findings: readonly MarkedFinding[] = [
	{ outcome: "pass" },
	{ outcome: "pass", scored: false },
	{ outcome: "partial", ratio: 0.25 },
	{ outcome: "partial", ratio: 0.75 },
	{ outcome: "partial" },
	{ outcome: "partial", scored: false },
	{ outcome: "fail" },
	{ outcome: "fail", scored: false },
	{ outcome: "not-applicable" },
	{ outcome: "unknown" },
];
const drawings = outcomeDrawings(findings).text;

test("each kind of mark is drawn once, and every mark shows one that is drawn", () => {
	const drawn = [...drawings.matchAll(/<symbol id="([^"]+)"/g)].map(([, id]) => id);
	expect(drawn).toEqual([...new Set(drawn)]);
	const shown = findings.map((finding) => /<use href="#([^"]+)"/.exec(outcomeMark(finding).text)?.[1]);
	expect(drawn).toEqual([...new Set(shown)]);
	expect(drawn).toHaveLength(8);
});

test("a mark says its outcome in words beside it, and is red or amber only where it costs points", () => {
	expect(outcomeMark({ outcome: "partial", ratio: 0.25 }).text).toMatch(
		/^<span class="outcome" data-outcome="partial" data-costs><svg aria-hidden="true">.*<\/svg>Partly, 25 %<\/span>$/,
	);
	expect(outcomeMark({ outcome: "fail", scored: false }).text).toMatch(
		/^<span class="outcome" data-outcome="information"><svg .*>For information<\/span>$/,
	);
});
