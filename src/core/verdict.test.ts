import { expect, test } from "vitest";
import { type EvidenceGrade, isScored } from "./verdict.ts";

test.each<[EvidenceGrade, boolean]>([
	["standard", true],
	["vendor", true],
	["draft", true],
	["convention", false],
])("a check of grade %s: %j", (grade, scored) => {
	expect(isScored({ grade })).toBe(scored);
	expect(isScored({ grade, scored: false })).toBe(false);
});
