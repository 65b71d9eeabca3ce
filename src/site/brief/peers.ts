import { oncePer } from "#core/once-per.ts";
import type { Preset } from "#core/preset.ts";
import { newestFirst, type ReceiptSummary } from "#receipts/store/receipt.ts";
import type { PublicSite } from "../publication/published-sites.ts";
import { ENGLISH, type Words } from "./languages.ts";

export interface PeerSite {
	readonly domain: string;
	readonly preset: Preset;
	readonly methodology: string;
	/** Undefined if the site could not be audited. */
	readonly overall?: number | undefined;
}

/** Scores by domain, and sorted, lowest first. */
interface PeerGroup {
	readonly byDomain: ReadonlyMap<string, number>;
	readonly scores: readonly number[];
}

export type PeerGroups = ReadonlyMap<string, PeerGroup>;

/** With fewer sites, a rank says little and may identify one of them. */
const FEWEST = 8;

/** Memoized for all briefs of a build. */
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

/** Includes the site itself, counts each site once; undefined for fewer than 8 sites. */
export function peersOf(own: PeerSite, groups: PeerGroups, words: Words = ENGLISH) {
	const { domain, overall, preset } = own;
	const group = groups.get(kindOf(own));
	if (overall === undefined || !group) return undefined;
	const { byDomain } = group;
	// The brief's audit replaces the site's score on the wall.
	return placeAmong({ preset, overall }, withOwn(group.scores, byDomain.get(domain), overall), "now", words);
}

type When = "now" | "onThatDay";

/** @param scores lowest first, including its own @returns undefined for fewer than 8 sites */
function placeAmong(
	{ preset, overall }: { readonly preset: Preset; readonly overall: number },
	scores: readonly number[],
	when: When,
	words: Words,
) {
	if (scores.length < FEWEST) return undefined;
	const lower = countWhile(scores, (score) => score < overall);
	const higher = scores.length - countWhile(scores, (score) => score <= overall);
	const counts = { of: scores.length, higher, same: scores.length - higher - lower - 1, lower };
	return { scores, says: among(preset, counts, when, words) };
}

function among(
	preset: Preset,
	{ of, higher, same, lower }: Record<"of" | "higher" | "same" | "lower", number>,
	when: When,
	{ PEERS, filled, listing, pluralOf }: Words,
): string {
	const places = [
		{ count: higher, place: PEERS.higher },
		{ count: same, place: PEERS.same },
		{ count: lower, place: PEERS.lower },
	].filter(({ count }) => count > 0);
	const others = filled(PEERS.others[when], { kind: PEERS.kinds[preset] });
	const [only] = places;
	if (only && places.length === 1) return filled(PEERS.all[when], { count: only.count, others, place: only.place });
	const where = places.map(({ count, place }, index) => {
		const text = index === 0 ? pluralOf(PEERS.first[when], count) : PEERS.further;
		return filled(text, { count: count, place });
	});
	return filled(PEERS.some, { count: of - 1, others, places: listing(where) });
}

/** Binary search, because every brief of a build calls it. Matching scores must come first. */
function countWhile(scores: readonly number[], holds: (score: number) => boolean): number {
	let [low, high] = [0, scores.length];
	while (low < high) {
		const middle = (low + high) >> 1;
		if (holds(scores[middle] as number)) low = middle + 1;
		else high = middle;
	}
	return low;
}

function kindOf({ preset, methodology }: Pick<PeerSite, "preset" | "methodology">): string {
	return `${preset} ${methodology}`;
}

/** Avoids sorting, because live briefs call it for every request. */
function withOwn(scores: readonly number[], before: number | undefined, own: number): readonly number[] {
	if (before === own) return scores;
	const others = before === undefined ? scores : scores.toSpliced(scores.indexOf(before), 1);
	const higher = others.findIndex((score) => score > own);
	return others.toSpliced(higher < 0 ? others.length : higher, 0, own);
}

function inOrder(byDomain: ReadonlyMap<string, number>): readonly number[] {
	return [...byDomain.values()].toSorted((a, b) => a - b);
}

type Place = ReturnType<typeof placeAmong>;

/** At the end of the day (UTC) of its newest audit, so that later audits of other sites change nothing. */
export function peersThen(site: PublicSite, sites: readonly PublicSite[], words: Words = ENGLISH): Place {
	return placesOf(sites)(site, words);
}

const placesOf = oncePer((sites: readonly PublicSite[]): ((site: PublicSite, words: Words) => Place) => {
	const days = new Set(sites.map(({ history: [newest] }) => dayOf(newest)));
	const scoresOf = scoresByDay(sites, [...days].sort());
	return ({ listed, history: [newest] }, words) => {
		const { preset, scores } = newest;
		if (!scores) return undefined;
		const group = scoresOf.get(dayOf(newest))?.get(kindOf(newest)) ?? [];
		// Compare an unlisted site with the listed ones.
		const all = listed ? group : [...group, scores.overall].sort((a, b) => a - b);
		return placeAmong({ preset, overall: scores.overall }, all, "onThatDay", words);
	};
});

/** By kind, lowest first. @param days ascending */
function scoresByDay(sites: readonly PublicSite[], days: readonly string[]) {
	const audits = sites
		.filter(({ listed }) => listed)
		.flatMap(({ domain, history }) => history.map((audit) => ({ domain, audit, day: dayOf(audit) })))
		.sort((a, b) => newestFirst(b.audit, a.audit));
	const current = new Map<string, Member>();
	const groups = new Map<string, Group>();
	const byDay = new Map<string, ReadonlyMap<string, readonly number[]>>();
	let at = 0;
	for (const day of days) {
		for (let next = audits[at]; next && next.day <= day; next = audits[++at]) {
			const before = current.get(next.domain);
			if (before) groups.get(before.kind)?.remove(before.score);
			current.delete(next.domain);
			const { scores } = next.audit;
			if (!scores) continue;
			const member = { kind: kindOf(next.audit), score: scores.overall };
			const group = groups.get(member.kind) ?? new Group();
			groups.set(member.kind, group);
			group.add(member.score);
			current.set(next.domain, member);
		}
		byDay.set(day, new Map([...groups].map(([kind, group]) => [kind, group.scores()])));
	}
	return byDay;
}

interface Member {
	readonly kind: string;
	readonly score: number;
}

class Group {
	readonly #counts = new Map<number, number>();
	#scores: readonly number[] | undefined;

	add(score: number): void {
		this.#change(score, 1);
	}

	remove(score: number): void {
		this.#change(score, -1);
	}

	/** Cached until a count changes. */
	scores(): readonly number[] {
		this.#scores ??= [...this.#counts].sort(([a], [b]) => a - b).flatMap(([score, count]) => Array(count).fill(score));
		return this.#scores;
	}

	#change(score: number, by: number): void {
		this.#counts.set(score, (this.#counts.get(score) ?? 0) + by);
		this.#scores = undefined;
	}
}

function dayOf({ auditedAt }: Pick<ReceiptSummary, "auditedAt">): string {
	return auditedAt.slice(0, 10);
}
