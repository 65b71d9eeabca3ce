import { type Band, bandOf } from "../brief/band.ts";
import { type BadgeFacts, shownAt } from "./badge-facts.ts";

/** What an embedded picture may claim. */
export type BadgeStatus =
	| { readonly state: "scored"; readonly score: number; readonly band: Band; readonly stale: boolean }
	/** The site could not be audited: there is no number. */
	| { readonly state: "unaudited"; readonly stale: boolean }
	/** The receipt is not in the log yet, so nobody could check the number. */
	| { readonly state: "unsealed" }
	| { readonly state: "withdrawn" };

/** A score older than this says little about the site of today. */
export const STALE_DAYS = 35;

const DAY_MS = 86_400_000;

export function badgeStatus(facts: BadgeFacts): BadgeStatus {
	if (facts.withdrawn) return { state: "withdrawn" };
	if (facts.logIndex === undefined) return { state: "unsealed" };
	const stale = Date.parse(facts.builtAt) - Date.parse(shownAt(facts)) > STALE_DAYS * DAY_MS;
	if (facts.overallScore === undefined) return { state: "unaudited", stale };
	return { state: "scored", score: facts.overallScore, band: bandOf(facts.overallScore), stale };
}

/** Whether it says something about the public site of today. */
export function isCurrent(status: BadgeStatus, { source }: Pick<BadgeFacts, "source">): boolean {
	return status.state === "scored" && !status.stale && source !== "folder";
}
