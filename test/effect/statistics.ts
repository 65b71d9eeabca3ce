import type { Estimate } from "#checks/effect.ts";

const RESAMPLES = 1_000;
const SEED = 20_261_128;

/** Percentile bootstrap over pages, with a fixed seed: the same pages give the same interval. */
export function estimate<T>(pages: readonly T[], statistic: (sample: readonly T[]) => number): Estimate {
	const random = randomNumbers(SEED);
	const resample = () => pages.map(() => pages[Math.floor(random() * pages.length)] as T);
	const seen = Array.from({ length: RESAMPLES }, () => statistic(resample())).toSorted((a, b) => a - b);
	const at = (share: number) => thousandth(seen[Math.floor(share * (RESAMPLES - 1))] ?? 0);
	return { value: thousandth(statistic(pages)), low: at(0.025), high: at(0.975), pages: pages.length };
}

export function mean(values: readonly number[]): number {
	return values.reduce((sum, value) => sum + value, 0) / (values.length || 1);
}

/** Spearman's rank correlation; equal values share their mean rank. 0 where one side never varies. */
export function spearman(pairs: readonly (readonly [number, number])[]): number {
	const a = ranks(pairs.map(([one]) => one));
	const b = ranks(pairs.map(([, other]) => other));
	const middle = (pairs.length - 1) / 2;
	const product = (x: readonly number[], y: readonly number[]) =>
		x.reduce((sum, rank, index) => sum + (rank - middle) * ((y[index] ?? 0) - middle), 0);
	return product(a, b) / (Math.sqrt(product(a, a) * product(b, b)) || 1);
}

function ranks(values: readonly number[]): number[] {
	const sorted = values.toSorted((a, b) => a - b);
	const first = new Map(sorted.toReversed().map((value, index) => [value, values.length - 1 - index]));
	const last = new Map(sorted.map((value, index) => [value, index]));
	return values.map((value) => ((first.get(value) ?? 0) + (last.get(value) ?? 0)) / 2);
}

/** Uniform in [0, 1): a linear congruential generator with the constants of Numerical Recipes. */
function randomNumbers(seed: number): () => number {
	let state = seed >>> 0;
	return () => {
		state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
		return state / 2 ** 32;
	};
}

function thousandth(value: number): number {
	return Math.round(value * 1_000) / 1_000 + 0;
}
