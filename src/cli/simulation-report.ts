import type { SimulationStep } from "#core/simulation.ts";
import { bandOf } from "#site/brief/band.ts";
import { fold, type Ink, tame } from "./ink.ts";
import type { SimulateOutcome } from "./simulate-command.ts";

/** The steps from a score to the best one, for a person at a terminal. */
export function simulationReport(outcome: SimulateOutcome, ink: Ink): string {
	const { domain, methodology, current, simulated, sequence } = outcome;
	const head = [ink.strong(domain), ink.quiet(`simulated by methodology ${methodology}, from one audit`)];
	if (sequence.length === 0) {
		return text([head, [`${current} of 100. ${ink.good("Nothing to fix: every check that applies passes.")}`]]);
	}
	const last = sequence.at(-1)?.score ?? current;
	const asked = new Set(outcome.fixes);
	const part = asked.size < sequence.length;
	const now = [`Now                ${score(current)}  ${bandOf(current).words}`];
	const then = part
		? [`With ${asked.size === 1 ? "this fix " : "these fixes"}    ${score(simulated)}  ${[...asked].join(", ")}`]
		: [];
	const end = [`With everything    ${score(last)}  ${bandOf(last).words}`];
	const steps = sequence.flatMap((step, index) => lines(step, index + 1, ink));
	return text([head, [...now, ...then, ...end], [ink.strong("Best order"), ...steps]]);
}

function lines({ id, fix, score: after, delta, opens, closed }: SimulationStep, number: number, ink: Ink): string[] {
	const gain = delta > 0 ? ink.good(`+${delta}`.padStart(4)) : ink.quiet("  +0");
	const first = `${String(number).padStart(4)}. ${score(after)} ${gain}  ${ink.strong(id)}`;
	const gates = [
		...opens.map((gate) => `opens the gate ${gate}`),
		...(delta === 0 && closed.length > 0 ? [`${closed.join(" and ")} still caps the score`] : []),
	];
	return [
		gates.length > 0 ? `${first}  ${ink.quiet(gates.join("; "))}` : first,
		...fold(tame(fix), ink.width, 6).map(ink.quiet),
	];
}

function score(value: number): string {
	return String(value).padStart(3);
}

function text(sections: readonly (readonly string[])[]): string {
	return `${sections.map((section) => section.join("\n")).join("\n\n")}\n`;
}
