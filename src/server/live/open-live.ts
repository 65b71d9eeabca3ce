import type { Audit } from "#audit/audit.ts";
import { type AuditOptions, type Auditor, abandonedAfterMs, createAuditor } from "#audit/auditor.ts";
import { type Settings, storePlace } from "#config/environment.ts";
import { VERSION } from "#core/brand.ts";
import { installationSecret } from "#people/accounts/installation-secret.ts";
import { People } from "#people/open-people.ts";
import { EvidenceRows } from "#receipts/live/evidence-table.ts";
import { sweepExpired } from "#receipts/live/sweep-expired.ts";
import { OwnerOrders } from "#receipts/removal/owner-orders.ts";
import { noticesPath } from "#receipts/removal/removal.ts";
import type { EvidenceReader } from "#receipts/store/evidence-archive.ts";
import { EitherEvidence, openKeptEvidence } from "#receipts/watched/watched-receipts.ts";
import { readBot } from "#signing/bot/bot-keys.ts";
import { KeyDirectory } from "#signing/bot/key-directory.ts";
import { readTokenKeys } from "#signing/token-keys.ts";
import type { PublishedFacts } from "#site/publication/embedded-publication.ts";
import { AuditLeases } from "#store/audit-leases.ts";
import { type Database, openDatabase } from "#store/database.ts";
import { NightRecord } from "#store/night-record.ts";
import type { Live } from "../api/live-app.ts";
import { type ApiContext, type ServedRequest, serve } from "../api/serve.ts";
import { addressKey, clientAddress, readTrustedProxies } from "../caller/client-address.ts";
import { answerAccessUpload } from "../forms/access-upload.ts";
import { answerAuth, answerForm } from "../forms/answer-form.ts";
import { createMemoryLimits, createPostgresLimits, type RateLimits, readQuotas } from "../rate-limits/rate-limits.ts";
import { type AuditObserver, AuditService } from "./audit-service.ts";
import { bufferedLines, type EventLog, openEventLog, promptLines } from "./event-log.ts";
import { LiveApp, withPublished } from "./live-app.ts";
import { type LiveRecords, openLiveRecords } from "./live-records.ts";
import { createHealth, createMetrics, type Metrics, mayReadMetrics, watchStore, watchWriting } from "./monitoring.ts";
import { RemovedDomains } from "./removed-domains.ts";

export interface LiveOptions {
	/** Replaces the real auditor; closed with the rest. */
	readonly auditor?: Auditor | undefined;
	/** Standard output by default. */
	readonly log?: Parameters<typeof openEventLog>[0] | undefined;
	readonly connections?: (() => { readonly open: number; readonly dropped: number }) | undefined;
	/** Prints full text for a person; standard error by default. */
	readonly print?: ((text: string) => void) | undefined;
	readonly files?: string | undefined;
	/** Milliseconds for which results are cached; a minute by default. */
	readonly ttlMs?: number | undefined;
}

/** Audits mostly wait. Each holds 6 sockets and 4 MB, at most 21 MB (6 bodies of 5 MiB): half a gigabyte for all. */
const SLOTS = 24;
const LEASE_MS = 30_000;

