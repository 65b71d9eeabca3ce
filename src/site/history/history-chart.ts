import { type ScaleTime, scaleUtc } from "d3-scale";
import { DAY_MS } from "#core/kept-for.ts";
import { spokenDate } from "#core/wording.ts";
import { BANDS } from "../brief/band.ts";
import { type ChartedAudit, type ChartLine, chartLines, round, type Time, whatBreaks } from "./history-lines.ts";

export interface ChartSize {
	readonly width: number;
	readonly height: number;
	/** Room on the right for the names of the lines. */
	readonly right: number;
}

/** Wide screens and paper; narrow ones get a drawing of their own, so that its letters stay readable. */
export const WIDE: ChartSize = { width: 880, height: 320, right: 132 };
export const NARROW: ChartSize = { width: 340, height: 280, right: 34 };

export interface HistoryChart {
	readonly size: ChartSize;
	readonly frame: { readonly left: number; readonly right: number; readonly top: number; readonly bottom: number };
	/** 0, 100 and the lines between the bands. */
	readonly scoreTicks: readonly { readonly score: number; readonly y: number }[];
	readonly timeTicks: readonly { readonly x: number; readonly words: string }[];
	readonly lines: readonly ChartLine[];
	/** Where scores stop being comparable. Words are absent where they would stand over others. */
	readonly breaks: readonly { readonly x: number; readonly words?: string; readonly anchor: "start" | "end" }[];
	/** Audits that gave no score. */
	readonly failures: readonly number[];
	/** Ticks of audits that found the same, as one path. */
	readonly rechecks: string;
}

const LEFT = 30;
const TOP = 26;
const FOOT = 44;
/** The scores of one domain over time. `audits` are oldest first, two at least. */
export function historyChart(audits: readonly ChartedAudit[], size: ChartSize): HistoryChart {
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

function chartBreaks(audits: readonly ChartedAudit[], x: Time, right: number): HistoryChart["breaks"] {
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

/** At most one tick a unit of the drawing, however many audits there were. */
function recheckTicks(audits: readonly ChartedAudit[], x: Time, bottom: number): string {
	const places = audits.flatMap(({ rechecks }) => rechecks.map((at) => Math.round(x(Date.parse(at)))));
	return [...new Set(places)].map((at) => `M${at} ${bottom}v5`).join("");
}

/** Marks of a time axis in words of our own, so that no locale decides; `count` is about how many fit. */
function timeTicks(scale: ScaleTime<number, number>, count: number): { x: number; words: string }[] {
	const [from, to] = scale.domain().map(Number) as [number, number];
	// Days are the finest step but for what happened within one: its first and last minute.
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

/** Years where ticks are years, months where they are months, days else; the year stands where it begins. */
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
