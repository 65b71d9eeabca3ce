import type { AccessBot, AccessCounts, AccessPart, AccessReport } from "#core/access/access-report.ts";
import { byCodeUnits } from "#core/wording.ts";
import { type AccessTally, countsOf, type Identity, PATH_COUNTED, type TallyState } from "./access-tally.ts";
import { changesOf } from "./bot-changes.ts";
import type { BotRanges } from "./bot-ranges.ts";
import { readableText } from "./log-entry.ts";
import type { LineSettings } from "./log-lines.ts";
import type { ReadLogs } from "./read-logs.ts";
import { ASSISTANT_NAMES, BOTS } from "./user-agents.ts";

export interface ReportSettings extends LineSettings {
	readonly dns: boolean;
}

/** Maximum entries per list in the report. */
const SHOWN = { refused: 10, refusedAt: 3, missed: 10, edges: 20, traps: 10, unread: 5 };
/** From this many queries of one path on, it is a crawler trap, not a choice of pages. */
const TRAP_QUERIES = 50;

export function buildAccessReport({ tally, logs }: ReadLogs, settings: ReportSettings): AccessReport {
	const totals = tally.totals();
	const { people, programs, otherHosts } = tally.others;
	const bots = botsOf(tally, settings.pages);
	const period = totals.length === 0 ? undefined : periodOf(totals);
	const sums = (of: (log: ReadLogs["logs"][number]) => number) => logs.reduce((all, log) => all + of(log), 0);
	return {
		kind: "sightline-access",
		v: 1,
		domain: settings.domain,
		...(period ? { period } : {}),
		lines: { read: sums(({ lines }) => lines), unread: sums(({ unread }) => unread), otherHosts },
		logs: logs.map(({ name, lines, unread, end, formats }) => ({
			name: name.slice(-200),
			lines,
			unread,
			end,
			formats: Object.fromEntries(Object.entries(formats).toSorted(([a], [b]) => byCodeUnits(a, b))),
		})),
		unread: logs
			.flatMap(({ name, samples }) => samples.map((sample) => ({ log: name.slice(-200), ...sample })))
			.slice(0, SHOWN.unread),
		proofs: {
			ranges: settings.ranges.digest,
			...agesOf(settings.ranges),
			dns: settings.dns,
			proxies: settings.proxies,
			...(settings.keys
				? { keys: settings.keys.map(({ token, thumbprints }) => ({ token, thumbprints: [...thumbprints] })) }
				: {}),
		},
		people,
		programs,
		assistants: assistantsOf(tally),
		bots,
		changes: changesOf(bots, period?.to),
	};
}

type Total = ReturnType<AccessTally["totals"]>[number];

function periodOf(totals: readonly Total[]): { from: string; to: string } {
	return {
		from: iso(Math.min(...totals.map(({ first }) => first))),
		to: iso(Math.max(...totals.map(({ last }) => last))),
	};
}

function agesOf({ lists }: BotRanges): { oldest: string; newest: string } {
	const days = lists.map(({ taken }) => taken).toSorted(byCodeUnits);
	return { oldest: days[0] ?? "", newest: days.at(-1) ?? "" };
}

function iso(at: number): string {
	return new Date(at).toISOString();
}

function assistantsOf(tally: AccessTally): AccessReport["assistants"] {
	const rows = tally.lists.referrals.rows();
	return ASSISTANT_NAMES.flatMap((name) => {
		const days = rows
			.filter(([assistant]) => assistant === name)
			.map(([, number, [visits = 0]]): [string, number] => [dayName(number), visits])
			.sort(([a], [b]) => byCodeUnits(a, b));
		const visits = days.reduce((all, [, each]) => all + each, 0);
		return visits === 0 ? [] : [{ name, visits, days }];
	}).toSorted((a, b) => b.visits - a.visits);
}

function dayName(number: string): string {
	return iso(Number(number) * 86_400_000).slice(0, 10);
}

