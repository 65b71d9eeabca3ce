import { METHODOLOGY } from "./methodology.ts";
import type { Rubric, RubricCheck } from "./rubric.ts";

/**
 * The rubric of every methodology, as it stood when that one was in force. Receipts lean on them, so the file of a
 * version that has been released never says another thing. Each is loaded when it is asked for: most programs need one,
 * and a file may extend that of another version.
 */
const KEPT: Readonly<Record<string, () => Promise<{ readonly default: unknown }>>> = {
	"0.1.0": () => import("./rubrics/0.1.0.json", { with: { type: "json" } }),
	"1.0.0": () => import("./rubrics/1.0.0.json", { with: { type: "json" } }),
	"2.0.0": () => import("./rubrics/2.0.0.json", { with: { type: "json" } }),
	"2.1.0": () => import("./rubrics/2.1.0.json", { with: { type: "json" } }),
};

export const KEPT_RUBRICS: readonly string[] = Object.keys(KEPT);

/**
 * A check of a file that extends another: its id where it is the same there, and else its id with what differs. `without`
 * names members that the other has and this one lacks.
 */
type ExtendedCheck = string | (Partial<RubricCheck> & { readonly id: string; readonly without?: readonly string[] });

/** A rubric as its file has it. One that extends another leaves out the members that are the same there. */
export interface RubricFile extends Partial<Omit<Rubric, "checks">> {
	readonly methodology: string;
	readonly extends?: string;
	readonly checks: readonly ExtendedCheck[];
}

const read = new Map<string, Promise<Rubric>>();

/** The rubric of a methodology, the same object each time; undefined where this program has none of that name. */
export async function rubricOf(version: string): Promise<Rubric | undefined> {
	const load = Object.hasOwn(KEPT, version) ? KEPT[version] : undefined;
	if (!load) return undefined;
	const rubric = read.get(version) ?? load().then((file) => wholeRubric(file.default as RubricFile));
	read.set(version, rubric);
	return rubric;
}

async function wholeRubric(file: RubricFile): Promise<Rubric> {
	const { extends: base, checks, ...members } = file;
	const extended = base === undefined ? undefined : await rubricOf(base);
	if (!extended) return file as Rubric;
	const known = new Map(extended.checks.map((check) => [check.id, check]));
	return { ...extended, ...members, checks: checks.map((check) => wholeCheck(check, known)) };
}

function wholeCheck(check: ExtendedCheck, known: ReadonlyMap<string, RubricCheck>): RubricCheck {
	const { id, without = [], ...own } = typeof check === "string" ? { id: check } : check;
	const kept = Object.entries(known.get(id) ?? {}).filter(([name]) => !without.includes(name));
	return { ...Object.fromEntries(kept), ...own, id } as RubricCheck;
}

/** The rubric in force. */
export async function currentRubric(): Promise<Rubric> {
	const rubric = await rubricOf(METHODOLOGY);
	if (rubric) return rubric;
	throw new RangeError(`There is no rubric of methodology ${METHODOLOGY}.`);
}
