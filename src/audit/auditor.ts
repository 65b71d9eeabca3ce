import { availableParallelism } from "node:os";
import { setFlagsFromString } from "node:v8";
import { CHECKS } from "#checks/registry.ts";
import { browserEnvironment } from "#config/child-environment.ts";
import type { Settings } from "#config/environment.ts";
import type { AuditProgress, LookedAt } from "#core/audit-result.ts";
import { browserUserAgent, userAgent } from "#core/brand.ts";
import { Failure, isFailure } from "#core/failure.ts";
import { ownDelay } from "#core/own-delay.ts";
import { type AuditMode, DEEP_PAGES, type Preset, type SourceKind } from "#core/preset.ts";
import type { Target } from "#core/target.ts";
import type { Depth } from "#evidence/deep/collect-depth.ts";
import { type ForeignReader, loadReader } from "#evidence/reading/readers.ts";
import { type FolderChanges, type FolderClient, openFolder } from "#evidence/site/folder-source.ts";
import { crawlRequests, limitsOf, REQUESTS, SiteSource, watchDelay } from "#evidence/site/site-source.ts";
import type { HttpClient } from "#net/http-client.ts";
import { networkFailure } from "#net/network-failure.ts";
import type { createRequestSigner } from "#signing/bot/bot-keys.ts";
import type { EvidenceRecord } from "./assess.ts";
import { type Audit, audit } from "./audit.ts";
import { type JournalPlan, PageJournal } from "./page-journal.ts";
import { type PageReader, type ReadDigests, rememberingReader } from "./page-reader.ts";
import { createRedaction, redactingClient } from "./redaction.ts";
import { readSitePages } from "./site-pages.ts";
import { ThreadPool } from "./thread-pool.ts";

export interface AuditOptions {
	readonly target: Target;
	readonly mode: AuditMode;
	/** Pages of a deep audit, including the home page; 25 by default, at most MAX_PAGES. */
	readonly pages?: number | undefined;
	/** Requests a second for pages, if the site's owner asks for another rate than ours. */
	readonly rate?: number | undefined;
	/** Saves pages as they are read, so that an interrupted audit can resume and the next one reads less. */
	readonly journal?: JournalOptions | undefined;
	readonly folder?: string | undefined;
	/** Contents that replace files on the disk. */
	readonly changes?: FolderChanges | undefined;
	/** Page digests by earlier audits of this version, extended by this one: identical bytes are not parsed again. */
	readonly digests?: ReadDigests | undefined;
	readonly preset?: Preset | undefined;
	/** Request headers for the audited host only, over HTTPS; their values are redacted wherever the site repeats them. */
	readonly credentials?: Readonly<Record<string, string>> | undefined;
	/** Throws a Failure for a host that we must not contact; called before every request, including redirects. */
	readonly refuse?: ((host: string) => Promise<void>) | undefined;
	/** Called after each page but the home page. */
	readonly onPage?: ((read: number, left: number) => void) | undefined;
	readonly onExchange?: ((count: number) => void) | undefined;
	/** Called at each stage of the audit, and after every exchange; must not throw. */
	readonly onProgress?: ((progress: AuditProgress) => void) | undefined;
	/** Lookups and threads are shared evenly between callers. */
	readonly caller?: string | undefined;
	readonly signal?: AbortSignal | undefined;
}

export interface JournalOptions {
	readonly file: string;
	/** Resumes the interrupted audit. */
	readonly resume?: boolean | undefined;
	/** Time of the last audit, ISO 8601: its results are reused for pages that have not changed since. */
	readonly since?: string | undefined;
}

export interface Auditor {
	/**
	 * Resolves with `ok: false` for a site that cannot be audited.
	 * @throws Failure `target-blocked`; the one of `refuse` if the audit failed and the site led to such a host;
	 * `overloaded` if a limit of ours prevented it
	 */
	audit(options: AuditOptions): Promise<Audit>;
	close(): Promise<void>;
}

