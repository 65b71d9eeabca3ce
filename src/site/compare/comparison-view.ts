import type { CompletedAudit, CompletedComparison } from "#core/audit-result.ts";
import { isFault } from "#core/verdict.ts";
import { counted, plural, signed } from "#core/wording.ts";
import { AXIS_WORDS } from "../brief/texts.ts";

export const COMPARE_TEXTS = {
	title: "Compare two sites",
	description: "Two public sites side by side: where they differ for search engines and AI agents, check by check.",
	lead: "Name two public sites. Both are audited, and what sets them apart comes first.",
	form: {
		tool: "Fills in the form that audits two public sites and lays them side by side.",
		a: "One site",
		b: "The other site",
		hint: "A name such as example.com.",
		submit: "Compare them",
		undone: "Nothing was compared",
		missing: "Enter the address of a site.",
		tooLong: "This must have at most 2,048 characters.",
		same: (host: string) => `Both fields name ${host}. A comparison needs two different sites.`,
	},
	another: "Compare others",
	again: "Audit both again",
	unknown: (hosts: readonly string[]) =>
		`No audit of ${hosts.join(" or ")} is at hand. Press the button to audit both, which takes seconds.`,
	notAudited: (host: string) => `${host} could not be audited.`,
	otherStands: (host: string, score: number, band: string) =>
		`${host}, the other side, has ${score} of 100: ${band.toLowerCase()}.`,
	methodologies: (a: string, b: string) =>
		`One audit is of methodology ${a}, the other of ${b}: their scores mean different things. Audit both again.`,
	depths: (a: string, b: string) =>
		`One audit is ${a}, the other ${b}: their scores do not rest on the same. Audit both again, each alike.`,
	headline: (a: string, b: string, points: number) =>
		points === 0
			? `${a} and ${b} have the same score.`
			: points > 0
				? `${a} is ${counted(points, "point")} ahead of ${b}.`
				: `${b} is ${counted(-points, "point")} ahead of ${a}.`,
	differences: "Where they differ",
	noDifferences: "No check that is scored comes out differently.",
	better: (host: string, count: number) => `${host} is ahead in ${counted(count, "check")}`,
	alike: (count: number) => `${counted(count, "further check")} ${plural(count, "comes", "come")} out alike.`,
	scores: "Scores",
	overall: "Overall",
	difference: "Difference",
	check: "Check",
	part: "Part",
	audited: (depth: string, at: string) => `Audited ${at}, ${depth}`,
	depth: { light: "of the home page alone", deep: "with further pages" },
	none: "–",
	brief: (host: string) => `Read the brief of ${host}`,
	static: {
		lead: "This site is made of files and audits nothing itself.",
		command:
			"On your own machine, one command compares two sites. It needs Node 22.19 or newer, no account and no key.",
		elsewhere: (host: string) => `The comparison runs at ${host}.`,
	},
} as const;

type Finding = CompletedAudit["findings"][number];

export interface ScoreRow {
	readonly label: string;
	/** Null where it does not apply to one of them. */
	readonly a: number | null;
	readonly b: number | null;
	readonly difference: number | null;
}

/** First what costs the other most, headed by the fault of the worse side; then scores, the farthest apart first. */
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
			row(COMPARE_TEXTS.overall, a.overallScore, b.overallScore, difference.overallScore),
			axis("structure"),
			axis("accessibility"),
			...byDistance(difference.pillars),
		];
	}
}

/** Those that only one of them has stand last. */
export function byDistance<Row extends Pick<ScoreRow, "difference">>(rows: readonly Row[]): Row[] {
	const distance = ({ difference }: Row) => (difference === null ? -1 : Math.abs(difference));
	return rows.toSorted((x, y) => distance(y) - distance(x));
}

export function signedPoints(points: ScoreRow["difference"]): string {
	return points === null ? COMPARE_TEXTS.none : signed(points);
}

/** What does not apply, could not be seen, or follows from another fault sets no site apart. */
function isJudged({ outcome }: Finding): boolean {
	return outcome === "pass" || isFault(outcome);
}

/** Of a check's weight, 0 to 1. */
function lostShare({ outcome, ratio }: Finding): number {
	if (!isFault(outcome)) return 0;
	return outcome === "fail" ? 1 : 1 - (ratio ?? 0.5);
}