function botsOf(tally: AccessTally, pages: readonly string[]): AccessBot[] {
	const totals = tally.totals();
	const rows = listsOf(tally);
	return BOTS.flatMap(({ token, vendor, role }) => {
		const of = (identity: Identity) => totals.find((total) => total.token === token && total.identity === identity);
		const [verified, spoofed, unverifiable] = [of("verified"), of("spoofed"), of("unverifiable")];
		if (!verified && !spoofed && !unverifiable) return [];
		const addresses = tally.lists.addresses.distinct(token);
		return {
			token,
			vendor,
			role,
			...(verified ? { verified: partOf(verified) } : {}),
			...(spoofed ? { spoofed: { ...partOf(spoofed), addresses } } : {}),
			...(unverifiable ? { unverifiable: partOf(unverifiable) } : {}),
			paths: tally.lists.paths.distinct(token),
			...(pages.length > 0 && verified ? { site: siteOf(pages, tally.pagesOf(token)) } : {}),
			refused: refusedOf(rows.refused.get(token), rows.refusedAt.get(token)),
			edges: edgesOf(rows.edges.get(token) ?? []),
			traps: trapsOf(rows.queries.get(token) ?? [], tally.lists.queries.share),
			days: daysOf(token, rows.days),
		};
	});
}

type Rows = ReadonlyMap<string, readonly (readonly [key: string, counts: readonly number[]])[]>;

function listsOf({ lists }: AccessTally): Record<"refused" | "refusedAt" | "edges" | "queries" | "days", Rows> {
	const grouped = (list: AccessTally["lists"]["days"]): Rows => {
		const groups = new Map<string, [string, readonly number[]][]>();
		for (const [group, key, counts] of list.rows()) {
			const there = groups.get(group);
			if (there) there.push([key, counts]);
			else groups.set(group, [[key, counts]]);
		}
		return groups;
	};
	return {
		refused: grouped(lists.refused),
		refusedAt: grouped(lists.refusedAt),
		edges: grouped(lists.edges),
		queries: grouped(lists.queries),
		days: grouped(lists.days),
	};
}

function partOf({ counts, first, last, robotsLast }: Total): AccessPart {
	const robots = robotsLast === 0 ? {} : { robotsLast: iso(robotsLast) };
	return { ...(counts satisfies AccessCounts), first: iso(first), last: iso(last), ...robots };
}

function siteOf(pages: readonly string[], fetched: readonly number[]): NonNullable<AccessBot["site"]> {
	const missed = pages.filter((_, index) => (fetched[index] ?? 0) === 0);
	return {
		fetched: pages.length - missed.length,
		of: pages.length,
		missed: missed.slice(0, SHOWN.missed).map(shownPath),
	};
}

/** Adds which of these pages each verified bot fetched, by exact counts; unchanged if the counts are a sample. */
export function withPages(
	report: AccessReport,
	{ lists }: Pick<TallyState, "lists">,
	pages: readonly string[],
): AccessReport {
	if (pages.length === 0 || lists.paths.below < 2 ** 32) return report;
	const ok = PATH_COUNTED.indexOf("ok");
	const got = new Map<string, Set<string>>();
	for (const [token, path, counts] of lists.paths.rows) {
		const paths = got.get(token) ?? new Set();
		got.set(token, (counts[ok] ?? 0) > 0 ? paths.add(path) : paths);
	}
	const siteFor = (token: string) =>
		siteOf(
			pages,
			pages.map((page) => (got.get(token)?.has(page) ? 1 : 0)),
		);
	return { ...report, bots: report.bots.map((bot) => (bot.verified ? { ...bot, site: siteFor(bot.token) } : bot)) };
}

type Row = readonly [key: string, counts: readonly number[]];

/** Most requests first, then by name, so that the order is deterministic. */
function ranked(rows: readonly Row[]): Row[] {
	return rows.toSorted(([a, [x = 0]], [b, [y = 0]]) => y - x || byCodeUnits(a, b));
}

