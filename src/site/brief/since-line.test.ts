import { expect, test } from "vitest";
import { SINCE, sinceLine } from "./since-line.ts";

const audit = (day: number, score?: number) => ({
	at: `2026-11-${String(day).padStart(2, "0")}T00:00:00.000Z`,
	...(score === undefined ? {} : { score }),
});

test("there is no line through fewer than two scores", () => {
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

test("audits of one moment stand somewhere", () => {
	expect(sinceLine([audit(1, 40), audit(1, 41)])?.path).not.toContain("NaN");
});
