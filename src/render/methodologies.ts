import type { Finding, Gate } from "#core/report.ts";

interface GateWords {
	readonly id: Gate["id"];
	/** The check whose failure closes the gate. */
	readonly check: string;
	readonly cap: number;
	readonly says: string;
	/** Why this number. */
	readonly reason: string;
}

/** What one released version of the methodology says. Frozen with its version: old briefs keep pointing to it. */
export interface MethodologyWords {
	readonly version: string;
	/** Below this share of known weight no score is given, 0 to 1. */
	readonly coverageFloor: number;
	/** Strictest first. */
	readonly gates: readonly GateWords[];
}

const VERSION_0_1_0: MethodologyWords = {
	version: "0.1.0",
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

/** Newest first. */
export const METHODOLOGIES: readonly [MethodologyWords, ...MethodologyWords[]] = [VERSION_0_1_0];

/** The check that closes a gate, for a brief of that version; undefined where the version is not known here. */
export function checkOfGate(version: string, gate: Gate["id"]): string | undefined {
	const words = METHODOLOGIES.find((each) => each.version === version);
	return words?.gates.find((each) => each.id === gate)?.check;
}

/** The five outcomes with an example of their mark. */
export const OUTCOME_RULES = [
	{ finding: { outcome: "pass" }, means: "What the title says is true." },
	{
		finding: { outcome: "partial", ratio: 0.5 },
		means: "It is true in part; the share is half unless the evidence gives a better one.",
	},
	{ finding: { outcome: "fail" }, means: "It is not true." },
	{
		finding: { outcome: "not-applicable" },
		means: "The site has nothing the check could speak of, or its cause is charged elsewhere.",
	},
	{ finding: { outcome: "unknown" }, means: "We could not look. That is never counted as a fault of the site." },
] as const satisfies readonly { finding: Pick<Finding, "outcome" | "ratio">; means: string }[];

export const HONESTY_RULES: readonly string[] = [
	"A random path is asked for first. Where the site answers with success to it, no file is believed to exist because of a status alone; a web page is not a text file, whatever its address.",
	"robots.txt that is missing sets no rules; one that answers with a server error counts as closed; silence is permission. Closing out a training crawler is the owner's choice and costs nothing.",
	"Our bot names itself, links to a page about itself and never poses as another. A group for it in robots.txt is obeyed. Being challenged means unknown, never that a search engine is blocked.",
	"Structured data is read as its standards allow: graphs, lists, nested nodes, several blocks, references. A missing optional property is never called invalid.",
	"What does not apply is not failed. A plain site without an interface for programs is not asked for one.",
	"Each finding shows what it rests on: the address, the line, and a short excerpt of the bytes.",
	"The same evidence gives the same score: no clock, no chance, no network and no locale takes part in judging. What changes from run to run, such as latency, is shown and not scored.",
	"No score speaks of a place in search results or of what a model will say. Nobody outside those systems can measure that.",
];