/** Milliseconds. A whole audit ends within these, whatever the site does. */
const DEADLINE_MS: Readonly<Record<AuditMode, number>> = { light: 20_000, deep: 60_000 };
/** Milliseconds until an audit that ignores its deadline is abandoned, so that it does not block others. */
const GIVEN_UP_MS: Readonly<Record<AuditMode, number>> = { light: 30_000, deep: 75_000 };
/** Milliseconds: `GIVEN_UP_MS` plus the time for more pages than the default. */
export function abandonedAfterMs({ mode, pages = DEEP_PAGES }: Pick<AuditOptions, "mode" | "pages">): number {
	return GIVEN_UP_MS[mode] + deadlineOf({ mode, pages }) - DEADLINE_MS[mode];
}

/** Milliseconds. At a crawler's pace a page takes about 250 ms; callers who ask for more pages expect to wait. */
const MORE_PAGES_MS = 1_000;
/** Milliseconds of CPU time for one reading or judgement: 10 times what the longest real pages take. */
const THREAD_CPU_MS = 5_000;
/** Megabytes per thread; the largest real pages need half. */
const THREAD_HEAP_MB = 256;

interface AuditorOptions {
	/** `lone`: one audit per process, which judges and parses small input on the main thread; `many`: threads parse. */
	readonly load: "lone" | "many";
	/** Starts all threads now, so that the first audit need not wait for them; false by default. */
	readonly prestart?: boolean | undefined;
	/** False only on a disposable machine; true by default. */
	readonly browserSandbox?: boolean | undefined;
}

/** @throws Failure `input-invalid` if the signing key is invalid */
export async function createAuditor(settings: Settings, options: AuditorOptions): Promise<Auditor> {
	const sign = await requestSigner(settings);
	const pool = startPool(options);
	return {
		async audit(request) {
			const { target } = request;
			const deadline = new Deadline(deadlineOf(request), ownDelay);
			const own = watchOwnLimits();
			const signal = AbortSignal.any([deadline.signal, own.signal, ...(request.signal ? [request.signal] : [])]);
			const redaction = request.credentials && createRedaction(request.credentials);
			const journal = request.journal && (await openJournal(request.journal, target.host));
			const site = await openSite(request, settings, sign);
			try {
				const client = redaction ? redactingClient(site.client, redaction) : site.client;
				const asking = refusingClient(own.watchClient(client), request.refuse);
				const progress = followProgress(request);
				const threads = pool.for({ caller: request.caller, waits: () => deadline.waits() });
				const reader = rememberingReader(own.watchReader(threads), request.digests);
				const parts = {
					reader,
					kind: site.kind,
					client: counted(asking, progress.onExchange),
					host: target.host,
					registrableDomain: target.registrableDomain,
					ownDelay,
					signal,
				};
				const source = SiteSource.open({ ...parts, limits: limitsOf(request.mode, request.pages) });
				const crawl = shareForPages(source, parts, request);
				const seenBefore = journal?.unfinished?.head.record;
				const auditedAt = seenBefore?.auditedAt ?? new Date().toISOString();
				const depth = depthOf(request, settings, options.browserSandbox ?? true);
				const { onPage } = progress;
				const onLook = (what: LookedAt) => {
					progress.onLook?.(what);
					// Load the page reader while waiting for the response; the reading itself reports any error again.
					if (what === "home" && options.load === "lone" && !site.folder)
						setImmediate(() => loadReader("page").catch(() => {}));
				};
				const followed = { ...request, onPage };
				const found = await audit({
					target,
					depth,
					preset: request.preset,
					redaction,
					source,
					frontPage: site.folder?.frontPage,
					// Without the deadline: we judge what was seen until then.
					judge: (record) => threads.judge(record, request.signal),
					readPages: readerOfPages({ site, crawl, reader, pool, load: options.load, journal, request: followed }),
					seenBefore,
					auditedAt,
					signal,
					onLook,
				});
				own.signal.throwIfAborted();
				const { reason } = deadline.signal;
				if (isFailure(reason) && reason.code === "overloaded") throw reason;
				if (!found.report.ok && asking.refused) throw asking.refused;
				request.onProgress?.({ stage: "evaluated" });
				return { ...found, ...(await site.seen(found)) };
			} finally {
				deadline.clear();
				closeJournal(journal);
				await site.close();
			}
		},
		close: () => pool.close(),
	};
}

