import { dirname, join } from "node:path";
import type { Settings } from "#config/environment.ts";
import { sha256Hex } from "#core/bytes.ts";
import { canonicalJson } from "#core/canonical-json.ts";
import { activeRemovals } from "#core/notice.ts";
import { seriesKey } from "#core/receipt.ts";
import type { RunLine } from "#core/run-line.ts";
import { byCodeUnits, clipped, plainCount } from "#core/wording.ts";
import type { Watchers } from "#people/watched/watchers.ts";
import type { JobQueue, JobSpec, Run } from "#queue/job-queue.ts";
import { readAgencyFiles } from "#receipts/agencies/agency-files.ts";
import { noticesPath, refuseRemoved } from "#receipts/removal/removal.ts";
import { removeAbandoned } from "#receipts/store/durable-file.ts";
import { readNotices } from "#receipts/store/notices-file.ts";
import { writeOwners } from "#receipts/store/published-watchlist.ts";
import { writeRunFile } from "#receipts/store/run-file.ts";
import { lastFound, uploadNewestReceipts } from "#receipts/watched/watched-receipts.ts";
import { publishWatchedSites } from "#receipts/watched/watched-sites.ts";
import { isPassing, linesOf, readLine } from "./rescan-job.ts";
import { ENGINE, type Engine, paceOf, withPlaces } from "./run-queue.ts";
import { readWatchlist, type WatchedSite, type Watchlist, type WatchlistFault } from "./watchlist-file.ts";
import { keepHeapSmall, nextOf, type WatchOptions, watchRun, workOn } from "./work-on.ts";

export interface RescanOptions extends WatchOptions {
	readonly watchlist: string;
	readonly onStart?: ((run: Run) => void) | undefined;
	/** Gets a sentence about what the run goes on without. */
	readonly onNote?: ((says: string) => void) | undefined;
	/** Gets every line at the end, one by one. */
	readonly onLine?: ((line: RunLine) => void) | undefined;
}

/** Exactly one final line per domain, even after kills. @throws Failure `input-invalid` for a bad watchlist or agency */
export async function rescan(options: RescanOptions, settings: Settings, engine: Engine = ENGINE) {
	// Unreadable files end the run here, before a night's work that could not be published.
	await readNotices(noticesPath(settings));
	await readAgencyFiles(join(dirname(options.watchlist), "agencies"));
	await Promise.all([settings.reports, settings.data].map(removeAbandoned));
	keepHeapSmall();
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

/** The watchlist is let go afterwards: a long one is not kept in memory all night. */
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
	// Neither an entry's place in the file, nor what accounts begin to watch during a run, begins another run.
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
		// A folder is on the machine that has the watchlist.
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

/** Never audited sites first, since there is nothing to show of them, then those of an agency. */
export function priorityOf({ agency, ...site }: Urgent, last: string | undefined): number {
	// Their accounts alone know the last audit.
	if (site.private) return 0;
	if (last === undefined) return 2;
	return agency === undefined ? 0 : 1;
}

/** The longest unaudited first: what one night leaves out, the next begins with. @param last look at each, ISO 8601 */
export function byUrgency<T extends Urgent>(sites: readonly T[], last: ReadonlyMap<string, string>): readonly T[] {
	const lastOf = (site: T) => last.get(seriesKey(site)) ?? "";
	return sites.toSorted((a, b) => byCodeUnits(lastOf(a), lastOf(b)));
}

/** The file's entries count. First carries out orders and writes owners.json. @throws Failure `store-unavailable` */
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
	const owned = (await watchers.owned()).filter(({ domain }) => !removed.has(domain) && !listed.has(domain));
	await writeOwners(settings.reports, owned);
	const publicSites = owned.map(({ domain, mode }) => siteOf({ domain, mode }));
	const privateSites = (await watchers.unproved()).filter(isTheirs).map((site): WatchedSite => {
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
