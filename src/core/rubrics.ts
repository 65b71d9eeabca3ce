import { METHODOLOGY, type Rubric } from "./methodology.ts";

/**
 * The rubric of every methodology, by version. Receipts lean on them, so the file of a released version never says
 * another thing. Each is loaded when it is asked for: most programs need one.
 */
export const RUBRICS = new Map<string, () => Promise<Rubric>>([
	[
		"2.1.0",
		() => import("./rubrics/2.1.0.json", { with: { type: "json" } }).then((file) => file.default as unknown as Rubric),
	],
]);

/** The rubric of a methodology, the same object each time; undefined where this program has none of that name. */
export async function rubricOf(version: string): Promise<Rubric | undefined> {
	return RUBRICS.get(version)?.();
}

/** The rubric in force. */
export async function currentRubric(): Promise<Rubric> {
	const rubric = await rubricOf(METHODOLOGY);
	if (rubric) return rubric;
	throw new RangeError(`There is no rubric of methodology ${METHODOLOGY}.`);
}
