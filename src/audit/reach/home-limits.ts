import { placedDirectives } from "#checks/shared/robots-directives.ts";
import type { Report } from "#core/report.ts";
import type { Evidence, Page } from "#evidence/evidence-map.ts";
import type { Judged } from "../finding.ts";
import { directiveLimits, type Limit } from "./limits.ts";
import type { NamedEngine } from "./named-engines.ts";

/** What all rows rest on. */
export interface Sighted {
	readonly evidence: Evidence;
	readonly judged: readonly Judged[];
	/** ISO 8601. */
	readonly auditedAt: string;
	readonly access?: Report["access"];
}

/** What keeps everybody from the home page. */
export function closedLimits(sighted: Sighted): Limit[] {
	const { home } = sighted.evidence;
	return home.state === "absent" ? [closedHome(home, sighted.evidence)] : closedByLogin(sighted);
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

function closedByLogin({ judged }: Sighted): Limit[] {
	if (outcomeAtHome(judged, "auth-gate") !== "fail") return [];
	return [{ state: "blocked", says: "The home page sends visitors to a login.", check: "auth-gate" }];
}

/** What the home page's directives, and what was found on it, keep an engine from. */
export function pageLimits(engine: NamedEngine, { evidence: { home }, judged, auditedAt }: Sighted): Limit[] {
	if (home.state !== "found") return [];
	const page = home.value;
	const placed = placedDirectives(page, ["robots", ...engine.tags]);
	const limits = [
		...canonicalElsewhere(engine, judged),
		...directiveLimits(engine, placed, auditedAt),
		...withheldText(engine, page),
	];
	if (engine.readsHtmlAlone && outcomeAtHome(judged, "text-without-js") === "fail") {
		const says = "May come, and finds hardly any text: it reads the page without running scripts.";
		limits.push({ state: "partly", says, check: "text-without-js" });
	}
	return [...limits, ...untrusted(page, judged)];
}

/** The crawlers whose vendors document canonical addresses and data-nosnippet; answers are built on their indexes, too. */
const DOCUMENTED: ReadonlySet<string> = new Set(["Googlebot", "Bingbot"]);

function canonicalElsewhere({ kind, index }: NamedEngine, judged: Sighted["judged"]): Limit[] {
	if (outcomeAtHome(judged, "canonical-foreign") !== "fail") return [];
	if (!index.some((each) => DOCUMENTED.has(each))) return [];
	const verb = kind === "search" ? "lists" : "cites";
	const says = `May read the page, and in most cases ${verb} the other site that it names as its own address.`;
	return [{ state: "partly", says, ...shownBy(judged, "canonical-foreign") }];
}

/** https://developers.google.com/search/docs/crawling-indexing/robots-meta-tag#data-nosnippet-attr */
function withheldText({ kind, index, obeys }: NamedEngine, { digest: { text } }: Page): Limit[] {
	const heeds = obeys.includes("nosnippet") && index.some((each) => DOCUMENTED.has(each));
	if (!heeds || text.main === 0 || text.noSnippet < text.main) return [];
	const may = kind === "search" ? "list the page" : "name the page";
	const says = `All of the text stands inside data-nosnippet, so it may ${may}, and quote nothing of it.`;
	return [{ state: "partly", says, check: "snippet-eligible" }];
}

/** The page was had past the warning; over plain http nobody is warned. */
function untrusted({ url }: Page, judged: Sighted["judged"]): Limit[] {
	if (outcomeAtHome(judged, "https") !== "fail" || !url.startsWith("https:")) return [];
	const says = "The certificate is not trusted; whether it reads the page all the same cannot be seen from outside.";
	return [{ state: "unknown", says, ...shownBy(judged, "https") }];
}

function shownBy(judged: Sighted["judged"], check: string): Pick<Limit, "because" | "check"> {
	const because = judged.find(({ id }) => id === check)?.evidence[0];
	return { check, ...(because && { because }) };
}

/** What a check said of the home page, whatever else it is charged to. */
export function outcomeAtHome(
	findings: readonly Pick<Judged, "id" | "outcome" | "home" | "own">[],
	id: string,
): Judged["outcome"] | undefined {
	const finding = findings.find((each) => each.id === id);
	return finding && (finding.home ?? finding.own?.outcome ?? finding.outcome);
}
