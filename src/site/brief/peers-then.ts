import { oncePer } from "#core/once-per.ts";
import { newestFirst, type ReceiptSummary } from "#receipts/store/receipt.ts";
import type { PublicSite } from "../publication/published-sites.ts";
import { kindOf, placeAmong } from "./peers.ts";

/** Of a site whose newest audit has a score; undefined where its peers were fewer than eight. */
type Place = ReturnType<typeof placeAmong>;

/**
 * Where a site stood among the listed sites of its kind at the end of the day (UTC) of its newest audit: an audit of another
 * site on a later day changes nothing of its brief. Counted once for all briefs of a build.
 */
export function peersThen(site: PublicSite, sites: readonly PublicSite[]): Place {
	return placesOf(sites)(site);
}

const placesOf = oncePer((sites: readonly PublicSite[]): ((site: PublicSite) => Place) => {
	const days = new Set(sites.map(({ history: [newest] }) => dayOf(newest)));
	const scoresOf = scoresByDay(sites, [...days].sort());
	return ({ listed, history: [newest] }) => {
		const { preset, scores } = newest;
		if (!scores) return undefined;
		const group = scoresOf.get(dayOf(newest))?.get(kindOf(newest)) ?? [];
		// A site that stands in no list is set beside those that do.
		const all = listed ? group : [...group, scores.overall].sort((a, b) => a - b);
		return placeAmong({ preset, overall: scores.overall }, all, true);
	};
});

/** Scores of listed sites at the end of each of these days, by kind, lowest first. @param days in order */
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

/** How many sites have each score. */
class Group {
	readonly #counts = new Map<number, number>();
	#scores: readonly number[] | undefined;

	add(score: number): void {
		this.#change(score, 1);
	}

	remove(score: number): void {
		this.#change(score, -1);
	}

	/** The same list while nothing changes. */
	scores(): readonly number[] {
		this.#scores ??= [...this.#counts].sort(([a], [b]) => a - b).flatMap(([score, count]) => Array(count).fill(score));
		return this.#scores;
	}

	#change(score: number, by: number): void {
		this.#counts.set(score, (this.#counts.get(score) ?? 0) + by);
		this.#scores = undefined;
	}
}

/** Day of an audit, UTC. */
function dayOf({ auditedAt }: Pick<ReceiptSummary, "auditedAt">): string {
	return auditedAt.slice(0, 10);
}
