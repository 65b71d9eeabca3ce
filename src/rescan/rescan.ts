import { existsSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { type JSONPath, visit } from "jsonc-parser";
import type { Settings } from "#config/environment.ts";
import { readNamedText } from "#config/named-file.ts";
import { sha256Hex } from "#core/bytes.ts";
import { Failure } from "#core/failure.ts";
import { findJsonFault } from "#core/json-faults.ts";
import { canonicalJson } from "#core/json-object.ts";
import { activeRemovals } from "#core/notice.ts";
import { type AuditMode, MAX_PAGES, type SourceKind } from "#core/preset.ts";
import { seriesKey } from "#core/receipt.ts";
import { REPORT_LIMITS } from "#core/report.ts";
import { parseTarget, pathBeyondHome } from "#core/target.ts";
import { byCodeUnits, clipped, plainCount } from "#core/wording.ts";
import type { Watchers } from "#people/watched/watchers.ts";
import type { JobQueue, JobSpec, Run } from "#queue/job-queue.ts";
import { readAgencyFiles } from "#receipts/agencies/agency-files.ts";
import { noticesPath, refuseRemoved } from "#receipts/removal/removal.ts";
import { removeAbandoned } from "#receipts/store/durable-file.ts";
import { readNotices } from "#receipts/store/notices-file.ts";
import {
	type WatchEntry,
	watchEntrySchema,
	watchlistSchema,
	writeOwners,
} from "#receipts/store/published-watchlist.ts";
import { type RunLine, writeRunFile } from "#receipts/store/run-file.ts";
import { lastFound, uploadNewestReceipts } from "#receipts/watched/watched-receipts.ts";
import { publishWatchedSites } from "#receipts/watched/watched-sites.ts";
import { isPassing, linesOf, readLine } from "./rescan-job.ts";
import { ENGINE, type Engine, nextOf, paceOf, type WatchOptions, watchRun, withPlaces, workOn } from "./work-on.ts";

export interface WatchedSite extends Omit<WatchEntry, "domain" | "folder" | "pages"> {
	readonly domain: string;
	readonly source: SourceKind;
	/** Pages of a deep audit, if not the default. */
	readonly pages?: number;
	/** Absolute path, for source `folder`. */
	readonly folder?: string;
	/** Watched by accounts and not published by its owner: results are only for these accounts and in no file. */
	readonly private?: true;
	readonly line: number;
}

/** An invalid entry, which does not affect others. */
export interface WatchlistFault {
	readonly line: number;
	/** As written, if any. */
	readonly domain: string;
	readonly source: SourceKind;
	readonly mode: AuditMode;
	readonly says: string;
}

export interface Watchlist {
	readonly sites: readonly WatchedSite[];
	readonly faults: readonly WatchlistFault[];
	/** Entries with a path, which audits ignore: their lines, and the first address. */
	readonly beyond?: { readonly lines: readonly number[]; readonly first: string };
}

/** Validates each entry separately. @throws Failure `input-invalid` if the file as a whole is invalid */
export async function readWatchlist(path: string): Promise<Watchlist> {
	const text = await readText(path);
	const whole = watchlistSchema.safeParse(parseJson(text, path));
	if (!whole.success) throw unusable(path, whole.error.issues[0]?.message ?? "It is not a watchlist.");
	const sites = new Map<string, WatchedSite>();
	const faults: WatchlistFault[] = [];
	const beyond: { line: number; address: string }[] = [];
	const places = placesOf(text);
	const lineOf = lineFinder(text);
	for (const [index, raw] of whole.data.entries.entries()) {
		const place = places[index] ?? { at: 0, members: new Map() };
		const line = lineOf(place.at);
		const site = readEntry(raw, path, line, sites);
		if (typeof site !== "string") {
			sites.set(seriesKey(site), site);
			const { domain: address } = raw as WatchEntry;
			if (pathBeyondHome(address) !== undefined) beyond.push({ line, address });
		} else
			faults.push({ line: lineOf(faultAt(place, raw)), ...seemsToAsk(raw), says: clipped(site, REPORT_LIMITS.says) });
	}
	const [first] = beyond;
	const isBeyond = first && { beyond: { lines: beyond.map(({ line }) => line), first: first.address } };
	return { sites: [...sites.values()], faults, ...isBeyond };
}

function readEntry(
	raw: unknown,
	path: string,
	line: number,
	sites: ReadonlyMap<string, WatchedSite>,
): WatchedSite | string {
	const read = watchEntrySchema.safeParse(raw);
	if (!read.success)
		return read.error.issues.map((issue) => `${issue.path.join(".") || "entry"}: ${issue.message}`).join("; ");
	const { domain, folder, pages, ...rest } = read.data;
	if (pages !== undefined && rest.mode === "light") return "pages: needs mode deep; a light audit reads one page.";
	const place = dirname(path);
	try {
		const host = parseTarget(domain).host;
		const source: SourceKind = folder === undefined ? "network" : "folder";
		const twin = sites.get(seriesKey({ domain: host, source, mode: rest.mode }));
		if (twin) return `${host} is listed twice; the first is on line ${twin.line}.`;
		if (rest.agency && !existsSync(join(place, "agencies", `${rest.agency}.json`)))
			return `There is no agency "${rest.agency}": agencies/${rest.agency}.json does not exist.`;
		const count = pages === "all" ? MAX_PAGES : pages;
		const site = { ...rest, ...(count === undefined ? {} : { pages: count }), domain: host, source, line };
		if (folder === undefined) return site;
		const absolute = resolve(place, folder);
		return existsSync(absolute) ? { ...site, folder: absolute } : `The folder ${folder} does not exist.`;
	} catch (error) {
		if (error instanceof Failure) return error.message;
		throw error;
	}
}

const EXAMPLE = 'It holds {"entries": [{"domain": "example.com"}]}.';
/** 10 times the size for 100,000 sites. */
const WATCHLIST_MAX_BYTES = 100 * 1024 * 1024;

async function readText(path: string): Promise<string> {
	return readNamedText(path, { what: `The watchlist ${path}`, most: WATCHLIST_MAX_BYTES, todo: EXAMPLE });
}

function parseJson(text: string, path: string): unknown {
	const fault = findJsonFault(text);
	if (text.trim() === "") throw unusable(path, "It is empty.");
	if (fault) throw unusable(path, `Line ${fault.line}: ${fault.says}`);
	return JSON.parse(text);
}

/** Offsets in the text, of the entry and its members by name. */
interface EntryPlace {
	readonly at: number;
	readonly members: Map<string, number>;
}

/** Requires valid JSON. */
function placesOf(text: string): EntryPlace[] {
	let places: EntryPlace[] = [];
	const begin = (at: number, path: JSONPath) => {
		if (path.length === 2 && path[0] === "entries") places.push({ at, members: new Map() });
	};
	visit(text, {
		onObjectBegin: (at, _length, _line, _column, path) => begin(at, path()),
		onArrayBegin: (at, _length, _line, _column, path) => begin(at, path()),
		onLiteralValue: (_value, at, _length, _line, _column, path) => begin(at, path()),
		onObjectProperty(name, at, _length, _line, _column, path) {
			const [list, ...inside] = path();
			// Of duplicate members, the last one counts.
			if (list === undefined && name === "entries") places = [];
			if (list === "entries" && inside.length === 1) places.at(-1)?.members.set(name, at);
		},
	});
	return places;
}

function faultAt({ at, members }: EntryPlace, raw: unknown): number {
	const read = watchEntrySchema.safeParse(raw);
	const member = read.success ? "domain" : read.error.issues[0]?.path[0];
	return members.get(String(member)) ?? at;
}

/** Reads a long list once if offsets mostly ascend. */
function lineFinder(text: string): (offset: number) => number {
	let [at, line] = [0, 1];
	return (offset) => {
		if (offset < at) [at, line] = [0, 1];
		for (let end = text.indexOf("\n", at); end >= 0 && end < offset; end = text.indexOf("\n", at)) {
			at = end + 1;
			line++;
		}
		return line;
	};
}

function seemsToAsk(raw: unknown): Pick<WatchlistFault, "domain" | "source" | "mode"> {
	const { domain, folder, mode } = (raw ?? {}) as Record<string, unknown>;
	return {
		domain: typeof domain === "string" ? clipped(domain.toWellFormed(), DOMAIN_LENGTH) : "",
		source: folder === undefined ? "network" : "folder",
		mode: mode === "deep" ? "deep" : "light",
	};
}

/** Maximum length of a host name. */
const DOMAIN_LENGTH = 253;

function unusable(path: string, why: string): Failure {
	return new Failure("input-invalid", { what: `The watchlist ${path} cannot be used.`, why, todo: EXAMPLE });
}

export interface RescanOptions extends WatchOptions {
	readonly watchlist: string;
	readonly onStart?: ((run: Run) => void) | undefined;
	/** Called with a sentence about anything that the run skips. */
	readonly onNote?: ((says: string) => void) | undefined;
	/** Called with every line at the end. */
	readonly onLine?: ((line: RunLine) => void) | undefined;
}

/** Writes exactly one final line per domain, even after kills. @throws Failure `input-invalid` for invalid files */
export async function rescan(options: RescanOptions, settings: Settings, engine: Engine = ENGINE) {
	// Fail early on unreadable files, which would prevent publication after a night's work.
	await readNotices(noticesPath(settings));
	await readAgencyFiles(join(dirname(options.watchlist), "agencies"));
	await Promise.all([settings.reports, settings.data].map(removeAbandoned));
	return withPlaces(settings, engine, async ({ records, queue, auditor, watchers }) => {
		const { run, faults } = await plan(options, { queue, watchers, engine }, settings);
		options.onStart?.(run);
		const { retries, idleMs } = paceOf(settings);
		const { hostIntervalMs } = engine;
		const refuse = (host: string) => refuseRemoved(host, settings);
		const watch = watchRun(queue, run, options, settings.databaseUrl !== undefined);
		const context = { settings, queue, auditor, records, watchers, run: run.id, retries, refuse, hostIntervalMs };
		const work = { stop: watch.ended, idleMs, onDone: watch.onDone };
		await workOn(context, nextOf(context), work).finally(watch.close);
		const notices = await readNotices(noticesPath(settings));
		const ofAccounts = { total: 0, missed: 0 };
		const onPrivate = (ok: boolean) => {
			ofAccounts.total++;
			if (!ok) ofAccounts.missed++;
		};
		const lines = linesOf(run.id, queue.entries(run.id), { notices, faults, onPrivate });
		const runFile = await writeRunFile(join(settings.reports, "runs"), run.id, shown(lines, options.onLine));
		await queue.closeRun(run.id);
		return { run: run.id, resumed: run.resumed, runFile, ofAccounts };
	});
}

interface Planning {
	readonly queue: JobQueue;
	readonly watchers: Watchers | undefined;
	readonly engine: Pick<Engine, "openPlaces">;
}

/** A separate function, so that a long watchlist is garbage collected before the night. */
async function plan(
	{ watchlist, onNote }: RescanOptions,
	{ queue, watchers, engine }: Planning,
	settings: Settings,
): Promise<{ run: Run; faults: readonly WatchlistFault[] }> {
	const listed = await readWatchlist(watchlist);
	if (listed.beyond) onNote?.(homePagesAlone(listed.beyond));
	const { sites, faults } = watchers ? await withAccountsSites(listed, watchers, settings, engine) : listed;
	const isFleet = settings.databaseUrl !== undefined;
	await uploadNewestReceipts(
		sites.filter((site) => !site.private),
		settings,
	);
	const kept = await publishWatchedSites(settings);
	if (kept !== undefined) onNote?.(kept);
	const notices = await readNotices(noticesPath(settings));
	const last = settings.databaseUrl !== undefined ? await lastFound(settings.databaseUrl) : undefined;
	// The digest excludes line numbers and accounts' sites, whose changes must not begin another run.
	const list = listed.sites.map(({ line: _, ...site }) => site);
	const digest = await sha256Hex(canonicalJson(isFleet ? { list } : { reports: settings.reports, list }));
	const run = await queue.openRun({
		digest,
		jobs: jobsOf(last ? byUrgency(sites, last) : sites, last),
		shared: JSON.stringify({ notices: activeRemovals(notices) }),
		isPassing: (outcome) => isPassing(readLine(outcome)),
	});
	return { run, faults };
}

function* jobsOf(sites: Iterable<WatchedSite>, last: ReadonlyMap<string, string> | undefined): Generator<JobSpec> {
	for (const { line: _, ...site } of sites) {
		const key = seriesKey(site);
		// The folder is on this machine.
		const isLocal = site.source === "folder";
		yield { key, data: JSON.stringify(site), isLocal, ...(last && { priority: priorityOf(site, last.get(key)) }) };
	}
}

async function* shown(lines: AsyncIterable<RunLine>, onLine: RescanOptions["onLine"]): AsyncGenerator<RunLine> {
	for await (const line of lines) {
		onLine?.(line);
		yield line;
	}
}

type Urgent = Pick<WatchedSite, "domain" | "source" | "mode" | "agency" | "private">;

/** Sites without an audit first, because they have nothing to show, then agencies' sites. */
export function priorityOf({ agency, ...site }: Urgent, last: string | undefined): number {
	// The last audit of a private site is not known here.
	if (site.private) return 0;
	if (last === undefined) return 2;
	return agency === undefined ? 0 : 1;
}

/** Oldest audit first, so that a night begins with what the last one skipped. @param last last audits, ISO 8601 */
export function byUrgency<T extends Urgent>(sites: readonly T[], last: ReadonlyMap<string, string>): readonly T[] {
	const lastOf = (site: T) => last.get(seriesKey(site)) ?? "";
	return sites.toSorted((a, b) => byCodeUnits(lastOf(a), lastOf(b)));
}

/** The file's entries win. First carries out orders and writes owners.json. @throws Failure `store-unavailable` */
async function withAccountsSites(
	{ sites, faults }: Watchlist,
	watchers: Watchers,
	settings: Settings,
	{ openPlaces }: Pick<Engine, "openPlaces">,
): Promise<Watchlist> {
	const { places, close } = openPlaces(settings);
	await watchers.prepare(places).finally(close);
	const removed = new Set(activeRemovals(await readNotices(noticesPath(settings))).map(({ domain }) => domain));
	const listed = new Set(sites.filter(({ source }) => source === "network").map(({ domain }) => domain));
	const isTheirs = ({ domain }: { readonly domain: string }) => !listed.has(domain);
	const owned = (await watchers.published()).filter(({ domain }) => !removed.has(domain) && !listed.has(domain));
	await writeOwners(settings.reports, owned);
	const publicSites = owned.map(({ domain, mode }) => siteOf({ domain, mode }));
	const privateSites = (await watchers.unpublished()).filter(isTheirs).map((site): WatchedSite => {
		return { ...siteOf(site), private: true };
	});
	return { sites: [...sites, ...publicSites, ...privateSites], faults };
}

function siteOf({ domain, mode }: Pick<WatchedSite, "domain" | "mode">): WatchedSite {
	return { domain, mode, source: "network", wall: true, line: 0 };
}

function homePagesAlone({ lines: [line, ...more], first }: NonNullable<Watchlist["beyond"]>): string {
	const others = more.length > 0 ? ` ${plainCount(more.length, "further entry", "further entries")} likewise.` : "";
	return `Line ${line} of the watchlist names ${clipped(first, 120)}: an audit begins at a site's home page.${others}`;
}
