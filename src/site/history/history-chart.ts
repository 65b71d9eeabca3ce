import { type ScaleTime, scaleUtc } from "d3-scale";
import { curveStepAfter, line } from "d3-shape";
import { DAY_MS } from "#core/kept-for.ts";
import type { Axis } from "#core/pillar.ts";

import type { Scores } from "#core/report.ts";
import { plainCount, spokenDate } from "#core/wording.ts";
import type { ReceiptSummary } from "#receipts/store/receipt.ts";
import { BANDS } from "../brief/band.ts";
import { AXIS_WORDS, SOURCES } from "../brief/texts.ts";
import { readAlike } from "./pages-read.ts";

export interface ChartedAudit extends Pick<ReceiptSummary, "auditedAt" | "methodology" | "source" | "site"> {
	readonly scores?: Pick<Scores, "overall" | "axes"> | undefined;
	/** Times, oldest first. */
	readonly rechecks: readonly string[];
}

interface ChartSize {
	readonly width: number;
	readonly height: number;
	/** Margin for the line labels. */
	readonly right: number;
}

/** Narrow screens get a separate drawing with legible text. */
export const WIDE: ChartSize = { width: 880, height: 320, right: 132 };
export const NARROW: ChartSize = { width: 340, height: 280, right: 34 };

const LEFT = 30;
const TOP = 26;
const FOOT = 44;
/** @param audits oldest first, at least 2 */
export function historyChart(audits: readonly ChartedAudit[], size: ChartSize) {
	const frame = { left: LEFT, right: size.width - size.right, top: TOP, bottom: size.height - FOOT };
	const times = audits.flatMap(({ auditedAt, rechecks }) => [auditedAt, ...rechecks]).map(Date.parse);
	const x = scaleUtc([Math.min(...times), Math.max(...times)], [frame.left + 6, frame.right - 6]);
	const y = (score: number) => round(frame.bottom - (score / 100) * (frame.bottom - frame.top));
	return {
		size,
		frame,
		scoreTicks: [0, ...BANDS.map(({ from }) => from).filter(Boolean), 100]
			.sort((a, b) => a - b)
			.map((score) => ({ score, y: y(score) })),
		timeTicks: timeTicks(x, Math.floor((frame.right - frame.left) / 100)),
		lines: chartLines(audits, x, y),
		breaks: chartBreaks(audits, x, frame.right),
		failures: audits.filter(({ scores }) => !scores).map(({ auditedAt }) => round(x(Date.parse(auditedAt)))),
		rechecks: recheckTicks(audits, x, frame.bottom),
	};
}

/** Omits labels that would overlap. */
function chartBreaks(
	audits: readonly ChartedAudit[],
	x: Time,
	right: number,
): { x: number; words?: string; anchor: "start" | "end" }[] {
	let free = Number.NEGATIVE_INFINITY;
	return audits.slice(1).flatMap((audit, index) => {
		const previous = audits[index];
		const words = previous && whatBreaks(previous, audit);
		if (words === undefined) return [];
		const at = round(x(Date.parse(audit.auditedAt)));
		const width = words.length * 6.5;
		const anchor: "start" | "end" = at + width > right ? "end" : "start";
		const from = anchor === "start" ? at : at - width;
		if (from < free) return [{ x: at, anchor }];
		free = from + width + 8;
		return [{ x: at, words, anchor }];
	});
}

/** At most one tick per drawing unit. */
function recheckTicks(audits: readonly ChartedAudit[], x: Time, bottom: number): string {
	const places = audits.flatMap(({ rechecks }) => rechecks.map((at) => Math.round(x(Date.parse(at)))));
	return [...new Set(places)].map((at) => `M${at} ${bottom}v5`).join("");
}

/** Formats dates itself, independent of the locale. @param count about how many fit */
function timeTicks(scale: ScaleTime<number, number>, count: number): { x: number; words: string }[] {
	const [from, to] = scale.domain().map(Number) as [number, number];
	// The finest step is a day. A chart within one day gets its first and last minute.
	if (to - from < DAY_MS) return minuteTicks(scale, from, to);
	const most = Math.min(count, Math.max(2, Math.floor((to - from) / DAY_MS)));
	const ticks = to - from < 2 * DAY_MS ? [new Date(from)] : scale.ticks(most);
	const words = tickWords(ticks);
	return ticks.map((tick, index) => ({ x: Math.round(scale(tick)), words: words[index] ?? "" }));
}

function minuteTicks(scale: ScaleTime<number, number>, from: number, to: number): { x: number; words: string }[] {
	const [first, last] = [from, to].map((time) => new Date(time).toISOString().slice(11, 16));
	const begins = { x: Math.round(scale(from)), words: `${tickWords([new Date(from)])[0]}, ${first}` };
	return first === last ? [begins] : [begins, { x: Math.round(scale(to)), words: `${last} UTC` }];
}

function tickWords(ticks: readonly Date[]): string[] {
	const isYears = ticks.length > 1 && ticks.every((tick) => tick.toISOString().slice(5, 10) === "01-01");
	const isMonths = ticks.length > 1 && ticks.every((tick) => tick.getUTCDate() === 1);
	return ticks.map((tick, index) => {
		const [day = "", month = "", year = ""] = spokenDate(tick.toISOString()).split(" ");
		if (isYears) return year;
		const previous = ticks[index - 1];
		const withYear = previous === undefined || previous.getUTCFullYear() !== tick.getUTCFullYear() ? ` ${year}` : "";
		return `${isMonths ? "" : `${day} `}${month.slice(0, 3)}${withYear}`;
	});
}

export type Time = ScaleTime<number, number>;
type Scored = ChartedAudit & { readonly scores: NonNullable<ChartedAudit["scores"]> };

/** Above this number of audits, dots would overlap. */
const DOT_LIMIT = 40;
const LABEL_HEIGHT = 16;
const VALUES: Readonly<Record<"overall" | Axis, (audit: Scored) => number>> = {
	overall: ({ scores }) => scores.overall,
	structure: ({ scores }) => scores.axes.structure,
	accessibility: ({ scores }) => scores.axes.accessibility,
};

function chartLines(audits: readonly ChartedAudit[], x: Time, y: (score: number) => number) {
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
		return { ...rest, last: value === undefined || at === undefined ? undefined : { value, y: at } };
	});
}

/** Draws steps: a value holds until the next audit. */
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

/** Scored, next to each other, and comparable. */
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

function whatBreaks(before: ChartedAudit, after: ChartedAudit): string | undefined {
	if (before.methodology !== after.methodology) return `Methodology ${after.methodology}`;
	if (before.source !== after.source) return SOURCES[after.source];
	return readAlike(before, after) ? undefined : plainCount(after.site?.pages ?? 1, "page");
}

export function round(value: number): number {
	return Math.round(value * 10) / 10;
}

/** Spreads heights to at least `least` apart, in the same order. A group keeps its centre. */
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
