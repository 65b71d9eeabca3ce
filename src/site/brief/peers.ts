import { oncePer } from "#core/once-per.ts";
import type { Preset } from "#core/preset.ts";
import type { PublicSite } from "../publication/published-sites.ts";
import { PEER_TEXTS } from "./place-texts.ts";

/** The newest audit of a site as peers are counted by. */
export interface PeerSite {
	/** ASCII host. */
	readonly domain: string;
	readonly preset: Preset;
	readonly methodology: string;
	/** Overall score; absent where the site could not be audited. */
	readonly overall?: number | undefined;
}

/** Sites that one methodology judged as one kind: their scores by domain, and in order, lowest first. */
interface PeerGroup {
	readonly byDomain: ReadonlyMap<string, number>;
	readonly scores: readonly number[];
}

export type PeerGroups = ReadonlyMap<string, PeerGroup>;

/** Below this many sites a place among them says little, and may point at one of them. */
const FEWEST = 8;

/** The wall's listed sites by their newest audits; grouped once for all briefs of a build. */
export const listedPeers = oncePer((sites: readonly PublicSite[]): PeerGroups => {
	const listed = sites
		.filter((site) => site.listed)
		.map(({ domain, history: [{ preset, methodology, scores }] }) => {
			return { domain, preset, methodology, overall: scores?.overall };
		});
	return groupPeers(listed);
});

export function groupPeers(listed: readonly PeerSite[]): PeerGroups {
	const kinds = new Map<string, Map<string, number>>();
	for (const site of listed) {
		if (site.overall === undefined) continue;
		const kind = kinds.get(kindOf(site)) ?? new Map<string, number>();
		kinds.set(kindOf(site), kind.set(site.domain, site.overall));
	}
	return new Map([...kinds].map(([kind, byDomain]) => [kind, { byDomain, scores: inOrder(byDomain) }]));
}

/**
 * Where a site stands among the listed sites of its kind that the same methodology judged, itself among them; no site is
 * counted twice. Undefined where they are fewer than eight.
 */
export function peersOf(own: PeerSite, groups: PeerGroups) {
	const { domain, overall, preset } = own;
	const group = groups.get(kindOf(own));
	if (overall === undefined || !group) return undefined;
	const { byDomain } = group;
	// The site's own audit takes the place of what the wall shows of it.
	return placeAmong({ preset, overall }, withOwn(group.scores, byDomain.get(domain), overall));
}

/**
 * Where a score stands among these, itself among them; undefined where they are fewer than eight.
 * @param scores lowest first
 * @param then whether they are of the day of the audit
 */
export function placeAmong(
	{ preset, overall }: { readonly preset: Preset; readonly overall: number },
	scores: readonly number[],
	then = false,
) {
	if (scores.length < FEWEST) return undefined;
	const lower = countWhile(scores, (score) => score < overall);
	const higher = scores.length - countWhile(scores, (score) => score <= overall);
	const counts = { of: scores.length, higher, same: scores.length - higher - lower - 1, lower };
	return { scores, says: PEER_TEXTS.among(preset, counts, then) };
}

/** How many of these it holds for, which stand before all others: by halves, since every brief of a build asks. */
function countWhile(scores: readonly number[], holds: (score: number) => boolean): number {
	let [low, high] = [0, scores.length];
	while (low < high) {
		const middle = (low + high) >> 1;
		if (holds(scores[middle] as number)) low = middle + 1;
		else high = middle;
	}
	return low;
}

/** Sites of one kind that one methodology judged are peers. */
export function kindOf({ preset, methodology }: Pick<PeerSite, "preset" | "methodology">): string {
	return `${preset} ${methodology}`;
}

/** Scores in order with one in the place of another, or added; without sorting, since live briefs ask at every request. */
function withOwn(scores: readonly number[], before: number | undefined, own: number): readonly number[] {
	if (before === own) return scores;
	const others = before === undefined ? scores : scores.toSpliced(scores.indexOf(before), 1);
	const higher = others.findIndex((score) => score > own);
	return others.toSpliced(higher < 0 ? others.length : higher, 0, own);
}

function inOrder(byDomain: ReadonlyMap<string, number>): readonly number[] {
	return [...byDomain.values()].toSorted((a, b) => a - b);
}
