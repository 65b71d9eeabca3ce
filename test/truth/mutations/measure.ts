import type { Report } from "#core/report.ts";
import type { JudgeResult } from "../judge-result.ts";
import { auditMutated, auditUnchanged, type MutableSite } from "./mutated-sites.ts";
import type { Floor, Mutation } from "./mutation.ts";
import { MUTATIONS } from "./mutations.ts";

/** Effect of one mutation on one site's score. */
export interface Effect {
	readonly mutation: Mutation;
	readonly host: string;
	/** Of the site as it is. */
	readonly base: number;
	/** Points gained or lost, to a tenth. */
	readonly change: number;
	/** Minimum loss here; none if a serious fault caps the score anyway. */
	readonly atLeast: number;
}

/** Applies every mutation to every site; one without changes has no effect there. */
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
			const { points, checks, orAtMost = 0 }: Floor = mutation.atLeast ?? { points: 0, checks: [] };
			const passed = new Set(unchanged.findings.flatMap(({ id, outcome }) => (outcome === "pass" ? [id] : [])));
			const wasRight = checks.every((id) => passed.has(id));
			const atLeast = unchanged.gates.length === 0 && wasRight ? Math.max(0, Math.min(points, base - orAtMost)) : 0;
			effects.push({ mutation, host: site.host, base, change: tenth(scoreOf(report) - base), atLeast });
		}
	}
	return effects;
}

/** A site without a result has no score. */
export function scoreOf({ scores }: Report): number {
	return scores?.overall ?? 0;
}

/** Wrong effects: a higher score, too small a loss, or a change by a neutral mutation. */
export function wrongEffects(effects: readonly Effect[]): readonly Effect[] {
	return effects.filter(({ mutation: { costs }, atLeast, change }) => {
		if (costs === "something") return change > 0 || -change < atLeast;
		return change < 0 || (costs === "nothing" && change > 0);
	});
}

/** A case is one mutation of one site. */
export function judgeMutations(effects: readonly Effect[]): JudgeResult {
	const wrong = wrongEffects(effects);
	return {
		judge: "Mutations of home pages",
		cases: effects.length,
		agreed: effects.length - wrong.length,
		disagreements: wrong.map(({ mutation, host, base, change, atLeast }) => ({
			case: `${host} · ${mutation.name}`,
			expected: mutation.costs === "nothing" ? "no change" : `a loss of ${atLeast} points or more`,
			ours: `${base} becomes ${tenth(base + change)}`,
		})),
		table: [
			"| mutation | sites | raised | least | median | most lost |",
			"|---|--:|--:|--:|--:|--:|",
			...summaries(effects).map(({ name, changes, rises }) => {
				const [most = 0] = changes;
				const cells = [
					name.replaceAll("|", "\\|"),
					changes.length,
					rises,
					-(changes.at(-1) ?? 0),
					-medianOf(changes),
					-most,
				];
				return `| ${cells.map((cell) => (Object.is(cell, -0) ? 0 : cell)).join(" | ")} |`;
			}),
			"",
			`Scores of the unchanged sites: ${basesOf(effects)
				.map(([host, base]) => `${host} ${base}`)
				.join(", ")}.`,
		],
	};
}

/** Sites' original scores, lowest first. */
export function basesOf(effects: readonly Effect[]): readonly (readonly [host: string, base: number])[] {
	return [...new Map(effects.map(({ host, base }) => [host, base]))].toSorted(([, a], [, b]) => a - b);
}

export interface Summary {
	readonly name: string;
	/** Changed sites, largest loss first. */
	readonly changes: readonly number[];
	/** Sites with a higher score. */
	readonly rises: number;
}

export function summaries(effects: readonly Effect[]): readonly Summary[] {
	return MUTATIONS.map(({ name }) => {
		const changes = effects.filter(({ mutation }) => mutation.name === name).map(({ change }) => change);
		return { name, changes: changes.toSorted((a, b) => a - b), rises: changes.filter((change) => change > 0).length };
	});
}

/** Median of sorted numbers, or 0. */
export function medianOf(sorted: readonly number[]): number {
	return sorted[sorted.length >> 1] ?? 0;
}

function tenth(points: number): number {
	return Math.round(points * 10) / 10;
}
