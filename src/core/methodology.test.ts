import { expect, test } from "vitest";
import { CURRENT_METHODOLOGY, METHODOLOGIES, METHODOLOGY } from "./methodology.ts";
import { gateSchema } from "./report.ts";

test("the newest methodology is the one that results name", () => {
	expect(CURRENT_METHODOLOGY.version).toBe(METHODOLOGY);
	expect(new Set(METHODOLOGIES.map((each) => each.version)).size).toBe(METHODOLOGIES.length);
});

test("every gate that a receipt can name has one rule, the strictest first", () => {
	const { gates } = CURRENT_METHODOLOGY;
	expect(gates.map((gate) => gate.id).toSorted()).toEqual(gateSchema.shape.id.options.toSorted());
	expect(gates.map((gate) => gate.cap)).toEqual(gates.map((gate) => gate.cap).toSorted((a, b) => a - b));
});
