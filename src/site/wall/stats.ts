import { CURRENT_METHODOLOGY } from "#core/methodology.ts";
import { AXES, PILLARS, type PillarKey } from "#core/pillar.ts";
import { PRESET_LABELS, PRESETS } from "#core/preset.ts";
import type { ReceiptSummary } from "#receipts/store/receipt.ts";
import { AXIS_WORDS } from "../brief/texts.ts";
import type { PublicSite } from "../publication/published-sites.ts";
import { distribute } from "./distribution.ts";

/** What the newest audits of all listed sites say together. */
export type Stats = ReturnType<typeof buildStats>;
/** Without a spread where no site has such a score. */
export type SpreadRow = { readonly label: string; readonly spread: ReturnType<typeof spreadOf> };
export type Tally = { readonly label: string; readonly sites: number };

type Scored = ReceiptSummary & Required<Pick<ReceiptSummary, "scores">>;

export function buildStats(sites: readonly PublicSite[]) {
	const newest = sites.map(({ history }) => history[0]);
	const scored = newest.filter((audit): audit is Scored => audit.scores !== undefined);
	const times = newest.map(({ auditedAt }) => auditedAt).sort();
	const [from, to] = [times[0], times.at(-1)];
	const overall = (audits: readonly Scored[]) => spreadOf(audits.map(({ scores }) => scores.overall));
	return {
		sites: newest.length,
		unscored: newest.length - scored.length,
		folders: newest.filter(({ source }) => source === "folder").length,
		deep: newest.filter(({ mode }) => mode === "deep").length,
		...(from !== undefined && to !== undefined ? { audited: { from, to } } : {}),
		methodologies: tally(scored.map(({ methodology }) => methodology)),
		distribution: distribute(scored.map(({ scores }) => scores.overall)),
		overall: { label: "All sites", spread: overall(scored) },
		kinds: PRESETS.map((preset) => ({
			label: PRESET_LABELS[preset],
			spread: overall(scored.filter((audit) => audit.preset === preset)),
		})),
		axes: AXES.map((axis) => ({
			label: AXIS_WORDS[axis].name,
			spread: spreadOf(scored.map(({ scores }) => scores.axes[axis])),
		})),
		pillars: (Object.keys(PILLARS) as PillarKey[]).map((key) => ({
			label: PILLARS[key].label,
			spread: spreadOf(scored.flatMap(({ scores }) => scores.pillars[key] ?? [])),
		})),
		/** Sites with a score and at least one closed gate. */
		gated: scored.filter(({ gates }) => gates.length > 0).length,
		gates: gateTallies(scored),
	};
}

/** Every gate of today's methodology, also those that nobody closed, and those of older ones that somebody still does. */
function gateTallies(scored: readonly Scored[]): Tally[] {
	const words = new Map<string, string>(CURRENT_METHODOLOGY.gates.map(({ id, says }) => [id, says]));
	for (const { id, says } of scored.flatMap(({ gates }) => gates)) if (!words.has(id)) words.set(id, says);
	return [...words].map(([id, says]) => ({
		// What follows the first sentence speaks of causes.
		label: says.split(/(?<=\.) /u)[0] ?? says,
		sites: scored.filter(({ gates }) => gates.some((gate) => gate.id === id)).length,
	}));
}

/** How often each value occurs, the most frequent first. */
function tally(values: readonly string[]): Tally[] {
	const groups = [...Map.groupBy(values, (value) => value)];
	return groups
		.map(([label, { length: sites }]) => ({ label, sites }))
		.sort((a, b) => b.sites - a.sites || (a.label < b.label ? -1 : 1));
}

/** Where the scores of several sites lie; undefined for none. */
export function spreadOf(values: readonly number[]) {
	if (values.length === 0) return undefined;
	const sorted = values.toSorted((a, b) => a - b);
	const [lowerQuartile, median, upperQuartile] = [
		quantile(sorted, 0.25),
		quantile(sorted, 0.5),
		quantile(sorted, 0.75),
	];
	return { count: values.length, lowerQuartile, median, upperQuartile };
}

/**
 * Interpolates linearly between neighbours: definition 7 of Hyndman and Fan, "Sample Quantiles in Statistical Packages",
 * 1996, which is also what spreadsheets call inclusive. To one decimal.
 */
function quantile(sorted: readonly number[], share: number): number {
	const position = (sorted.length - 1) * share;
	const below = sorted[Math.floor(position)] ?? Number.NaN;
	const above = sorted[Math.ceil(position)] ?? Number.NaN;
	return Math.round((below + (above - below) * (position % 1)) * 10) / 10;
}
