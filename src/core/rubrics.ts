import { METHODOLOGY, type Rubric } from "./methodology.ts";

/** A released version's file never changes, because receipts refer to it. Imported lazily: most programs need one. */
export const RUBRICS = new Map<string, () => Promise<Rubric>>([
	[
		"3.0.0",
		() => import("./rubrics/3.0.0.json", { with: { type: "json" } }).then((file) => file.default as unknown as Rubric),
	],
]);

const loaded = new Map<string, Promise<Rubric>>();

/** Cached; undefined for an unknown version. */
export async function rubricOf(version: string): Promise<Rubric | undefined> {
	const rubric = loaded.get(version) ?? RUBRICS.get(version)?.();
	// Importing takes longer than expanding a receipt.
	if (rubric) loaded.set(version, rubric);
	return rubric;
}

export async function currentRubric(): Promise<Rubric> {
	const rubric = await rubricOf(METHODOLOGY);
	if (rubric) return rubric;
	throw new RangeError(`There is no rubric of methodology ${METHODOLOGY}.`);
}