function refusedOf(rows: readonly Row[] = [], pairs: readonly Row[] = []): AccessBot["refused"] {
	const at = (name: (typeof PATH_COUNTED)[number]) => PATH_COUNTED.indexOf(name);
	return ranked(rows)
		.slice(0, SHOWN.refused)
		.map(([path, counts]) => ({
			path: shownPath(path),
			requests: counts[0] ?? 0,
			forbidden: counts[at("forbidden")] ?? 0,
			unauthorized: counts[at("unauthorized")] ?? 0,
			unpaid: counts[at("unpaid")] ?? 0,
			limited: counts[at("limited")] ?? 0,
			serverErrors: counts[at("serverErrors")] ?? 0,
			...refusedAt(path, pairs),
		}));
}

/** @param pairs of path and edge */
function refusedAt(path: string, pairs: readonly Row[]): Pick<AccessBot["refused"][number], "edges"> {
	const own = pairs.flatMap(([key, counts]): Row[] => {
		const end = key.lastIndexOf("\t");
		return key.slice(0, end) === path ? [[key.slice(end + 1), counts]] : [];
	});
	const edges = ranked(own)
		.slice(0, SHOWN.refusedAt)
		.map(([edge, [requests = 0]]) => ({ edge: shownPath(edge), requests }));
	return edges.length === 0 ? {} : { edges };
}

function edgesOf(rows: readonly Row[]): AccessBot["edges"] {
	return ranked(rows)
		.slice(0, SHOWN.edges)
		.map(([edge, [requests = 0, refused = 0]]) => ({ edge: shownPath(edge), requests, refused }));
}

function trapsOf(rows: readonly Row[], share: number): AccessBot["traps"] {
	const queries = new Map<string, number>();
	for (const [key] of rows) {
		const path = key.slice(0, key.lastIndexOf("\t"));
		queries.set(path, (queries.get(path) ?? 0) + 1);
	}
	return ranked([...queries].map(([path, count]): Row => [path, [Math.round(count / share)]]))
		.filter(([, [count = 0]]) => count >= TRAP_QUERIES)
		.slice(0, SHOWN.traps)
		.map(([path, [count = 0]]) => ({ path: shownPath(path), queries: count }));
}

const NO_REQUEST = { verified: 0, ...verifiedDay(countsOf([])), spoofed: 0, unverifiable: 0 };

function daysOf(token: string, days: Rows): AccessBot["days"] {
	const by = new Map<string, AccessBot["days"][number]>();
	for (const identity of ["verified", "spoofed", "unverifiable"] as const) {
		for (const [number, counts] of days.get(`${token}\t${identity}`) ?? []) {
			const day = by.get(number) ?? { day: dayName(number), ...NO_REQUEST };
			const seen = countsOf(counts);
			by.set(number, { ...day, ...(identity === "verified" ? verifiedDay(seen) : {}), [identity]: seen.requests });
		}
	}
	return [...by.values()].sort((a, b) => byCodeUnits(a.day, b.day));
}

function verifiedDay(counts: AccessCounts): Omit<AccessBot["days"][number], "day" | Identity> {
	const { pages, ok, redirects, forbidden, limited, clientErrors, serverErrors } = counts;
	const { bytes, milliseconds, timed, robots } = counts;
	const answers = { ok, redirects, refused: forbidden + limited, limited, clientErrors, failed: serverErrors };
	return { pages, ...answers, bytes, milliseconds, timed, robots };
}

const SHOWN_PATH = 200;

/** Removes parts of a path that may be a visitor's address, mailbox or secret. */
function shownPath(path: string): string {
	const decoded = readableText(path)
		.replace(
			/%(?:25)*(?:2E|3A|40)/gi,
			(octet) => ({ E: ".", A: ":", "0": "@" })[octet.slice(-1).toUpperCase()] ?? octet,
		)
		.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\ufffd]/gu, "\u00b7");
	const parts = decoded.split("/").map((part) => (isPrivate(part) ? "…" : part));
	const shown = parts.join("/");
	return shown.length > SHOWN_PATH ? `${shown.slice(0, SHOWN_PATH - 1).replace(/[\ud800-\udbff]$/, "")}…` : shown;
}

function isPrivate(part: string): boolean {
	return /(?:\d{1,3}[.-]){3}\d{1,3}|[\da-f]{0,4}:[\da-f]{0,4}:|@|%3f|[\w-]{40}/i.test(part);
}
