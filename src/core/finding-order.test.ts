import { expect, test } from "vitest";
import { byLift, type Fixable } from "./finding-order.ts";

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
