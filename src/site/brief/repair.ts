import type { Role } from "#checks/define-check.ts";
import { checkOf } from "#checks/registry.ts";
import type { Finding, Report } from "#core/report.ts";
import { lostWeight } from "#core/verdict.ts";
import { hoursOf, roundedHours, timeWords } from "../checks/check-texts.ts";
import type { Words } from "./languages.ts";
import { type FixStep, isHomeMissing, pointWords } from "./recommendation.ts";

type RepairWords = Pick<Words, "REPAIR" | "WORK" | "GAIN" | "filled" | "pluralOf" | "listing" | "decimal">;
type Repaired = Pick<Report, "findings" | "gates" | "repaired">;

/** Effort and gain of fixing the site. Hours are estimates; scores are what another audit would give. */
export interface Repair {
	/** Number of faults that a repair can fix. */
	readonly fixes: number;
	/** Total of `by`. */
	readonly hours: number;
	readonly by: readonly { readonly role: Role; readonly hours: number }[];
	/** Whole scores, today and after these fixes. */
	readonly from: number;
	readonly to: number;
	/** The first fixes only; `isWritten`: they include new text. */
	readonly first: { readonly steps: number; readonly hours: number; readonly to: number; readonly isWritten: boolean };
	/** Hours for new text, which no repair can write. */
	readonly writingHours: number;
	/** One or 2 sentences for the verdict. */
	readonly says: string;
	/** Further sentences. */
	readonly details: readonly string[];
}

/**
 * Undefined without a score or a fault, and if the home page did not respond, because other faults are unknown then.
 * @param today whole score
 */
export function repairOf(
	{ findings, gates, repaired }: Repaired,
	today: number | undefined,
	steps: readonly FixStep[],
	words: RepairWords,
): Repair | undefined {
	if (today === undefined || repaired === undefined || isHomeMissing({ gates })) return undefined;
	const faults = findings.filter((each) => each.scored && lostWeight(each) > 0);
	const [written, mended] = [faults.filter(needsWriting), faults.filter((each) => !needsWriting(each))];
	if (faults.length === 0) return undefined;
	const first = faults.filter(({ id }) => steps.some((step) => step.id === id));
	const reached = steps.at(-1)?.to ?? today;
	const figures = {
		fixes: mended.length,
		hours: hoursOfAll(mended),
		by: byRole(mended),
		from: today,
		// Never promise 100 while text is missing.
		to: Math.max(today, Math.min(written.length > 0 ? 99 : 100, Math.round(repaired))),
		first: { steps: first.length, hours: hoursOfAll(first), to: reached, isWritten: first.some(needsWriting) },
		writingHours: hoursOfAll(written),
	};
	// If only new text raises the score, repairs alone promise nothing.
	const isWrittenFirst = figures.to < reached;
	return {
		...figures,
		says: isWrittenFirst ? firstWords(figures, words) : wholeWords(figures, words),
		details: isWrittenFirst ? [] : detailsOf(figures, words),
	};
}

type Figures = Omit<Repair, "says" | "details">;

/** Up to so many faults and points count as small. */
const FEW = 3;
const SMALL_POINTS = 5;

function wholeWords({ fixes, hours, from, to }: Figures, words: RepairWords): string {
	const { REPAIR, GAIN, filled, pluralOf } = words;
	if (fixes === 0) return "";
	const time = timeWords(hours, words);
	if (fixes > FEW || to - from > SMALL_POINTS)
		return filled(pluralOf(REPAIR.whole, fixes), { fixes, time, from, score: to });
	const points = to > from ? pointWords(to - from, words) : GAIN.lessThanPointWithin;
	const left = filled(pluralOf(REPAIR.left, fixes), { fixes });
	const all = fixes === 2 ? REPAIR.fixingBoth : pluralOf(REPAIR.fixing, fixes);
	return `${left} ${filled(all, { time, points })}`;
}

function firstWords({ first, from }: Figures, words: RepairWords): string {
	const { REPAIR, filled, pluralOf } = words;
	const { steps, hours, to: score } = first;
	return filled(pluralOf(REPAIR.withWriting, steps), { steps, time: timeWords(hours, words), from, score });
}

function detailsOf(figures: Figures, words: RepairWords): string[] {
	const { fixes, by, to, first, writingHours } = figures;
	const { REPAIR, filled, listing } = words;
	const parts = by.map(({ role, hours }) => filled(REPAIR.by[role], { time: timeWords(hours, words) }));
	const [only] = by;
	const who = only && by.length === 1 ? REPAIR.allBy[only.role] : filled(REPAIR.thatIs, { parts: listing(parts) });
	return [
		fixes === 0 ? "" : who,
		fixes > first.steps && to > first.to ? firstOf(figures, words) : "",
		writingHours > 0 ? filled(REPAIR.writing, { score: to, time: timeWords(writingHours, words) }) : "",
	].filter(Boolean);
}

function firstOf(figures: Figures, words: RepairWords): string {
	const { steps, hours, to: score, isWritten } = figures.first;
	if (isWritten) return firstWords(figures, words);
	return words.filled(words.REPAIR.first, { steps, time: timeWords(hours, words), score });
}

function needsWriting({ id }: Pick<Finding, "id">): boolean {
	return checkOf(id)?.needsWriting === true;
}

function hoursOfAll(findings: readonly Finding[]): number {
	return byRole(findings).reduce((sum, { hours }) => sum + hours, 0);
}

/** Most work first, rounded as shown, so that the parts add up. Skips checks that no longer exist. */
function byRole(findings: readonly Finding[]): Repair["by"] {
	const sums = new Map<Role, number>();
	for (const finding of findings) {
		const check = checkOf(finding.id);
		if (check) sums.set(check.doneBy, (sums.get(check.doneBy) ?? 0) + hoursOf(check, finding));
	}
	return [...sums].map(([role, hours]) => ({ role, hours: roundedHours(hours) })).sort((a, b) => b.hours - a.hours);
}
