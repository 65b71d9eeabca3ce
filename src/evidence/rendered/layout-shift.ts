import type { BrowserContext, Page } from "playwright-core";

const PLACE = "sightline:layout-shift";

/**
 * Cumulative Layout Shift: the largest session window of shifts, windows of at most 5 s with gaps under 1 s
 * (web.dev/articles/cls). Nobody touches this page, so `hadRecentInput`, which emulating a phone sets, is not asked. Call before the page is opened.
 */
export async function watchLayoutShift(context: BrowserContext): Promise<void> {
	await context.addInitScript(observe, PLACE);
}

/** The sum so far, three decimals. */
export async function readLayoutShift(page: Page): Promise<number> {
	const worst: unknown = await page.evaluate((place) => Reflect.get(globalThis, place), PLACE);
	return typeof worst === "number" && Number.isFinite(worst) ? Math.round(Math.max(0, worst) * 1000) / 1000 : 0;
}

/** Runs in the page. */
function observe(place: string): void {
	let worst = 0;
	let sum = 0;
	let first = 0;
	let last = 0;
	Reflect.set(globalThis, place, 0);
	new PerformanceObserver((list) => {
		for (const entry of list.getEntries() as (PerformanceEntry & { value: number })[]) {
			const joins = sum > 0 && entry.startTime - last < 1_000 && entry.startTime - first < 5_000;
			if (!joins) {
				sum = 0;
				first = entry.startTime;
			}
			sum += entry.value;
			last = entry.startTime;
			worst = Math.max(worst, sum);
			Reflect.set(globalThis, place, worst);
		}
	}).observe({ type: "layout-shift", buffered: true });
}
