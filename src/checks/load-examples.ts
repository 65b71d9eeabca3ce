import type { Check } from "./define-check.ts";
import type { CheckExample, CheckExamples } from "./shared/example.ts";

const READING_ORDER: readonly CheckExample["outcome"][] = ["fail", "partial", "pass", "not-applicable", "unknown"];

export async function loadExamples({ pillar, id }: Pick<Check, "pillar" | "id">): Promise<readonly CheckExample[]> {
	// Relative and with a file extension, as bundlers need it.
	const file: Readonly<Record<string, CheckExamples>> = await import(`./${pillar}/${id}.examples.ts`);
	return Object.values(file)
		.flatMap(({ examples }) => examples)
		.toSorted((a, b) => READING_ORDER.indexOf(a.outcome) - READING_ORDER.indexOf(b.outcome));
}
