import { expect, test } from "vitest";
import { byLift, type EvidenceGrade, type Fixable, isScored } from "./verdict.ts";

test.each<[EvidenceGrade, boolean]>([
	["standard", true],
	["vendor", true],
	["draft", true],
	["convention", false],
])("a check of grade %s: %j", (grade, scored) => {
	expect(isScored({ grade })).toBe(scored);
	expect(isScored({ grade, scored: false })).toBe(false);
});

const fault = (id: string, parts: Partial<Fixable> = {}): Fixable => ({
	id,
	outcome: "fail",
	scored: true,
	weight: 1,
	lift: 0,
	fix: `Mend ${id}.`,
	...parts,
});

test("equal lifts: fail before partial, heavy before light, then by id", () => {
	const findings = [
		fault("zz", { weight: 5 }),
		fault("bb"),
		fault("half", { outcome: "partial", ratio: 0.5, weight: 5 }),
		fault("aa"),
		fault("most", { outcome: "partial", lift: 1 }),
	];
	expect(findings.toSorted(byLift).map(({ id }) => id)).toEqual(["most", "zz", "aa", "bb", "half"]);
});