/** @throws Failure `input-invalid` for wrong settings, `store-unavailable` if the store cannot be opened */
export async function openLive(
	settings: Settings,
	facts: () => Promise<PublishedFacts>,
	options: LiveOptions = {},
): Promise<Live> {
	const { openLimits, callerLimit, ...callers } = readCallerRules(settings);
	const bot = readBot(settings);
	const keyDirectory = bot && new KeyDirectory(bot);
	const place = storePlace(settings);
	const secret = installationSecret(settings, true);
	const database = await openDatabase(place);
	// A function on Vercel may be frozen after every response.
	const log = openEventLog(options.log ?? (settings.adapter === "vercel" ? promptLines() : bufferedLines()));
	const people = new People({ database, settings, secret, facts, onFault: log.fault, print: options.print });
	const removed = new RemovedDomains(noticesPath(settings), facts, () => new OwnerOrders(database).hidden());
	const records = openLiveRecords(database, removed, people.agencies);
	const auditor = options.auditor ?? (await openLiveAuditor(settings));
	const store = watchLiveStore(database, records);
	const metrics = settings.metrics === undefined ? undefined : createMetrics(async () => (await store.look()).isUp);
	const auditService = new AuditService({
		run: (job, run) => auditUnlessRemoved(auditor, removed, { ...job, ...run }),
		keep: records.keep,
		recall: records.recall,
		observer: observerOf(log, metrics),
		leases: new AuditLeases(database),
		concurrency: settings.concurrency ?? SLOTS,
		callerLimit,
		timeoutMs: abandonedAfterMs,
		leaseMs: LEASE_MS,
		ttlMs: options.ttlMs,
	});
	metrics?.watchLoad(() => auditService.load());
	if (options.connections) metrics?.watchConnections(options.connections);
	const { work: audit, isUnwritable } = watchWriting((...asked: Parameters<LiveApp["audit"]>) =>
		auditService.audit(...asked),
	);
	const health = createHealth({ kind: database.kind, store, facts, isUnwritable });
	const app = new LiveApp({
		...{ settings, auditService: { audit }, removed, health, keyDirectory, ...records },
		...{ facts, files: options.files, evidence: await evidenceOf(database, settings) },
	});
	const limits = openLimits(database, log.fault);
	const observe = (served: ServedRequest) => record(served, log, metrics);
	const asked = { ...callers, app, people, limits, observe, verifyToken: people.oauth.verifyToken, fault: log.fault };
	const stopSweeping = startSweeping(database, people, log.fault);
	let closing: Promise<void> | undefined;
	const close = async (graceMs: number) => {
		log.state("stopping");
		try {
			await auditService.drain(graceMs);
			await Promise.all([stopSweeping(), auditor.close(), limits.close(), people.close()]);
		} finally {
			await database.close();
		}
		log.state("stopped");
		log.flush();
	};
	log.state("opened", { version: VERSION, store: database.kind });
	return {
		app,
		pages: withPublished(records.pages, { facts, removed }),
		people,
		answer: (...request) => serve(asked, ...request),
		answerForm: (posted) => answerForm(asked, posted),
		answerAuth: (request, peer) => answerAuth(asked, request, peer),
		answerAccessUpload: (request, peer, domain) => answerAccessUpload(asked, request, peer, domain),
		admitReader: (request, peer, policy = "reading") => admitReader(asked, request, peer, policy),
		metrics: async (request) => showMetrics(metrics, settings.metrics, request),
		stopAdmitting: () => auditService.stopAdmitting(),
		close: (graceMs) => (closing ??= close(graceMs)),
	};
}

/** Evidence of live audits is in the live store, that of rescans in the rescan's store. */
async function evidenceOf(database: Database, settings: Settings): Promise<EvidenceReader> {
	return new EitherEvidence(new EvidenceRows(database), await openKeptEvidence(settings));
}

function watchLiveStore(database: Database, records: Pick<LiveRecords, "countPending">) {
	const nightRecord = new NightRecord(database);
	return watchStore(database.ping, async () => {
		const [pending, nights] = await Promise.all([records.countPending(), nightRecord.seen()]);
		return { pending, nights };
	});
}

async function admitReader(
	{ limits, addressKey, clientAddress }: Pick<ApiContext, "limits" | "addressKey" | "clientAddress">,
	{ headers }: Request,
	peer: string,
	policy: "reading" | "look-up",
): Promise<number | undefined> {
	const { allowed, resetSeconds } = await limits.take(policy, addressKey(clientAddress(peer, headers)));
	return allowed ? undefined : resetSeconds;
}

function observerOf(log: EventLog, metrics: Metrics | undefined): AuditObserver {
	return {
		answered: (source) => metrics?.answered(source),
		refused: (code) => metrics?.refused(code),
		ended(job, end) {
			log.audit(job, end);
			metrics?.audit(job, end);
		},
		fault: (error) => log.fault(error),
	};
}

