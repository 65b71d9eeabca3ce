import type { CheckExample, CheckExamples } from "#checks/shared/example.ts";

/** The files beside the checks; the same that their tests run. */
const FILES = import.meta.glob<Record<string, CheckExamples>>("../../checks/*/*.examples.ts", { eager: true });

const BY_CHECK: ReadonlyMap<string, readonly CheckExample[]> = new Map(
	Object.values(FILES)
		.flatMap((module) => Object.values(module))
		.map(({ check, examples }) => [check, examples]),
);

/** Examples of a check, faults before passes. */
export function examplesOf(check: string): readonly CheckExample[] {
	const order = ["fail", "partial", "pass", "not-applicable"];
	return (BY_CHECK.get(check) ?? []).toSorted((a, b) => order.indexOf(a.outcome) - order.indexOf(b.outcome));
}
