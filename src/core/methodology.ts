import type { Crawler, DeadToken } from "./crawlers.ts";
import type { Axis, Engine, PillarKey } from "./pillar.ts";
import type { AuditMode, Preset } from "./preset.ts";
import type { Finding, Gate } from "./report.ts";
import type { EvidenceGrade, Stake } from "./verdict.ts";

/** A fault that caps the overall score, once per root cause, so that an average cannot hide it. */
export interface GateRule {
	readonly id: Gate["id"];
	readonly check: string;
	readonly cap: number;
	readonly concerns: {
		readonly pillars: readonly PillarKey[];
		readonly axes: readonly Axis[];
		readonly engines: readonly Engine[];
	};
	readonly says: string;
	readonly reason: string;
}

/** One version of the methodology. Old briefs refer to their version, so a released one never changes. */
export interface Methodology {
	readonly version: string;
	/** `YYYY-MM-DD` */
	readonly released: string;
	readonly changes: readonly string[];
	/** Share of known weight, 0 to 1, below which there is no score. */
	readonly coverageFloor: number;
	/** Strictest first. */
	readonly gates: readonly GateRule[];
}

const BOTH_ENGINES = ["search", "answers"] as const;

const VERSION_3_0_0: Methodology = {
	version: "3.0.0",
	released: "2026-11-28",
	changes: [
		"The first version that is published. What readers cannot see counts for nothing; sites of all languages are read as browsers read them.",
	],
	coverageFloor: 0.6,
	gates: [
		{
			id: "no-main-text",
			check: "main-text",
			cap: 25,
			concerns: { pillars: ["content"], axes: ["structure"], engines: BOTH_ENGINES },
			says: "The home page has next to no text of its own. There is nothing to find it by, and nothing to quote.",
			reason: "Menus and footers answer no question: there is nothing to index, quote or act on.",
		},
		{
			id: "placeholder",
			check: "placeholder-text",
			cap: 25,
			concerns: { pillars: ["content"], axes: ["structure"], engines: BOTH_ENGINES },
			says: "The home page is a placeholder. Its home page is a placeholder, not a finished page.",
			reason: "Readers and machines get words that were never meant for them; nothing on the page speaks of its owner.",
		},
		{
			id: "home-error",
			check: "home-status",
			cap: 30,
			concerns: { pillars: ["access"], axes: ["structure", "accessibility"], engines: BOTH_ENGINES },
			says: "The home page answers with an error, so visitors and machines cannot read it.",
			reason:
				"Nothing else on the page can be read by anyone; the rest of the site is reachable only by those who know its addresses.",
		},
		{
			id: "unreachable-host",
			check: "own-host-links",
			cap: 35,
			concerns: { pillars: ["discovery"], axes: ["structure"], engines: BOTH_ENGINES },
			says: "The site's own links lead to a server that does not answer. Visitors and search engines that follow them arrive nowhere.",
			reason: "Crawlers and visitors who follow a link from the home page reach a dead end.",
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
			reason: "However well it is built, a few sentences answer hardly any question that someone would ask.",
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

/** Newest first. */
export const METHODOLOGIES: readonly [Methodology, ...Methodology[]] = [VERSION_3_0_0];

export const CURRENT_METHODOLOGY: Methodology = METHODOLOGIES[0];

/** Changes with every change that may affect a score. */
export const METHODOLOGY = CURRENT_METHODOLOGY.version;

export interface RubricCheck {
	readonly id: string;
	readonly title: string;
	readonly fault: string;
	readonly consequence: string;
	readonly hours: number;
	readonly hoursPerPage?: number;
	readonly doneBy: string;
	/** Only new text fixes it. */
	readonly needsWriting?: true;
	readonly consumer: string;
	readonly counterEvidence?: { readonly says: string; readonly source: string };
	readonly pillar: PillarKey;
	readonly axis: Axis;
	readonly engines: readonly Engine[];
	readonly grade: EvidenceGrade;
	readonly scored: boolean;
	readonly tableStakes?: boolean;
	readonly atStake: Stake;
	readonly weight: Finding["weight"];
	readonly weightReason: string;
	/** Measured cost of its fault to external readers; absent if a page alone cannot show it. */
	readonly effect?: string;
	readonly scope: "site" | "page" | "pages";
	readonly mode: AuditMode;
	/** null: all kinds of site. */
	readonly presets: readonly Preset[] | null;
	/** Root causes, nearest first. */
	readonly yieldsTo: readonly string[];
	readonly reference: string;
	readonly reviewed: string;
	readonly note?: string;
}

export interface Rubric {
	readonly methodology: string;
	/** `YYYY-MM-DD` */
	readonly released: string;
	readonly coverageFloor: number;
	readonly pillars: readonly {
		readonly key: PillarKey;
		readonly label: string;
		readonly axis: Axis;
		readonly asks: string;
	}[];
	readonly engines: readonly Engine[];
	readonly presets: readonly Preset[];
	readonly gates: readonly GateRule[];
	/** In the order of findings. */
	readonly checks: readonly RubricCheck[];
	readonly crawlers: {
		readonly reviewed: string;
		readonly tokens: readonly Crawler[];
		readonly dead: readonly DeadToken[];
	};
	readonly unscored: readonly {
		readonly id: string;
		readonly what: string;
		readonly why: string;
		readonly sources: readonly { readonly says: string; readonly url: string }[];
		readonly reviewed: string;
	}[];
}
