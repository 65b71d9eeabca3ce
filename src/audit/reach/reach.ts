import { REACH_SAYS_LENGTH, type ReachRow } from "#core/report.ts";
import { clipped } from "#core/wording.ts";
import { shown } from "../finding.ts";
import { closedLimits, outcomeAtHome, pageLimits, type Sighted } from "./home-limits.ts";
import { type Limit, robotsLimits } from "./limits.ts";
import { NAMED_ENGINES, type NamedEngine } from "./named-engines.ts";

/** Worst first: of several limits a row tells the gravest, and of these the first. */
const GRAVITY: readonly Limit["state"][] = ["blocked", "partly", "unknown"];

/**
 * Which engines may read the home page: robots.txt, robots tags and headers, the status, and what the checks found.
 * Undefined where no answer of the site's came back, or where it was looked at with credentials: then nothing is known of
 * what others get.
 */
export function reachOf(sighted: Sighted): ReachRow[] | undefined {
	const { evidence, judged, access } = sighted;
	if (evidence.home.state === "failed" || access !== undefined) return undefined;
	const faulty = outcomeAtHome(judged, "robots-fetch") === "fail";
	const closed = closedLimits(sighted);
	return NAMED_ENGINES.map((engine) => {
		const rules = robotsLimits(engine, evidence.robots, faulty);
		return rowOf(engine, [...closed, ...rules, ...pageLimits(engine, sighted)]);
	});
}

function rowOf({ name, kind, fetcher }: NamedEngine, limits: readonly Limit[]): ReachRow {
	const gravest = GRAVITY.flatMap((state) => limits.filter((limit) => limit.state === state))[0];
	if (!gravest) return { name, kind, state: "allowed", says: openWords(kind, fetcher) };
	const { state, says, because, check } = gravest;
	return {
		name,
		kind,
		state,
		says: clipped(says, REACH_SAYS_LENGTH),
		...(because ? { because: shown(because) } : {}),
		...(check === undefined ? {} : { check }),
	};
}

function openWords(kind: NamedEngine["kind"], fetcher: string | undefined): string {
	if (kind === "search") return "May read and list the home page.";
	return `May read the home page for its answers${fetcher === undefined ? "" : ", and open it when a person asks"}.`;
}
