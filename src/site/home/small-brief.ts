import type { ReachRow } from "#core/report.ts";
import type { Tone } from "../brief/band.ts";
import type { PublicSite } from "../publication/published-sites.ts";

/**
 * The site whose brief stands on the home page: of the newest, the first with something to fix, since that is what a brief
 * is for; then any with a score. Undefined where none has one.
 */
export function exampleSite(sites: readonly PublicSite[]): PublicSite | undefined {
	const listed = sites.filter((site) => site.listed);
	const scored = (site: PublicSite) => site.history[0].scores?.overall;
	return listed.find((site) => (scored(site) ?? 100) < 100) ?? listed.find((site) => scored(site) !== undefined);
}

/** The engines and assistants that come in alike. */
interface ReachGroup {
	readonly state: ReachRow["state"];
	readonly tone: Tone | "none";
	readonly names: readonly string[];
}

const TONES = { blocked: "red", partly: "amber", allowed: "green", unknown: "none" } as const;

/** Who is shut out first; those of whom nothing is known are left out where any other is known. */
export function reachGroups(reach: readonly ReachRow[]): ReachGroup[] {
	const groups = (["blocked", "partly", "allowed", "unknown"] as const).flatMap((state) => {
		const names = reach.filter((row) => row.state === state).map(({ name }) => name);
		return names.length === 0 ? [] : [{ state, tone: TONES[state], names }];
	});
	return groups.length > 1 ? groups.filter(({ state }) => state !== "unknown") : groups;
}
