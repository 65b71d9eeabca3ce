import type { Finding, Gate } from "#core/report.ts";

export interface GateRule {
	readonly id: Gate["id"];
	/** The check whose failure closes the gate. */
	readonly check: string;
	readonly cap: number;
	readonly says: string;
	/** Why this number. */
	readonly reason: string;
}

/**
 * Faults that no average may hide. A gate caps the overall score, once per root cause.
 * A change of a cap is a change of the methodology.
 */
export const GATES: readonly GateRule[] = [
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
];

/** What a gate reads of a finding. */
export type Gated = Pick<Finding, "id" | "outcome" | "home">;

/** Gates whose check fails on the home page, whatever other pages say. One that is charged elsewhere closes no gate. */
export function closedGates(findings: readonly Gated[]): GateRule[] {
	const failed = new Set(findings.filter(failsAtHome).map((each) => each.id));
	return GATES.filter((gate) => failed.has(gate.check));
}

function failsAtHome({ outcome, home }: Gated): boolean {
	return outcome !== "not-applicable" && (home ?? outcome) === "fail";
}
