import type { EvidenceRecord } from "#audit/assess.ts";
import { NAMED_ENGINES, reachByRobots } from "#audit/reach.ts";
import type {
	AccessBot,
	AccessEngine,
	AccessReport,
	EngineOutcome,
	ObservedFinding,
} from "#core/access/access-report.ts";
import { isWithin } from "#core/hosts/is-within.ts";
import type { ReachRow, Report } from "#core/report.ts";
import { byCodeUnits, clipped, counted, digitGroups, listing, percent, spokenDate } from "#core/wording.ts";
import { pathOf } from "./access-tally.ts";
import { lastDayBeforeSilence } from "./bot-changes.ts";
import { BOTS } from "./user-agents.ts";

type Robots = EvidenceRecord["evidence"]["robots"];

/** Maximum pages to search for. */
const MOST_PAGES = 20_000;

/** Paths of the sitemap's pages, the home page first; without a sitemap, of the pages that the audit read. */
export function pagesOf(
	{ domain, responses }: Report,
	record: Partial<Pick<EvidenceRecord, "evidence">> | undefined,
): readonly string[] {
	const sitemap = record?.evidence?.sitemap;
	const entries =
		sitemap?.state === "found"
			? [sitemap.value, ...(sitemap.value.child ? [sitemap.value.child] : []), ...(sitemap.value.others ?? [])]
					.filter(({ kind }) => kind !== "index")
					.flatMap((each) => each.entries.map(({ loc }) => loc))
			: [];
	const read = responses.filter(({ status }) => status === 200).map(({ url }) => url);
	const paths = (entries.length > 0 ? entries : read).flatMap((url) => {
		const { hostname, pathname } = URL.parse(url) ?? {};
		return hostname !== undefined && pathname !== undefined && isWithin(hostname, domain.split("/")[0] ?? domain)
			? pathOf(pathname)
			: [];
	});
	const pages = [...new Set(["/", ...paths])].filter((path) => !/\.(?:txt|xml|json|ico|js|css|png|svg)$/i.test(path));
	return pages.slice(0, MOST_PAGES);
}

/**
 * Adds, per engine and per other bot that came (such as training crawlers), what robots.txt and the audit say, with a
 * conclusion.
 * @param robots from the audit; without it the rules for other bots are unknown
 */
export function joinAudit(access: AccessReport, report: Report, robots?: Robots): AccessReport {
	const audit = ownRequest(report);
	const engines = NAMED_ENGINES.flatMap(({ name, index, fetcher }) => {
		const reach = report.reach?.find((row) => row.name === name);
		const tokens = [...index, ...(fetcher === undefined ? [] : [fetcher])].filter((token) =>
			BOTS.some((bot) => bot.token === token),
		);
		return engineRow({ name, tokens, index, fetcher, reach, audit, access });
	});
	const named = new Set(engines.flatMap(({ tokens }) => tokens));
	const others = BOTS.filter(({ token }) => !named.has(token) && access.bots.some((bot) => isKnown(bot, token)));
	const rows = others.map((bot) => {
		const { token } = bot;
		const reach = robots && reachByRobots(bot, robots);
		return engineRow({ name: token, tokens: [token], index: [token], reach, audit, access });
	});
	const all = [...engines, ...rows];
	return { ...access, engines: all, findings: all.flatMap(findingOf) };
}

/** Whether the identity of this bot's requests could be checked. */
function isKnown({ token, verified, spoofed }: AccessBot, wanted: string): boolean {
	return token === wanted && (verified !== undefined || spoofed !== undefined);
}

function ownRequest({ source, responses, failure, reach }: Report): string {
	if (source === "folder") return "a folder was audited, so nothing was asked for over the network";
	if (!reach && failure) return clipped(failure.says, 180);
	const home = responses[0]?.status;
	return home === undefined ? "not known" : `our own request got ${home}`;
}

interface Joined {
	readonly name: string;
	readonly tokens: readonly string[];
	readonly index: readonly string[];
	readonly fetcher?: string | undefined;
	readonly reach: Pick<ReachRow, "state" | "because" | "check"> | undefined;
	readonly audit: string;
	readonly access: AccessReport;
}

const WINDOW_DAYS = 30;
const DAY_MS = 86_400_000;