function startPool({ load, prestart }: AuditorOptions): ThreadPool {
	// V8's default takes 30 MB of garbage for an audit with 25 MB of live objects, and hundreds for many audits.
	setFlagsFromString("--semi-space-growth-factor=1");
	// Collect after 20% growth instead of 100%, in threads too.
	if (load === "many") setFlagsFromString("--heap-growing-percent=20");
	const pool = new ThreadPool({
		// The main thread parses too.
		threads: load === "many" ? 2 : Math.max(1, availableParallelism() - 1),
		here: load === "many" ? "nothing" : "small",
		cpuMs: THREAD_CPU_MS,
		heapMb: THREAD_HEAP_MB,
	});
	// If a thread fails to start, the reading that needs it reports why.
	if (prestart) pool.prestart().catch(() => {});
	return pool;
}

type RequestSigner = ReturnType<typeof createRequestSigner>;

async function requestSigner(settings: Settings): Promise<RequestSigner | undefined> {
	if (settings.botKey === undefined) return undefined;
	const { createRequestSigner, readBot } = await import("#signing/bot/bot-keys.ts");
	const bot = readBot(settings);
	return bot && createRequestSigner(bot);
}

/** @throws Failure `input-invalid` if there is no such audit */
async function openJournal({ file, resume, since }: JournalOptions, host: string): Promise<JournalPlan> {
	const unfinished = resume ? await PageJournal.unfinished(file) : undefined;
	if (resume && !unfinished)
		throw new Failure("input-invalid", {
			what: `There is no interrupted audit of ${host} to continue.`,
			why: "The last audit is complete, or another version of the program started it.",
			todo: "Omit --resume.",
		});
	const last = since === undefined ? undefined : await PageJournal.finished(file);
	if (since !== undefined && last?.head.record.auditedAt !== since)
		throw new Failure("input-invalid", {
			what: `The pages of the audit of ${host} at ${since} are not saved here.`,
			why: last
				? `Those of ${last.head.record.auditedAt} are.`
				: "Those of the last audit are kept, by the same version of the program.",
			todo: "Name the last receipt, or omit --since.",
		});
	return { file, unfinished, since: last };
}

function closeJournal(journal: JournalPlan | undefined): void {
	journal?.unfinished?.close();
	journal?.since?.close();
}

/** Reserved first, so that the pages' share does not depend on other requests. */
function shareForPages(
	source: SiteSource,
	parts: Parameters<typeof SiteSource.open>[0],
	{ mode, pages, rate, folder }: AuditOptions,
): SiteSource {
	// All sitemaps of a folder are read, like all its pages.
	if (folder !== undefined)
		return SiteSource.open({ ...parts, limits: { ...limitsOf("light"), requests: REQUESTS.sitemaps } });
	return source.crawl(mode === "deep" ? crawlRequests(pages) : 0, rate);
}

interface PageReading {
	readonly site: OpenSite;
	readonly crawl: SiteSource;
	readonly reader: PageReader;
	readonly pool: ThreadPool;
	readonly load: AuditorOptions["load"];
	readonly journal: JournalPlan | undefined;
	readonly request: AuditOptions;
}

function readerOfPages({ site: { folder }, crawl, reader, pool, load, journal, request }: PageReading) {
	const { target, caller, signal, onPage, mode, pages = DEEP_PAGES } = request;
	const reading = { checks: CHECKS, target, source: crawl, signal, onPage };
	if (folder) {
		const reads = rememberingReader(pool.for({ caller, inThreads: true }), request.digests);
		const threads = { ...reads, count: pool.threads };
		// Memory peaks when this thread alone compares the rows of all pages.
		const onAllRead = load === "lone" ? () => pool.endIdle() : undefined;
		return (record: EvidenceRecord) => readSitePages(record, { ...reading, folder, reader, threads, onAllRead });
	}
	if (mode === "light") return undefined;
	return (record: EvidenceRecord) => readSitePages(record, { ...reading, pages, reader, journal });
}

