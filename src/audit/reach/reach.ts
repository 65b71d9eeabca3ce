import { placedDirectives } from "#checks/shared/robots-directives.ts";
import { REACH_SAYS_LENGTH, type ReachRow } from "#core/report.ts";
import { clipped } from "#core/wording.ts";
import type { Evidence, Page } from "#evidence/evidence-map.ts";
import { type Judged, shown } from "../finding.ts";
import { directiveLimits, type Limit, robotsLimits } from "./limits.ts";
import { NAMED_ENGINES, type NamedEngine } from "./named-engines.ts";

/** What all rows rest on. */
export interface Sighted {
	readonly evidence: Evidence;
	readonly judged: readonly Judged[];
	/** ISO 8601. */
	readonly auditedAt: string;
}

/** Worst first: of several limits a row tells the gravest, and of these the first. */
const GRAVITY: readonly Limit["state"][] = ["blocked", "partly", "unknown"];

/**
 * Which engines may read the home page: robots.txt, robots tags and headers, the status, and what the checks found.
 * Undefined where no answer of the site's came back: then nothing is known of it.
 */
export function reachOf(sighted: Sighted): ReachRow[] | undefined {
	const { home } = sighted.evidence;
	if (home.state === "failed") return undefined;
	const closed = home.state === "absent" ? closedHome(home, sighted.evidence) : closedByLogin(sighted);
	return NAMED_ENGINES.map((engine) => {
		const limits = [
			...(closed ? [closed] : []),
			...robotsLimits(engine, sighted.evidence.robots),
			...(home.state === "found" ? limitsOfPage(engine, home.value, sighted) : []),
		];
		return rowOf(engine, limits);
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

/** Nobody reads a page without an account or payment, or one that is not there; a refusal may be of our bot alone. */
const FOR_EVERYBODY: Readonly<Record<number, string>> = {
	401: "asks everybody for a login",
	402: "asks everybody for a payment",
	404: "says that there is no such page",
	410: "says that the page is gone for good",
};

function closedHome({ url, status }: { url: string; status: number }, { homeAsBrowser }: Evidence): Limit {
	const because = { url, at: "status", excerpt: String(status) };
	const all = FOR_EVERYBODY[status];
	const row = { because, check: "home-status" };
	if (all !== undefined) return { state: "blocked", says: `The home page answers ${status}: it ${all}.`, ...row };
	const open = homeAsBrowser?.state === "found" ? ` and ${homeAsBrowser.status} to a browser` : "";
	const says = `The home page answers ${status} to our agent${open}; how it answers others cannot be seen from outside.`;
	return { state: "unknown", says, ...row };
}

function closedByLogin({ judged }: Sighted): Limit | undefined {
	if (outcomeAtHome(judged, "auth-gate") !== "fail") return undefined;
	return { state: "blocked", says: "The home page sends visitors to a login.", check: "auth-gate" };
}

function limitsOfPage(engine: NamedEngine, page: Page, { judged, auditedAt }: Sighted): Limit[] {
	const placed = placedDirectives(page, ["robots", ...engine.tags]);
	const limits = directiveLimits(engine, placed, auditedAt);
	if (engine.readsHtmlAlone && outcomeAtHome(judged, "text-without-js") === "fail") {
		const says = "May come, and finds hardly any text: it reads the page without running scripts.";
		limits.push({ state: "partly", says, check: "text-without-js" });
	}
	return limits;
}

/** What a check said of the home page, whatever else it is charged to. */
export function outcomeAtHome(
	findings: readonly Pick<Judged, "id" | "outcome" | "home" | "own">[],
	id: string,
): Judged["outcome"] | undefined {
	const finding = findings.find((each) => each.id === id);
	return finding && (finding.home ?? finding.own?.outcome ?? finding.outcome);
}