function engineRow(joined: Joined): AccessEngine {
	const { name, tokens, reach, audit, access } = joined;
	const bots = access.bots.filter(({ token }) => tokens.includes(token));
	const seen = seenIn(bots, access.period?.to);
	const because = reach?.because;
	const outcome = outcomeOf(joined, bots, seen);
	return {
		name,
		tokens: [...tokens],
		robots: reach?.state ?? "unknown",
		...(because ? { because: clipped(`${because.at ?? because.url}: ${because.excerpt}`, 400) } : {}),
		audit,
		requests: seen.verified,
		refused: seen.refused,
		outcome,
		says: clipped(sentenceOf(outcome, joined, bots, seen), 600),
	};
}

interface Seen {
	readonly verified: number;
	readonly refused: number;
	readonly limited: number;
	readonly failed: number;
	readonly spoofed: number;
	readonly unverifiable: number;
	/** Verified requests before the window. */
	readonly before: number;
}

/** @param end of the logs */
function seenIn(bots: readonly AccessBot[], end: string | undefined): Seen {
	const from = windowStart(end);
	const days = bots.flatMap((bot) => bot.days);
	const within = days.filter(({ day }) => day >= from);
	const sum = (of: "verified" | "refused" | "limited" | "failed" | "spoofed" | "unverifiable") =>
		within.reduce((all, day) => all + day[of], 0);
	return {
		verified: sum("verified"),
		refused: sum("refused"),
		limited: sum("limited"),
		failed: sum("failed"),
		spoofed: sum("spoofed"),
		unverifiable: sum("unverifiable"),
		before: days.filter(({ day }) => day < from).reduce((all, day) => all + day.verified, 0),
	};
}

function windowStart(end: string | undefined): string {
	return end === undefined ? "" : new Date(Date.parse(end) - (WINDOW_DAYS - 1) * DAY_MS).toISOString().slice(0, 10);
}

/** Shares of refusals: at half the bot counts as blocked, at a tenth something is wrong. */
const [MOST, MANY] = [0.5, 0.1];

function outcomeOf(joined: Joined, bots: readonly AccessBot[], seen: Seen): EngineOutcome {
	if (takenPages(joined, bots) > 0) return "forbidden-and-taken";
	if (closedTokens(joined).some((token) => joined.index.includes(token))) return "forbidden-and-absent";
	const { verified, refused, limited, failed } = seen;
	if (verified === 0) return absence(seen);
	if (refused >= verified * MOST) return "refused";
	if (refused >= verified * MANY) return limited * 2 > refused ? "limited" : "partly-refused";
	if (failed >= verified * MANY) return "fails";
	const end = joined.access.period?.to;
	return end !== undefined && lastDayBeforeSilence(bots, end) !== undefined ? "stopped-coming" : "reads";
}

function absence({ before, unverifiable, spoofed }: Seen): EngineOutcome {
	if (before > 0) return "stopped-coming";
	if (unverifiable > 0) return "unverifiable";
	return spoofed > 0 ? "only-pretended" : "never-came";
}

/** Bots that robots.txt disallows. Rules for an index do not affect the fetcher, and vice versa. */
function closedTokens({ reach, index, fetcher, tokens }: Joined): readonly string[] {
	const { state, because, check } = reach ?? {};
	const isRule = because?.url.endsWith("/robots.txt") === true && because.at?.startsWith("line ") === true;
	if (!isRule || (state !== "blocked" && state !== "partly")) return [];
	// Only Google-Extended is disallowed, which sends no requests.
	if (check === "training-stance") return [];
	const closed = check === "user-fetchers" ? [fetcher] : index;
	return tokens.filter((token) => closed.includes(token));
}

/** Pages fetched by disallowed bots in the window. */
function takenPages(joined: Joined, bots: readonly AccessBot[]): number {
	const closed = closedTokens(joined);
	const from = windowStart(joined.access.period?.to);
	const days = bots.filter(({ token }) => closed.includes(token)).flatMap((bot) => bot.days);
	return days.reduce((all, { day, pages }) => (day >= from ? all + pages : all), 0);
}

