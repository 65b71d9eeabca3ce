import type { ReachRow } from "#core/report.ts";

/** Search first: what people know best. */
const KINDS = ["search", "answers"] as const;

/**
 * Who may reach a site, by kind, and the lines responsible. Engines of which the same is said, for the same line, share a
 * row; each line stands once, however many it keeps out, and rows name it by its number.
 */
export function reachTable(reach: readonly ReachRow[]) {
	const lines = new Map<string, NonNullable<ReachRow["because"]>>();
	for (const { because } of reach) if (because) lines.set(keyOf(because), because);
	const numbers = new Map([...lines.keys()].map((key, index) => [key, index + 1]));
	return {
		groups: KINDS.flatMap((kind) => {
			const alike = Map.groupBy(
				reach.filter((each) => each.kind === kind),
				({ state, says, because }) => JSON.stringify([state, says, because && keyOf(because)]),
			);
			const rows = [...alike.values()].flatMap((engines) =>
				engines.slice(0, 1).map(({ state, says, because }) => {
					return { names: engines.map(({ name }) => name), state, says, line: because && numbers.get(keyOf(because)) };
				}),
			);
			return rows.length === 0 ? [] : [{ kind, rows }];
		}),
		lines: [...lines.values()].map((line, index) => ({ ...line, number: index + 1 })),
		/** How many are in each state. */
		tally: (["allowed", "partly", "blocked", "unknown"] as const).map((state) => ({
			state,
			count: reach.filter((each) => each.state === state).length,
		})),
	};
}

function keyOf({ url, at, excerpt }: NonNullable<ReachRow["because"]>): string {
	return JSON.stringify([url, at, excerpt]);
}