/** Refusals under load are not logged as faults. */
const EXPECTED = new Set(["overloaded", "shutting-down"]);

function record(served: ServedRequest, log: EventLog, metrics: Metrics | undefined): void {
	const { requestId, operationId, method, status, code, durationMs, client, cached = false, error } = served;
	const event = { id: requestId, operation: operationId, method, status, code, ms: durationMs, client, cached };
	log.request(event);
	metrics?.request(event);
	if (error !== undefined && !EXPECTED.has(code ?? "")) log.fault(error, requestId);
}

async function showMetrics(metrics: Metrics | undefined, setting: string | undefined, request: Request) {
	if (!metrics || setting === undefined || !mayReadMetrics(setting, request)) return undefined;
	const headers = { "Content-Type": "text/plain; version=0.0.4; charset=utf-8", "Cache-Control": "no-store" };
	return new Response(await metrics.text(), { headers });
}

const HOUR_MS = 3_600_000;

/** Sweeps now and every hour. @returns stops it and waits for a running sweep, which needs the store */
function startSweeping(
	database: Database,
	people: Pick<People, "sweep">,
	onFault: (error: unknown) => void,
): () => Promise<void> {
	let sweeping = Promise.resolve();
	const sweep = () => {
		// The next sweep retries a failed delete. Until then, queries skip expired data.
		sweeping = sweeping
			.then(() => sweepExpired(database, Date.now()))
			.then(() => people.sweep(Date.now()))
			.then(() => {}, onFault);
	};
	sweep();
	const timer = setInterval(sweep, HOUR_MS);
	timer.unref();
	return () => {
		clearInterval(timer);
		return sweeping;
	};
}

/** Starts threads at once, so that the first audit need not wait; browser and proxies only if configured. */
function openLiveAuditor({ renderInServer, browserPath, serverProxies, ...settings }: Settings): Promise<Auditor> {
	const shown = renderInServer ? browserPath : undefined;
	const proxies = serverProxies ? settings.proxies : undefined;
	const own = { ...settings, renderInServer, browserPath: shown, serverProxies, proxies };
	return createAuditor(own, { load: "many", prestart: true });
}

/** @throws Failure `removal-asked` if the site or a host it leads to was removed, even during the audit */
async function auditUnlessRemoved(
	auditor: Pick<Auditor, "audit">,
	removed: Pick<RemovedDomains, "refuse" | "refuseFound">,
	options: AuditOptions,
): Promise<Audit> {
	const found = await auditor.audit({ ...options, refuse: (host) => removed.refuse(host) });
	await removed.refuseFound(found.report);
	return found;
}

/** Parsed before anything is opened. */
interface CallerRules extends Pick<ApiContext, "clientAddress" | "addressKey"> {
	/** Audits running or waiting per caller. */
	readonly callerLimit: number;
	openLimits(database: Database, onFault: (error: unknown) => void): RateLimits;
}

/** @throws Failure `input-invalid` naming what is wrong */
function readCallerRules(settings: Settings): CallerRules {
	const { limits, tokenKeys, trustedProxies, databaseUrl } = settings;
	const quotas = readQuotas(limits);
	const proxies = readTrustedProxies(trustedProxies);
	// Validates them before anything is opened; `people` parses them again.
	if (tokenKeys !== undefined) readTokenKeys(tokenKeys);
	return {
		callerLimit: quotas.burst.units,
		clientAddress: (peer, headers) => clientAddress(peer, headers, proxies),
		addressKey,
		openLimits({ pool }, onLost) {
			if (!pool) return createMemoryLimits(quotas);
			// All processes on this store share the password anyway.
			const secret = databaseUrl && new URL(databaseUrl).password;
			return createPostgresLimits(quotas, pool, { secret: secret || undefined, onLost });
		},
	};
}
