import type { CompletedAudit, CompletedComparison } from "#core/audit-result.ts";
import { isFault } from "#core/verdict.ts";
import { signed } from "#core/wording.ts";
import { AXIS_WORDS } from "../brief/receipt-words.ts";
import { COMPARE_TEXTS } from "./compare-texts.ts";

type Finding = CompletedAudit["findings"][number];

/** A check that comes out differently at two sites. */
export interface DifferingCheck {
	readonly id: string;
	/** The fault, as it is headed at the side that has it, or has more of it. */
	readonly title: string;
	readonly a: Finding;
	readonly b: Finding;
}

export interface ScoreRow {
	readonly label: string;
	/** Null where it does not apply to one of them. */
	readonly a: number | null;
	readonly b: number | null;
	/** A minus B. */
	readonly difference: number | null;
}

/** Two audits as their page shows them, what sets them apart first. */
export interface ComparisonView {
	/** Checks in which one of them is ahead; those that cost the other most come first. */
	readonly aheadA: readonly DifferingCheck[];
	readonly aheadB: readonly DifferingCheck[];
	/** Scored checks that were judged at both and come out alike. */
	readonly alike: number;
	/** Overall, the axes, then the pillars, the farthest apart first. */
	readonly scores: readonly ScoreRow[];
}

export function comparisonView({ a, b, difference }: CompletedComparison): ComparisonView {
	const theirs = new Map(b.findings.map((finding) => [finding.id, finding]));
	const pairs = a.findings.flatMap((mine) => {
		const other = theirs.get(mine.id);
		return other && mine.scored && isJudged(mine) && isJudged(other) ? [{ id: mine.id, a: mine, b: other }] : [];
	});
	const differing = pairs.filter((pair) => lostShare(pair.a) !== lostShare(pair.b));
	const ahead = (side: "a" | "b") => {
		const other = side === "a" ? "b" : "a";
		return differing
			.filter((pair) => lostShare(pair[side]) < lostShare(pair[other]))
			.map((pair) => ({ ...pair, title: pair[other].title }))
			.toSorted((x, y) => y[other].lift - x[other].lift || (x.id < y.id ? -1 : 1));
	};
	return { aheadA: ahead("a"), aheadB: ahead("b"), alike: pairs.length - differing.length, scores: scoreRows() };

	function scoreRows(): ScoreRow[] {
		const row = (label: string, left: number, right: number, points: number) => ({
			label,
			a: left,
			b: right,
			difference: points,
		});
		const axis = (key: "structure" | "accessibility") =>
			row(AXIS_WORDS[key].name, a.axes[key], b.axes[key], difference.axes[key]);
		return [
			row(COMPARE_TEXTS.overall, a.overallScore, b.overallScore, difference.overallScore),
			axis("structure"),
			axis("accessibility"),
			...byDistance(difference.pillars),
		];
	}
}

/** Farthest apart first; those that only one of them has come last. */
export function byDistance<Row extends Pick<ScoreRow, "difference">>(rows: readonly Row[]): Row[] {
	const distance = ({ difference }: Row) => (difference === null ? -1 : Math.abs(difference));
	return rows.toSorted((x, y) => distance(y) - distance(x));
}

/** A difference as it is shown: `+3`, `−2`, `0`. */
export function signedPoints(points: ScoreRow["difference"]): string {
	return points === null ? COMPARE_TEXTS.none : signed(points);
}

/** What does not apply, could not be seen, or follows from another fault sets no site apart. */
function isJudged({ outcome }: Finding): boolean {
	return outcome === "pass" || isFault(outcome);
}

/** Part of a check's weight that a fault takes. */
function lostShare({ outcome, ratio }: Finding): number {
	if (!isFault(outcome)) return 0;
	return outcome === "fail" ? 1 : 1 - (ratio ?? 0.5);
}
