import type { Report } from "#core/report.ts";

/** The way from today's score through each fix, in this order, to what is reachable; scores 0 to 100. */
export interface FixPath {
	readonly from: number;
	readonly steps: readonly {
		readonly title: string;
		readonly from: number;
		readonly to: number;
		/** How many of the next steps its gain counts; absent where none. */
		readonly takesIn?: number;
	}[];
	/** The score with all that is known to be wrong put right. */
	readonly reachable: number;
}

/** One step of the way up: whole scores, the first from the score that is shown, so that what stands one below the other adds up. */
export interface FixStep {
	/** Id of the check. */
	readonly id: string;
	readonly from: number;
	readonly to: number;
	/** How many of the next steps its gain counts: they were put behind it, and what each adds alone is not stated. */
	readonly takesIn: number;
	/** True where its gain is counted by the first step. */
	readonly isTakenIn: boolean;
}

/**
 * What the list, the chart and their sentences go by. The steps that the report states, in its order; what shuts machines
 * out goes before all others, and its gain is then that of these steps together.
 * @param today the overall score, a whole number
 * @param gravest id of the check that goes first; no id for the stated order
 */
export function fixSteps(
	today: number | undefined,
	firstFixes: Report["firstFixes"] = [],
	gravest?: string,
): readonly FixStep[] {
	if (today === undefined || firstFixes.length === 0) return [];
	const at = firstFixes.findIndex(({ id }) => id === gravest);
	const [moved, before] = [firstFixes[at], firstFixes.slice(0, Math.max(0, at))];
	const ordered = moved
		? [moved, ...before.map(({ id }) => ({ id, score: moved.score })), ...firstFixes.slice(at + 1)]
		: [...(gravest === undefined ? [] : [{ id: gravest, score: today }]), ...firstFixes].slice(0, firstFixes.length);
	let from = today;
	return ordered.map(({ id, score }, index) => {
		// The score of today is a whole number, those of the steps are not: a step never leads down.
		const to = Math.max(from, Math.round(score));
		const takesIn = index === 0 ? before.length : 0;
		const step = { id, from, to, takesIn, isTakenIn: index > 0 && index <= before.length };
		from = to;
		return step;
	});
}

/** The way from today's score through each fix to what these fixes reach. Undefined where none is stated. */
export function fixPath(
	steps: readonly FixStep[],
	titles: readonly { readonly id: string; readonly title: string }[],
): FixPath | undefined {
	const named = new Map(titles.map(({ id, title }) => [id, title]));
	const [first, last] = [steps[0], steps.at(-1)];
	if (!first || !last) return undefined;
	return {
		from: first.from,
		steps: steps.map(({ id, from, to, takesIn }) => {
			return { id, title: named.get(id) ?? id, from, to, ...(takesIn > 0 ? { takesIn } : {}) };
		}),
		reachable: last.to,
	};
}

/** The steps that gain something, to a tenth, each with its number in the list of fixes. */
export function risingSteps({ steps }: Pick<FixPath, "steps">) {
	return steps
		.map((step, index) => ({ ...step, number: index + 1 }))
		.filter(({ from, to }) => Math.round((to - from) * 10) > 0);
}
