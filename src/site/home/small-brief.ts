import type { ReachRow } from "#core/report.ts";
import type { Tone } from "../brief/band.ts";
import type { PublicSite } from "../publication/published-sites.ts";

/** The newest with something to fix, which is the point of a brief; else any with a score. */
export function exampleSite(sites: readonly PublicSite[]): PublicSite | undefined {
	const listed = sites.filter((site) => site.listed);
	const scored = (site: PublicSite) => site.history[0].scores?.overall;
	return listed.find((site) => (scored(site) ?? 100) < 100) ?? listed.find((site) => scored(site) !== undefined);
}

interface ReachGroup {
	readonly state: ReachRow["state"];
	readonly tone: Tone | "none";
	readonly names: readonly string[];
}

const TONES = { blocked: "red", partly: "amber", allowed: "green", unknown: "none" } as const;

/** Blocked engines first; unknown ones only if there are no others. */
export function reachGroups(reach: readonly ReachRow[]): ReachGroup[] {
	const groups = (["blocked", "partly", "allowed", "unknown"] as const).flatMap((state) => {
		const names = reach.filter((row) => row.state === state).map(({ name }) => name);
		return names.length === 0 ? [] : [{ state, tone: TONES[state], names }];
	});
	return groups.length > 1 ? groups.filter(({ state }) => state !== "unknown") : groups;
}
