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

/** Below this many sites a place among them says little, and may point at one of them. */
const FEWEST = 8;

/** The wall's listed sites, by their newest audits. */
export function listedPeers(sites: readonly PublicSite[]): PeerSite[] {
	return sites
		.filter(({ listed }) => listed)
		.map(({ domain, history: [{ preset, methodology, scores }] }) => {
			return { domain, preset, methodology, overall: scores?.overall };
		});
}

/**
 * Where a site stands among the listed sites of its kind that the same methodology judged, itself among them; no site is
 * counted twice. Undefined where they are fewer than eight.
 */
export function peersOf(own: PeerSite, listed: readonly PeerSite[]) {
	if (own.overall === undefined) return undefined;
	const alike = [...listed, own].filter((each) => each.preset === own.preset && each.methodology === own.methodology);
	// The site's own entry comes last, and takes the place of what the wall shows of it.
	const byDomain = new Map(alike.map(({ domain, overall }) => [domain, overall]));
	const scores = [...byDomain.values()].filter((score) => score !== undefined).toSorted((a, b) => a - b);
	if (scores.length < FEWEST) return undefined;
	const higher = scores.filter((score) => score > (own.overall ?? 0)).length;
	const lower = scores.filter((score) => score < (own.overall ?? 0)).length;
	const counts = { of: scores.length, higher, same: scores.length - higher - lower - 1, lower };
	return { scores, says: PEER_TEXTS.among(own.preset, counts) };
}