function sentenceOf(outcome: EngineOutcome, joined: Joined, bots: readonly AccessBot[], seen: Seen): string {
	const came = bots.filter(({ verified }) => verified).map(({ token }) => token);
	const named = bots.length > 0 ? bots.map(({ token }) => token) : joined.tokens;
	const names = listing(came.length > 0 ? came : named);
	const closed = listing(closedTokens(joined));
	const [verified, refused] = [digitGroups(seen.verified), digitGroups(seen.refused)];
	const may = joined.reach?.state === "allowed" ? `robots.txt lets ${names} in, but` : `For ${names},`;
	switch (outcome) {
		case "reads":
			return `${names} ${came.length > 1 ? "get" : "gets"} your pages: ${counted(seen.verified, "verified request")} in 30 days, ${percent(1 - (seen.refused + seen.failed) / seen.verified)} answered.`;
		case "refused":
			return `${may} your firewall or server refused ${refused} of ${verified} verified requests${statusWords(bots)}.`;
		case "partly-refused":
			return `${may} your firewall or server refused ${refused} of ${verified} verified requests${statusWords(bots)}.`;
		case "limited":
			return `${may} your server refused ${refused} of ${verified} verified requests, most with "too many requests" (429).`;
		case "fails":
			return `${may} your server failed on ${digitGroups(seen.failed)} of ${verified} verified requests (500 and above).`;
		case "forbidden-and-taken":
			return `robots.txt closes the site to ${closed} (${lineOf(joined.reach)}), but verified requests still got ${counted(takenPages(joined, bots), "page")} in 30 days.`;
		case "forbidden-and-absent":
			return `robots.txt closes the site to ${closed} (${lineOf(joined.reach)}), and no verified request got a page in 30 days.`;
		case "never-came":
			return `${names} never asked for a page in these logs.`;
		case "stopped-coming":
			return `${names} stopped coming. The last verified request was on ${spokenDate(lastOf(bots))}.`;
		case "only-pretended":
			return `${counted(seen.spoofed, "request")} claimed to be ${names}, and none came from the vendor's addresses.`;
		case "unverifiable":
			return `${counted(seen.unverifiable, "request")} claimed to be ${names}. We cannot tell whether that is true: the vendor publishes no addresses, or a proxy hides them.`;
	}
}

/** The most frequent status and path of refusals. */
function statusWords(bots: readonly AccessBot[]): string {
	const rows = bots.flatMap((bot) => bot.refused).toSorted((a, b) => b.forbidden + b.limited - a.forbidden - a.limited);
	const [first] = rows;
	if (!first) return "";
	const { path, forbidden, unauthorized, unpaid, limited } = first;
	const answers = { 403: forbidden - unauthorized - unpaid, 401: unauthorized, 402: unpaid, 429: limited };
	const [[status] = []] = Object.entries(answers).toSorted(([, a], [, b]) => b - a);
	return `, such as ${path} (${status})`;
}

function lineOf(reach: Joined["reach"]): string {
	const { at = "", excerpt = "" } = reach?.because ?? {};
	return `${at}: "${clipped(excerpt, 80)}"`;
}

function lastOf(bots: readonly AccessBot[]): string {
	return (
		bots
			.flatMap(({ verified }) => verified?.last ?? [])
			.toSorted(byCodeUnits)
			.at(-1) ?? ""
	);
}

const TODO: Readonly<Partial<Record<EngineOutcome, string>>> = {
	refused: "Let the vendor's published addresses through in the firewall or CDN, by address and not by user agent.",
	"partly-refused":
		"Look in the firewall or CDN for the rule that refuses these paths, and exempt the vendor's addresses.",
	limited: "Raise the rate limit for the vendor's published addresses.",
	fails: "Look for these times in the server's error log. Crawlers come less often to servers that fail.",
	"forbidden-and-taken":
		"Bots follow a new rule within a day or two. If yours is older, block the vendor's published addresses in the firewall.",
	"stopped-coming": "Find out what changed that day: robots.txt, the firewall, or the addresses of pages.",
	"only-pretended": "Block these requests if they cost you anything: the vendor did not send them.",
};

function findingOf({ name, outcome, says }: AccessEngine): ObservedFinding[] {
	const todo = TODO[outcome];
	return todo === undefined ? [] : [{ kind: "observed", outcome, engine: name, says, todo }];
}
