import { readExamples } from "./check-examples.ts";
import { tallyByCheck } from "./check-tally.ts";
import { auditExample, cheapestMode } from "./example-audit.ts";
import type { JudgeResult } from "./judge-result.ts";

/** Every example of every check through the whole engine: what must fail fails, what must pass passes. */
export async function judgePlantedFaults(onCase: (done: number, total: number) => void): Promise<JudgeResult> {
	const all = await readExamples();
	const cases = all.flatMap(({ check, examples }) => examples.map((example) => ({ check, example })));
	const disagreements: { case: string; expected: string; ours: string }[] = [];
	const answered: { checks: readonly string[]; agreed: boolean }[] = [];
	let done = 0;
	let faults = 0;
	for (const { check, example } of cases) {
		const { findings } = await auditExample(example, cheapestMode(check));
		const outcome = findings.find(({ id }) => id === check)?.outcome ?? "not judged";
		if (example.outcome === "fail" || example.outcome === "partial") faults++;
		answered.push({ checks: [check], agreed: outcome === example.outcome });
		if (outcome !== example.outcome) {
			disagreements.push({ case: `${check}: ${example.name}`, expected: example.outcome, ours: outcome });
		}
		onCase(++done, cases.length);
	}
	const agreed = cases.length - disagreements.length;
	const judge = "planted faults and their opposites";
	return {
		judge,
		cases: cases.length,
		agreed,
		disagreements,
		byCheck: tallyByCheck(answered),
		faulted: { cases: faults, agreed: faults - disagreements.length },
	};
}
