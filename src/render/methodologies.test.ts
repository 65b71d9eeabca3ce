import { expect, test } from "vitest";
import { METHODOLOGY } from "#core/brand.ts";
import { gateSchema } from "#core/report.ts";
import { GATES } from "#engine/gates.ts";
import { COVERAGE_FLOOR } from "#engine/score.ts";
import { checkOfGate, METHODOLOGIES } from "./methodologies.ts";

const newest = METHODOLOGIES[0];

test("the newest published methodology is the one the engine speaks", () => {
	expect(newest.version).toBe(METHODOLOGY);
});

test("its gates and its coverage floor are the engine's, word for word", () => {
	expect(newest.gates).toEqual(GATES);
	expect(newest.coverageFloor).toBe(COVERAGE_FLOOR);
});

test("every gate that a receipt can name is explained", () => {
	expect(newest.gates.map((gate) => gate.id).sort()).toEqual([...gateSchema.shape.id.options].sort());
});

test("a gate leads to its check, in a known version only", () => {
	expect(checkOfGate("0.1.0", "noindex")).toBe("noindex");
	expect(checkOfGate("0.1.0", "tls-invalid")).toBe("https");
	expect(checkOfGate("9.9.9", "noindex")).toBeUndefined();
});