async function filesOf({ report }: Audit, folder: FolderClient, home: string): Promise<ReadonlyMap<string, string>> {
	const seen = report.findings.flatMap(({ evidence }) => evidence.map(({ url }) => url));
	const files = new Map<string, string>();
	for (const address of new Set([home, ...seen])) {
		const file = await folder.fileAt(address);
		if (file !== undefined) files.set(address, file);
	}
	return files;
}

/** Milliseconds: the longest that a timer accepts. */
const WITHOUT_END_MS = 2 ** 31 - 1;

/** No deadline for a folder: nothing remote can stall it, and a busy machine is no reason to end early. */
function deadlineOf({ mode, pages = DEEP_PAGES, folder }: Pick<AuditOptions, "mode" | "pages" | "folder">): number {
	if (folder !== undefined) return WITHOUT_END_MS;
	return DEADLINE_MS[mode] + (mode === "deep" ? Math.max(0, pages - DEEP_PAGES) * MORE_PAGES_MS : 0);
}

function depthOf({ mode }: AuditOptions, settings: Settings, sandbox: boolean): Depth {
	if (mode === "light") return { mode };
	const { browserPath: executablePath } = settings;
	const environment = browserEnvironment(process.env);
	const browser = executablePath === undefined ? undefined : { executablePath, sandbox, environment };
	return { mode, browser, browserAgent: browserUserAgent(settings.baseUrl) };
}

export interface OpenSite {
	readonly kind: SourceKind;
	readonly client: Pick<HttpClient, "get">;
	readonly folder?: FolderClient;
	seen(found: Audit): Promise<Pick<Audit, "files">>;
	close(): Promise<void>;
}

export async function openSite(
	{ folder, changes, target, caller, credentials: headers }: AuditOptions,
	settings: Settings,
	sign: RequestSigner | undefined,
): Promise<OpenSite> {
	if (folder !== undefined) {
		const client = await openFolder(folder, target.host, new URL(target.url).pathname, changes);
		const seen = async (found: Audit) => ({ files: await filesOf(found, client, target.url) });
		return { kind: "folder", client, folder: client, seen, close: async () => {} };
	}
	// Imported lazily: undici would take half of the startup time of a folder's audit.
	const [{ GuardedClient }, { isPublicAddress }] = await Promise.all([
		import("#net/guarded-client.ts"),
		import("#net/public-address.ts"),
	]);
	const client = new GuardedClient({
		userAgent: userAgent(settings.baseUrl),
		isPublicAddress,
		caller,
		credentials: headers && { origin: `https://${target.host}`, headers },
		sign,
		proxies: settings.proxies,
	});
	return { kind: "network", client, seen: async () => ({}), close: () => client.close() };
}

function followProgress({ onExchange, onPage, onProgress }: AuditOptions) {
	if (!onProgress) return { onExchange, onPage };
	let what: LookedAt = "robots";
	let answers = 0;
	let pages: { readonly read: number; readonly left: number } | undefined;
	const say = () => onProgress({ stage: "collecting", what, answers, ...(pages ? { pages } : {}) });
	return {
		onPage(read: number, left: number) {
			what = "pages";
			pages = { read, left };
			onPage?.(read, left);
			say();
		},
		onLook(next: LookedAt) {
			what = next;
			say();
		},
		onExchange(count: number) {
			answers = count;
			onExchange?.(count);
			say();
		},
	};
}

function counted(client: HttpClient, onExchange: AuditOptions["onExchange"]): HttpClient {
	if (!onExchange) return client;
	let count = 0;
	return {
		async get(url, limits) {
			const response = await client.get(url, limits);
			onExchange(++count);
			return response;
		},
	};
}

