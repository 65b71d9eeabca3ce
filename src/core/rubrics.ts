import { METHODOLOGY } from "./methodology.ts";
import type { Rubric, RubricCheck } from "./rubric.ts";

/**
 * The rubric of every methodology, as it stood when that one was in force. Receipts lean on them, so the file of a
 * version that has been released never changes. Each is loaded when it is asked for: most programs need one, and a file
 * may extend that of an earlier version.
 */
const KEPT: Readonly<Record<string, () => Promise<{ readonly default: unknown }>>> = {
	"0.1.0": () => import("./rubrics/0.1.0.json", { with: { type: "json" } }),
	"1.0.0": () => import("./rubrics/1.0.0.json", { with: { type: "json" } }),
	"2.0.0": () => import("./rubrics/2.0.0.json", { with: { type: "json" } }),
	"2.1.0": () => import("./rubrics/2.1.0.json", { with: { type: "json" } }),
};

export const KEPT_RUBRICS: readonly string[] = Object.keys(KEPT);

/**
 * A rubric as its file has it. One that extends another leaves out the members that are the same there, and names the checks
 * that are the same by their ids.
 */
export interface RubricFile extends Partial<Omit<Rubric, "checks">> {
	readonly methodology: string;
	readonly extends?: string;
	readonly checks: readonly (RubricCheck | string)[];
}

/** The rubric of a methodology; undefined where this program has none of that name. */
export async function rubricOf(version: string): Promise<Rubric | undefined> {
	const read = Object.hasOwn(KEPT, version) ? await KEPT[version]?.() : undefined;
	if (!read) return undefined;
	const { extends: base, checks, ...members } = read.default as RubricFile;
	if (base === undefined) return read.default as Rubric;
	const extended = await rubricOf(base);
	const known = new Map(extended?.checks.map((check) => [check.id, check]));
	const whole = checks.map((check) => (typeof check === "string" ? known.get(check) : check));
	if (!extended || whole.includes(undefined)) {
		throw new RangeError(`The rubric of methodology ${version} names a check that ${base} does not have.`);
	}
	return { ...extended, ...members, checks: whole.filter((check) => check !== undefined) };
}

/** The rubric in force. */
export async function currentRubric(): Promise<Rubric> {
	const rubric = await rubricOf(METHODOLOGY);
	if (rubric) return rubric;
	throw new RangeError(`There is no rubric of methodology ${METHODOLOGY}.`);
}
