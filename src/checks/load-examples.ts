import type { Check } from "./define-check.ts";
import type { CheckExample, CheckExamples } from "./shared/example.ts";
import * as pageSignals from "./unscored/page-signals.ts";

const READING_ORDER: readonly CheckExample["outcome"][] = ["fail", "partial", "pass", "not-applicable"];

/** Examples of a check, faults before passes, from the file beside it; read when they are asked for. */
export async function loadExamples({ pillar, id }: Pick<Check, "pillar" | "id">): Promise<readonly CheckExample[]> {
	const isPageSignal = Object.values(pageSignals).some((signal) => signal.id === id);
	// Relative, and with its ending, as bundlers that follow such an import ask for.
	const file: Readonly<Record<string, CheckExamples>> = isPageSignal
		? await import("./unscored/page-signals.examples.ts")
		: await import(`./${pillar}/${id}.examples.ts`);
	return Object.values(file)
		.filter(({ check }) => check === id)
		.flatMap(({ examples }) => examples)
		.toSorted((a, b) => READING_ORDER.indexOf(a.outcome) - READING_ORDER.indexOf(b.outcome));
}
