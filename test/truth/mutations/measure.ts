import type { Report } from "#core/report.ts";
import { auditMutated, auditUnchanged, type MutableSite } from "./mutated-sites.ts";
import type { Mutation } from "./mutation.ts";
import { MUTATIONS } from "./mutations.ts";

/** What one mutation did to one site's score. */
export interface Effect {
	readonly mutation: Mutation;
	readonly host: string;
	/** Of the site as it is. */
	readonly base: number;
	/** Points won or lost, to a tenth. */
	readonly change: number;
	/** Points that the mutation costs here at least; none where a grave fault caps the score anyway. */
	readonly atLeast: number;
}

/** Every mutation on every site; a mutation that changes nothing of a site has no effect there. */
export async function measureMutations(
	sites: readonly MutableSite[],
	mutations: readonly Mutation[] = MUTATIONS,
): Promise<readonly Effect[]> {
	const effects: Effect[] = [];
	for (const site of sites) {
		const unchanged = await auditUnchanged(site);
		const base = scoreOf(unchanged);
		for (const mutation of mutations) {
			const report = await auditMutated(site, mutation);
			if (!report) continue;
			const { points, where } = mutation.atLeast ?? { points: 0, where: "html" };
			const atLeast = unchanged.gates.length === 0 && site.page.all(where).length > 0 ? points : 0;
			effects.push({ mutation, host: site.host, base, change: tenth(scoreOf(report) - base), atLeast });
		}
	}
	return effects;
}

/** A site that cannot be judged has no score, and nobody shows it one. */
export function scoreOf({ scores }: Report): number {
	return scores?.overall ?? 0;
}

/** What contradicts a mutation: a score that rises, a loss that is too small, a cost of what must cost nothing. */
export function wrongEffects(effects: readonly Effect[]): readonly Effect[] {
	return effects.filter(({ mutation: { costs }, atLeast, change }) =>
		costs === "nothing" ? change !== 0 : change > 0 || -change < atLeast,
	);
}

function tenth(points: number): number {
	return Math.round(points * 10) / 10;
}
