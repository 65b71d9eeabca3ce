import { expect, test } from "vitest";
import { CURRENT_METHODOLOGY, METHODOLOGIES, METHODOLOGY } from "./methodology.ts";
import { gateSchema } from "./report.ts";

test("results name the newest methodology", () => {
	expect(CURRENT_METHODOLOGY.version).toBe(METHODOLOGY);
	expect(new Set(METHODOLOGIES.map((each) => each.version)).size).toBe(METHODOLOGIES.length);
});

test("every gate of a receipt has one rule, strictest first", () => {
	const { gates } = CURRENT_METHODOLOGY;
	expect(gates.map((gate) => gate.id).toSorted()).toEqual(gateSchema.shape.id.options.toSorted());
	expect(gates.map((gate) => gate.cap)).toEqual(gates.map((gate) => gate.cap).toSorted((a, b) => a - b));
});
