import type { ScaleTime } from "d3-scale";
import { curveStepAfter, line } from "d3-shape";
import type { Axis } from "#core/pillar.ts";
import type { Scores } from "#core/report.ts";
import type { ReceiptSummary } from "#receipts/store/receipt.ts";
import { AXIS_WORDS, SOURCE_WORDS } from "../brief/receipt-words.ts";

/** One light audit as the chart reads it. */
export interface ChartedAudit extends Pick<ReceiptSummary, "auditedAt" | "methodology" | "source"> {
	readonly scores?: Pick<Scores, "overall" | "axes"> | undefined;
	/** Times of later audits that found the same, oldest first. */
	readonly rechecks: readonly string[];
}

export interface ChartLine {
	readonly key: "overall" | Axis;
	readonly name: string;
	readonly path: string;
	/** Audits that stand alone, and all of them where there are few. */
	readonly dots: readonly { readonly x: number; readonly y: number }[];
	/** The last value, and where its name stands. */
	readonly last?: { readonly value: number; readonly y: number };
}

export type Time = ScaleTime<number, number>;
type Scored = ChartedAudit & { readonly scores: NonNullable<ChartedAudit["scores"]> };

/** With more audits than this, dots would be a smear. */
const DOT_LIMIT = 40;
const LABEL_HEIGHT = 16;
const VALUES: Readonly<Record<ChartLine["key"], (audit: Scored) => number>> = {
	overall: ({ scores }) => scores.overall,
	structure: ({ scores }) => scores.axes.structure,
	accessibility: ({ scores }) => scores.axes.accessibility,
};

/** The three lines of the chart; `y` places a score. */
export function chartLines(audits: readonly ChartedAudit[], x: Time, y: (score: number) => number): ChartLine[] {
	const runs = comparableRuns(audits);
	const count = runs.reduce((sum, run) => sum + run.length, 0);
	const lines = (["structure", "accessibility", "overall"] as const).map((key) => {
		const value = VALUES[key];
		const place = ({ at, score }: { at: string; score: number }) => [x(Date.parse(at)), y(score)] as [number, number];
		const draw = line().curve(curveStepAfter).digits(1);
		const path = runs.map((run) => draw(steps(run, value).map(place)) ?? "").join("");
		const single = count <= DOT_LIMIT ? runs.flat() : runs.filter((run) => steps(run, value).length === 1).flat();
		const dots = single.map((audit) => ({ x: round(x(Date.parse(audit.auditedAt))), y: y(value(audit)) }));
		const newest = runs.at(-1)?.at(-1);
		const name = key === "overall" ? "Overall" : AXIS_WORDS[key].name;
		return { key, name, path, dots, value: newest && value(newest) };
	});
	const spaced = apart(
		lines.map(({ value }) => y(value ?? 0)),
		LABEL_HEIGHT,
	);
	return lines.map(({ value, ...rest }, index) => {
		const at = spaced[index];
		return value === undefined || at === undefined ? rest : { ...rest, last: { value, y: at } };
	});
}

/** A value stands until an audit finds another one; audits that change nothing need no point of their own. */
function steps(run: readonly Scored[], value: (audit: Scored) => number): { at: string; score: number }[] {
	const points = run.flatMap((audit, index) => {
		const previous = run[index - 1];
		if (previous && value(previous) === value(audit)) return [];
		return [{ at: audit.auditedAt, score: value(audit) }];
	});
	const newest = run.at(-1);
	const until = newest?.rechecks.at(-1) ?? newest?.auditedAt;
	const last = points.at(-1);
	return last && until !== undefined && until > last.at ? [...points, { at: until, score: last.score }] : points;
}

/** Audits that stand on one line: scored, next to each other, and comparable. */
function comparableRuns(audits: readonly ChartedAudit[]): Scored[][] {
	const runs: Scored[][] = [];
	for (const [index, audit] of audits.entries()) {
		const previous = audits[index - 1];
		if (!isScored(audit)) continue;
		const run = previous?.scores && whatBreaks(previous, audit) === undefined ? runs.at(-1) : undefined;
		if (run) run.push(audit);
		else runs.push([audit]);
	}
	return runs;
}

function isScored(audit: ChartedAudit): audit is Scored {
	return audit.scores !== undefined;
}

/** What keeps two neighbours from being compared, named by what begins. */
export function whatBreaks(before: ChartedAudit, after: ChartedAudit): string | undefined {
	if (before.methodology !== after.methodology) return `Methodology ${after.methodology}`;
	return before.source === after.source ? undefined : SOURCE_WORDS[after.source];
}

/** To one decimal. */
export function round(value: number): number {
	return Math.round(value * 10) / 10;
}

/**
 * Moves labels apart that would stand over each other: heights in any order, in the same order back, `least` between
 * neighbours. A crowd keeps its middle.
 */
export function apart(heights: readonly number[], least: number): number[] {
	const groups: { members: number[]; middle: number }[] = [];
	const order = heights.map((_, index) => index).sort((a, b) => (heights[a] ?? 0) - (heights[b] ?? 0) || a - b);
	for (const index of order) {
		let group = { members: [index], middle: heights[index] ?? 0 };
		for (let above = groups.at(-1); above && overlap(above, group, least); above = groups.at(-1)) {
			groups.pop();
			const members = [...above.members, ...group.members];
			group = { members, middle: members.reduce((sum, each) => sum + (heights[each] ?? 0), 0) / members.length };
		}
		groups.push(group);
	}
	const placed = heights.slice();
	for (const { members, middle } of groups) {
		const top = middle - ((members.length - 1) * least) / 2;
		for (const [rank, index] of members.entries()) placed[index] = Math.round((top + rank * least) * 10) / 10;
	}
	return placed;
}

function overlap(
	above: { members: number[]; middle: number },
	below: { members: number[]; middle: number },
	least: number,
): boolean {
	return below.middle - above.middle < ((above.members.length + below.members.length) / 2) * least;
}
