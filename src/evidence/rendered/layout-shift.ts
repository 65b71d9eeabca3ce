import type { IsolatedWorld } from "./isolated-world.ts";

/**
 * Cumulative Layout Shift so far, three decimals: the largest session window of shifts, windows of at most 5 s with gaps
 * under 1 s (web.dev/articles/cls). Nobody touches this page, so `hadRecentInput`, which emulating a phone sets, is not
 * asked.
 */
export async function readLayoutShift(world: IsolatedWorld): Promise<number> {
	const worst = await world.call(observe, 100);
	return typeof worst === "number" && Number.isFinite(worst) ? Math.round(Math.max(0, worst) * 1000) / 1000 : 0;
}

/** Runs in the page. */
function observe(patience: number): Promise<number> {
	let worst = 0;
	let sum = 0;
	let first = 0;
	let last = 0;
	const add = ({ startTime, value }: { startTime: number; value: number }) => {
		const joins = sum > 0 && startTime - last < 1_000 && startTime - first < 5_000;
		if (!joins) {
			sum = 0;
			first = startTime;
		}
		sum += value;
		last = startTime;
		worst = Math.max(worst, sum);
	};
	return new Promise((resolve) => {
		new PerformanceObserver((list) => {
			for (const entry of list.getEntries() as (PerformanceEntry & { value: number })[]) add(entry);
		}).observe({ type: "layout-shift", buffered: true });
		// What happened before comes in the next turn.
		setTimeout(() => resolve(worst), patience);
	});
}
