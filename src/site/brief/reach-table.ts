import type { ReachRow } from "#core/report.ts";

/** Search first: what people know best. */
const KINDS = ["search", "answers"] as const;

/**
 * Who may reach a site, by kind, and the lines responsible: each line stands once, however many it keeps out, and rows
 * name it by its number.
 */
export function reachTable(reach: readonly ReachRow[]) {
	const lines = new Map<string, NonNullable<ReachRow["because"]>>();
	for (const { because } of reach) if (because) lines.set(keyOf(because), because);
	const numbers = new Map([...lines.keys()].map((key, index) => [key, index + 1]));
	return {
		groups: KINDS.flatMap((kind) => {
			const rows = reach
				.filter((each) => each.kind === kind)
				.map(({ because, ...row }) => ({ ...row, line: because && numbers.get(keyOf(because)) }));
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
