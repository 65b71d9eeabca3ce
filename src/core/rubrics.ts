import { METHODOLOGY } from "./methodology.ts";
import type { Rubric } from "./rubric.ts";

/**
 * The rubric of every methodology, as it stood when that one was in force. Receipts lean on them, so the file of a
 * version that has been released never changes. Each is loaded when it is asked for: most programs need one.
 */
const KEPT: Readonly<Record<string, () => Promise<{ readonly default: unknown }>>> = {
	"0.1.0": () => import("./rubrics/0.1.0.json", { with: { type: "json" } }),
	"1.0.0": () => import("./rubrics/1.0.0.json", { with: { type: "json" } }),
	"2.0.0": () => import("./rubrics/2.0.0.json", { with: { type: "json" } }),
	"2.1.0": () => import("./rubrics/2.1.0.json", { with: { type: "json" } }),
};

export const KEPT_RUBRICS: readonly string[] = Object.keys(KEPT);

/** The rubric of a methodology; undefined where this program has none of that name. */
export async function rubricOf(version: string): Promise<Rubric | undefined> {
	const file = Object.hasOwn(KEPT, version) ? await KEPT[version]?.() : undefined;
	return file?.default as Rubric | undefined;
}

/** The rubric in force. */
export async function currentRubric(): Promise<Rubric> {
	const rubric = await rubricOf(METHODOLOGY);
	if (rubric) return rubric;
	throw new RangeError(`There is no rubric of methodology ${METHODOLOGY}.`);
}
