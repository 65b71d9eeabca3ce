import type { ScaleTime } from "d3-scale";
import { spokenDate } from "#core/wording.ts";

const DAY = 86_400_000;

/** Marks of a time axis in words of our own, so that no locale decides; `count` is about how many fit. */
export function timeTicks(scale: ScaleTime<number, number>, count: number): { x: number; words: string }[] {
	const [from, to] = scale.domain().map(Number) as [number, number];
	// Days are the finest step: what happened within one is in the table.
	const most = Math.min(count, Math.max(2, Math.floor((to - from) / DAY)));
	const ticks = to - from < 2 * DAY ? [new Date(from)] : scale.ticks(most);
	const words = tickWords(ticks);
	return ticks.map((tick, index) => ({ x: Math.round(scale(tick)), words: words[index] ?? "" }));
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