/** Aborts once a limit of ours prevented a request: the gap would read as a change of the site. */
export function watchOwnLimits() {
	const ending = new AbortController();
	const watch = <T>(work: Promise<T>): Promise<T> =>
		work.catch((error: unknown) => {
			if (isFailure(error) && error.code === "overloaded") ending.abort(error);
			throw error;
		});
	return {
		signal: ending.signal,
		watchClient: (client: Pick<HttpClient, "get">): Pick<HttpClient, "get"> => ({
			get: (url, limits) => watch(client.get(url, limits)),
		}),
		watchReader: (reader: ForeignReader & PageReader): ForeignReader & PageReader => ({
			read: (kind, input, signal) => watch(reader.read(kind, input, signal)),
			readPage: (html, judge, signal) => watch(reader.readPage(html, judge, signal)),
		}),
	};
}

interface RefusingClient extends Pick<HttpClient, "get"> {
	readonly refused: Failure | undefined;
}

/** @param refuse called before each request and redirect; throws a Failure for a host that we must not contact */
export function refusingClient(
	client: Pick<HttpClient, "get">,
	refuse: ((host: string) => Promise<void>) | undefined,
): RefusingClient {
	let refused: Failure | undefined;
	return {
		async get(url, limits) {
			await refuse?.(url.hostname).catch((error: unknown) => {
				if (isFailure(error)) refused ??= error;
				throw error;
			});
			return client.get(url, limits);
		},
		get refused() {
			return refused;
		},
	};
}

/** Milliseconds that an audit may wait for our threads beyond its deadline; clients wait little longer. */
export const WAIT_MAX_MS = 8_000;

/** Pauses, up to a bound, while the audit waits for us: results must not depend on our load. */
export class Deadline {
	/**
	 * Aborts with `TimeoutError`; with Failure `machine-busy` if this process was stalled for long; with `overloaded` if
	 * the audit waited for our threads until the end.
	 */
	readonly signal: AbortSignal;
	readonly #ending = new AbortController();
	#timer: NodeJS.Timeout;
	/** Waiting jobs, start of the current wait, and total of earlier waits in milliseconds. */
	#waiting = 0;
	#since = 0;
	#waited = 0;
	#added = 0;
	readonly #delayed: ReturnType<typeof watchDelay>;

	/** @param ownDelay see `core/own-delay.ts` */
	constructor(ms: number, ownDelay: () => number) {
		this.#delayed = watchDelay(ownDelay);
		this.signal = this.#ending.signal;
		this.#timer = setTimeout(() => this.#end(), ms);
		this.#timer.unref();
	}

	/** Call it when work starts to wait. @returns an idempotent function to call when the wait ends */
	waits(): () => void {
		if (this.#waiting++ === 0) this.#since = performance.now();
		let over = false;
		return () => {
			if (over) return;
			over = true;
			if (--this.#waiting === 0) this.#waited += performance.now() - this.#since;
		};
	}

	clear(): void {
		clearTimeout(this.#timer);
	}

	#end(): void {
		const waited = this.#waited + (this.#waiting > 0 ? performance.now() - this.#since : 0);
		const delayed = this.#delayed();
		const more = Math.min(waited + delayed.ms, WAIT_MAX_MS) - this.#added;
		// Timers may fire a millisecond early.
		if (more >= 1) {
			this.#added += more;
			this.#timer = setTimeout(() => this.#end(), more);
			this.#timer.unref();
		} else if (waited >= WAIT_MAX_MS) this.#ending.abort(overloaded(waited));
		else this.#ending.abort(delayed.isOurs ? networkFailure("machine-busy", "The site") : timeout());
	}
}

function overloaded(waited: number): Failure {
	return new Failure("overloaded", {
		what: `The audit did not finish in time: it waited ${Math.round(waited / 1_000)} seconds before we could read the site's answers.`,
		why: "The server was busy with other audits.",
		todo: "Try again in a minute.",
	});
}

function timeout(): DOMException {
	return new DOMException("The operation was aborted due to timeout", "TimeoutError");
}
