import type { CompletedAudit, CompletedComparison } from "#core/audit-result.ts";
import { isFault } from "#core/verdict.ts";
import { counted, signed } from "#core/wording.ts";
import { AXIS_WORDS } from "../brief/texts.ts";

/** Placeholder for a number that does not apply. */
export const NONE = "–";

export function comparisonHeadline(a: string, b: string, points: number): string {
	if (points === 0) return `${a} and ${b} have the same score.`;
	const [ahead, behind] = points > 0 ? [a, b] : [b, a];
	return `${ahead} is ${counted(Math.abs(points), "point")} ahead of ${behind}.`;
}

type Finding = CompletedAudit["findings"][number];

export interface ScoreRow {
	readonly label: string;
	/** Null if it does not apply. */
	readonly a: number | null;
	readonly b: number | null;
	readonly difference: number | null;
}

/** Costliest differences first, under the fault of the worse side; then scores, largest difference first. */
export function comparisonView({ a, b, difference }: CompletedComparison) {
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
			row("Overall", a.overallScore, b.overallScore, difference.overallScore),
			axis("structure"),
			axis("accessibility"),
			...byDistance(difference.pillars),
		];
	}
}

/** Rows that only one site has come last. */
export function byDistance<Row extends Pick<ScoreRow, "difference">>(rows: readonly Row[]): Row[] {
	const distance = ({ difference }: Row) => (difference === null ? -1 : Math.abs(difference));
	return rows.toSorted((x, y) => distance(y) - distance(x));
}

export function signedPoints(points: ScoreRow["difference"]): string {
	return points === null ? NONE : signed(points);
}

/** Excludes findings that do not apply, are unknown or follow from another fault. */
function isJudged({ outcome }: Finding): boolean {
	return outcome === "pass" || isFault(outcome);
}

/** Lost share of the check's weight, 0 to 1. */
function lostShare({ outcome, ratio }: Finding): number {
	if (!isFault(outcome)) return 0;
	return outcome === "fail" ? 1 : 1 - (ratio ?? 0.5);
}
