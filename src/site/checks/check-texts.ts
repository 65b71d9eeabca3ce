import type { CheckWords } from "#checks/define-check.ts";
import { METHODOLOGIES } from "#core/methodology.ts";
import type { Engine, PillarKey } from "#core/pillar.ts";
import { type AuditMode, PRESET_LABELS, type Preset } from "#core/preset.ts";
import type { Finding, Gate } from "#core/report.ts";
import { type EvidenceGrade, isScored } from "#core/verdict.ts";
import { capitalized, listing } from "#core/wording.ts";
import { ENGLISH_WORDING } from "#core/wording-in.ts";
import type { Words } from "../brief/languages.ts";
import { ENGINE_WORDS, WORK } from "../brief/texts.ts";

export type CheckFacts = Pick<
	CheckWords,
	"id" | "pillar" | "engines" | "grade" | "mode" | "presets" | "weight" | "scored" | "title" | "yieldsTo"
>;

interface GradeWords {
	readonly name: string;
	readonly means: string;
	readonly scores: string;
}

export const GRADE_WORDS: Readonly<Record<EvidenceGrade, GradeWords>> = {
	standard: { name: "Standard", means: "A ratified standard asks for it.", scores: "Scored" },
	vendor: {
		name: "Vendor",
		means: "A named consumer, such as a search engine, documents that it reads or obeys this.",
		scores: "Scored",
	},
	draft: {
		name: "Draft",
		means: "A draft standard describes it.",
		scores: "Scored only where the site itself declares the thing",
	},
	convention: {
		name: "Convention",
		means: "A community habit without a documented consumer.",
		scores: "Shown and explained, never scored",
	},
};

type Work = Pick<CheckWords, "doneBy" | "hours"> & { readonly hoursPerPage?: number | undefined };
type Faulty = Pick<Finding, "pages">;
type WorkWords = Pick<Words, "WORK" | "filled" | "pluralOf" | "decimal">;

const ENGLISH_WORK: WorkWords = { WORK, ...ENGLISH_WORDING };

/** `Developer, about 2 hours`. @param finding with the number of pages; one page by default */
export function workWords(check: Work, finding: Faulty = {}, words: WorkWords = ENGLISH_WORK): string {
	const { who, time } = workParts(check, finding, words);
	return `${who}, ${time}`;
}

export function workParts(check: Work, finding: Faulty, words: WorkWords) {
	return { who: words.WORK[check.doneBy], time: timeWords(hoursOf(check, finding), words) };
}

/** A template is fixed once; work per page grows with the number of pages. */
export function hoursOf({ hours, hoursPerPage = 0 }: Work, { pages }: Faulty): number {
	return hours + hoursPerPage * Math.max(0, (pages?.short ?? 1) - 1);
}

const HOURS_A_DAY = 8;

/** Rounds to an estimate's precision: quarter hours, half and whole hours, half and whole days. */
export function roundedHours(hours: number): number {
	const quarters = Math.max(1, Math.round(hours * 4));
	if (quarters < 4) return quarters / 4;
	const rounded = hours < 3 ? Math.round(hours * 2) / 2 : Math.round(hours);
	if (rounded < 6) return rounded;
	const days = hours / HOURS_A_DAY;
	return HOURS_A_DAY * Math.max(1, days < 5 ? Math.round(days * 2) / 2 : Math.round(days));
}

export function timeWords(exact: number, words: WorkWords = ENGLISH_WORK): string {
	const { WORK, filled, pluralOf, decimal } = words;
	const say = (value: number) => (Number.isInteger(value) ? String(value) : decimal(value));
	const hours = roundedHours(exact);
	if (hours < 1) return filled(WORK.minutes, { minutes: hours * 60 });
	if (hours < 6) return filled(pluralOf(WORK.hours, hours), { hours: say(hours) });
	const days = hours / HOURS_A_DAY;
	return filled(pluralOf(WORK.days, days), { days: say(days) });
}

export function engineList(
	engines: readonly Engine[],
	words: Pick<Words, "ENGINE_WORDS" | "listing"> = { ENGINE_WORDS, listing },
): string {
	return words.listing(engines.map((engine) => words.ENGINE_WORDS[engine].within));
}

export function engineHeading(engines: readonly Engine[]): string {
	return capitalized(engineList(engines));
}

export function presetList(presets: readonly Preset[] | undefined): string {
	return presets ? presets.map((preset) => PRESET_LABELS[preset]).join(", ") : "Every kind of site";
}

/** @param mode the cheapest mode that runs the check */
export function modeWords(mode: AuditMode): string {
	return mode === "light" ? "Light and deep" : "Deep only";
}

/** Heaviest first, then in registry order. */
export function checksOfPillar<T extends CheckFacts>(checks: readonly T[], pillar: PillarKey): readonly T[] {
	return checks.filter((check) => check.pillar === pillar).sort((a, b) => b.weight - a.weight);
}

export function followingChecks<T extends CheckFacts>(checks: readonly T[], id: string): readonly T[] {
	return checks.filter((check) => check.yieldsTo?.includes(id) === true);
}

/** Skips unknown ids. */
export function checksById<T extends CheckFacts>(checks: readonly T[], ids: readonly string[] = []): readonly T[] {
	return ids.flatMap((id) => checks.filter((check) => check.id === id));
}

export function weightWords(check: Pick<CheckFacts, "grade" | "scored" | "weight">): string {
	return isScored(check) ? `${check.weight}` : "not scored";
}

/** Undefined for an unknown version. */
export function checkOfGate(version: string, gate: Gate["id"]): string | undefined {
	const words = METHODOLOGIES.find((each) => each.version === version);
	return words?.gates.find((each) => each.id === gate)?.check;
}

/** Introduces what `sightline fix` does about a fault. */
export const REPAIR_WORDS = {
	mechanical: "sightline fix repairs it",
	words: "sightline fix drafts the words, and a person reads them",
	"by-hand": "By hand",
} as const;
