import type { Axis, Engine, PillarKey } from "./pillar.ts";
import type { Gate } from "./report.ts";

/** A fault that no average may hide: it caps the overall score, once per root cause. */
export interface GateRule {
	readonly id: Gate["id"];
	/** The check whose failure closes the gate. */
	readonly check: string;
	readonly cap: number;
	/** What else it caps beside the overall score; absent before methodology 2.0.0, which capped nothing else. */
	readonly concerns?: {
		readonly pillars: readonly PillarKey[];
		readonly axes: readonly Axis[];
		readonly engines: readonly Engine[];
	};
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

const BOTH_ENGINES = ["search", "answers"] as const;

const VERSION_2_0_0: Methodology = {
	version: "2.0.0",
	released: "2026-11-22",
	changes: [
		"What nearly every site has is no merit any more: such checks add nothing when they pass, and take from the pillar when they fail.",
		"What is absent earns nothing; what is there with flaws earns its share.",
		"An axis is the mean of its pillars, and the overall score the mean of the two axes. Before, a few heavy pillars decided both.",
		"Each cap also takes a quarter off the score, and holds for the pillar, the axis and the engines that it concerns.",
		"New caps: next to no main text, a placeholder in place of a site, a canonical address on another site, links to a host of its own that does not answer, no permission to quote.",
		"What follows from a root cause still earns nothing until the cause is gone; it is advised once, at the cause.",
		"Headings name the fault, with its consequence, the effort, and who does the work.",
		"False alarms and misses found on real pages are corrected, each with an example.",
	],
	coverageFloor: 0.6,
	gates: [
		{
			id: "no-main-text",
			check: "main-text",
			cap: 25,
			concerns: { pillars: ["content"], axes: ["structure"], engines: BOTH_ENGINES },
			says: "The home page has next to no text of its own. There is nothing to find it by, and nothing to quote.",
			reason: "Menus and footers answer nobody's question: there is nothing to index, to quote or to act on.",
		},
		{
			id: "placeholder",
			check: "placeholder-text",
			cap: 25,
			concerns: { pillars: ["content"], axes: ["structure"], engines: BOTH_ENGINES },
			says: "The home page is a placeholder. Visitors and search engines find no finished page.",
			reason: "Readers and machines get words that were never meant for them; nothing on the page speaks of its owner.",
		},
		{
			id: "home-error",
			check: "home-status",
			cap: 30,
			concerns: { pillars: ["access"], axes: ["structure", "accessibility"], engines: BOTH_ENGINES },
			says: "The home page answers with an error. Nobody can read it.",
			reason:
				"Nothing else on the page can be read by anybody; the rest of the site is reachable only by those who know its addresses.",
		},
		{
			id: "unreachable-host",
			check: "own-host-links",
			cap: 35,
			concerns: { pillars: ["discovery"], axes: ["structure"], engines: BOTH_ENGINES },
			says: "The site's own links lead to a server that does not answer. Visitors and search engines that follow them arrive nowhere.",
			reason: "Whoever follows a link from the home page, crawler or visitor, arrives nowhere.",
		},
		{
			id: "canonical-elsewhere",
			check: "canonical-foreign",
			cap: 40,
			concerns: { pillars: ["discovery"], axes: ["structure"], engines: BOTH_ENGINES },
			says: "The home page asks Google and Bing to list another site in its place. One line that comes with it causes this.",
			reason:
				"Search engines follow the canonical address in most cases: they list the other site, and answers built on them cite it.",
		},
		{
			id: "noindex",
			check: "noindex",
			cap: 40,
			concerns: { pillars: ["access"], axes: ["accessibility"], engines: BOTH_ENGINES },
			says: "Google, Bing or both must leave the home page out of their results. One line that comes with it causes this.",
			reason:
				"The page is readable but leaves every index that obeys the directive, and the answers built on those indexes.",
		},
		{
			id: "search-blocked",
			check: "search-bots",
			cap: 40,
			concerns: { pillars: ["access"], axes: ["accessibility"], engines: BOTH_ENGINES },
			says: "Google, Bing or both cannot read the home page. A rule in the file robots.txt causes this.",
			reason:
				"A page that may not be fetched cannot be indexed by its content: the same loss as noindex, by another door.",
		},
		{
			id: "no-text",
			check: "text-without-js",
			cap: 40,
			concerns: { pillars: ["content"], axes: ["structure"], engines: ["answers"] },
			says: "The home page has hardly any text as it is sent. AI assistants that run no scripts find nothing to read on it.",
			reason:
				"Search engines that render still see it, late; the documented answer crawlers do not run scripts: about half of the readers are lost.",
		},
		{
			id: "tls-invalid",
			check: "https",
			cap: 50,
			concerns: { pillars: ["delivery"], axes: ["accessibility"], engines: BOTH_ENGINES },
			says: "Browsers warn people who open the site. It has no working, trusted encryption (HTTPS).",
			reason:
				"Browsers and most clients stop at the warning; only those that ignore certificates or use plain HTTP get through.",
		},
		{
			id: "thin-text",
			check: "thin-text",
			cap: 55,
			concerns: { pillars: ["content"], axes: ["structure"], engines: BOTH_ENGINES },
			says: "The home page has little text of its own. Few searches and questions can lead to it.",
			reason: "However well it is built, a few sentences answer hardly any question that somebody would ask.",
		},
		{
			id: "soft-404",
			check: "soft-404",
			cap: 60,
			concerns: { pillars: ["discovery"], axes: ["structure"], engines: BOTH_ENGINES },
			says: "The site answers wrong addresses as if they were pages. Search engines may list pages that do not exist.",
			reason: "Real pages stay readable, but no address can be trusted to mean anything, so indexes fill with copies.",
		},
		{
			id: "no-snippet",
			check: "snippet-eligible",
			cap: 70,
			concerns: { pillars: [], axes: [], engines: ["answers"] },
			says: "Search results and AI answers may not quote the home page. One line that comes with it causes this.",
			reason: "It is still listed by its title, but no answer may use its text.",
		},
	],
};

const VERSION_2_1_0: Methodology = {
	...VERSION_2_0_0,
	version: "2.1.0",
	released: "2026-11-23",
	changes: [
		"New: the directory in which a site publishes the keys of its own bots (Web Bot Auth, a draft) is verified. It costs where it answers and cannot be trusted, and is never asked of a site without one.",
		"Caps and the formula are those of 2.0.0.",
	],
};

/** Newest first. */
export const METHODOLOGIES: readonly [Methodology, ...Methodology[]] = [
	VERSION_2_1_0,
	VERSION_2_0_0,
	VERSION_1_0_0,
	VERSION_0_1_0,
];

export const CURRENT_METHODOLOGY: Methodology = METHODOLOGIES[0];

/** Version of the scoring methodology: any change that can move a score changes it. */
export const METHODOLOGY = CURRENT_METHODOLOGY.version;
