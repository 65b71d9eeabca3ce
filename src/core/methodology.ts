import type { Gate } from "./report.ts";

/** A fault that no average may hide: it caps the overall score, once per root cause. */
export interface GateRule {
	readonly id: Gate["id"];
	/** The check whose failure closes the gate. */
	readonly check: string;
	readonly cap: number;
	readonly says: string;
	readonly reason: string;
}

/** What one released version of the methodology fixes. Old briefs keep pointing to theirs, so no entry is ever changed. */
export interface Methodology {
	readonly version: string;
	/** Day on which it came into force, `YYYY-MM-DD`. */
	readonly released: string;
	/** What changed against the version before, newest concern first; whole sentences. */
	readonly changes: readonly string[];
	/** Below this share of known weight a number would say more than is known, 0 to 1. */
	readonly coverageFloor: number;
	/** Strictest first. */
	readonly gates: readonly GateRule[];
}

const VERSION_0_1_0: Methodology = {
	version: "0.1.0",
	released: "2026-11-21",
	changes: ["The first version: 25 checks, at least one in each of eight pillars."],
	coverageFloor: 0.6,
	gates: [
		{
			id: "home-error",
			check: "home-status",
			cap: 30,
			says: "The home page answers with an error.",
			reason:
				"Nothing else on the page can be read by anybody; the rest of the site is reachable only by those who know its addresses.",
		},
		{
			id: "noindex",
			check: "noindex",
			cap: 40,
			says: "The home page tells search engines not to index it.",
			reason:
				"The page is readable but leaves every index that obeys the directive, and the answers built on those indexes.",
		},
		{
			id: "search-blocked",
			check: "search-bots",
			cap: 40,
			says: "robots.txt closes the home page to a search crawler.",
			reason:
				"A page that may not be fetched cannot be indexed by its content: the same loss as noindex, by another door.",
		},
		{
			id: "no-text",
			check: "text-without-js",
			cap: 50,
			says: "The page holds no text until its scripts have run.",
			reason:
				"Search engines that render still see it, late; the documented answer crawlers do not run scripts: about half of the readers are lost.",
		},
		{
			id: "tls-invalid",
			check: "https",
			cap: 50,
			says: "The site has no working, trusted HTTPS.",
			reason:
				"Browsers and most clients stop at the warning; only those that ignore certificates or use plain HTTP get through.",
		},
		{
			id: "soft-404",
			check: "soft-404",
			cap: 60,
			says: "The site answers with success for pages that do not exist.",
			reason: "Real pages stay readable, but no address can be trusted to mean anything, so indexes fill with copies.",
		},
	],
};

const VERSION_1_0_0: Methodology = {
	...VERSION_0_1_0,
	version: "1.0.0",
	released: "2026-11-22",
	changes: [
		"The whole catalogue: 133 checks in place of 25, every one with examples that its tests run. Agreement with other judges is measured and published, with every disagreement.",
		"New in every pillar: robots rules by the role of each crawler, languages and feeds, delivery, structured data in three forms, accessibility by the W3C's ACT rules, agent interfaces where a site declares them, shops.",
		"A deep audit judges several pages and what a browser shows, and charges root causes page by page. A fault with a cause of its own is no longer charged to another one.",
		"Checks of drafts count only where the site declares the thing; conventions, and figures that differ from run to run, are shown and never counted.",
		"Gates, caps and the formula are those of 0.1.0.",
	],
};

/** Newest first. */
export const METHODOLOGIES: readonly [Methodology, ...Methodology[]] = [VERSION_1_0_0, VERSION_0_1_0];

export const CURRENT_METHODOLOGY: Methodology = METHODOLOGIES[0];

/** Version of the scoring methodology: any change that can move a score changes it. */
export const METHODOLOGY = CURRENT_METHODOLOGY.version;
