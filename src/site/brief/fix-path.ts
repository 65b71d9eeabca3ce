import type { Report } from "#core/report.ts";
import type { FixPath } from "./path-chart.ts";
import type { Recommendation } from "./recommendation.ts";

/**
 * The way from today's score through each fix to what these fixes reach. Undefined where none is stated: before
 * methodology 2.0.0, and where nothing is left to fix.
 */
export function fixPath(
	{ scores, firstFixes = [] }: Pick<Report, "scores" | "firstFixes">,
	recommendations: readonly Recommendation[],
): FixPath | undefined {
	if (!scores || firstFixes.length === 0) return undefined;
	const titles = new Map(recommendations.map(({ id, title }) => [id, title]));
	let from: number = scores.overall;
	const steps = firstFixes.map(({ id, score }) => {
		// The score of today is a whole number, those of the steps are not: a step never leads down.
		const to = Math.max(from, score);
		const step = { id, title: titles.get(id) ?? id, from, to };
		from = to;
		return step;
	});
	return { from: scores.overall, steps, reachable: from };
}
