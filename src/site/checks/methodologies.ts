import { METHODOLOGIES } from "#core/methodology.ts";
import type { Finding, Gate } from "#core/report.ts";
import type { Rubric } from "#core/rubric.ts";

/** The check behind a cap, for a brief of that version; undefined where the version is not known here. */
export function checkOfGate(version: string, gate: Gate["id"]): string | undefined {
	const words = METHODOLOGIES.find((each) => each.version === version);
	return words?.gates.find((each) => each.id === gate)?.check;
}

/** The five outcomes with an example of their mark. */
export const OUTCOME_RULES = [
	{ finding: { outcome: "pass" }, means: "What the title says is true." },
	{
		finding: { outcome: "partial", ratio: 0.5 },
		means: "It is true in part, and earns its share.",
	},
	{ finding: { outcome: "fail" }, means: "It is not true." },
	{
		finding: { outcome: "not-applicable" },
		means: "The site has nothing the check could speak of, or the fault follows from another finding.",
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

interface Addresses {
	/** Absolute address of a check's page. */
	readonly pageOf: (id: string) => string;
	/** Absolute address of the methodology's page. */
	readonly documentation: string;
}

/** A rubric with the addresses of this site's pages about it. */
export function addressedRubric({ checks, ...rubric }: Rubric, { pageOf, documentation }: Addresses) {
	return { ...rubric, documentation, checks: checks.map((check) => ({ ...check, page: pageOf(check.id) })) };
}
