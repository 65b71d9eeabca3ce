import { hash, timingSafeEqual } from "node:crypto";
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from "prom-client";
import { REFUSAL, VERSION } from "#core/brand.ts";
import { isFailure } from "#core/failure.ts";
import type { Health } from "#core/health.ts";
import { METHODOLOGY } from "#core/methodology.ts";
import type { PublishedFacts } from "#site/publication/embedded-publication.ts";
import type { Database } from "#store/database.ts";
import type { NightsSeen } from "#store/night-record.ts";
import type { AuditJob } from "../api/live-app.ts";
import { type AnswerSource, type AuditEnd, outcomeOf, type RefusalCode, within } from "./audit-service.ts";
import type { RequestEvent } from "./event-log.ts";

interface HealthParts {
	readonly kind: Database["kind"];
	readonly store: StoreWatch;
	readonly facts: () => Promise<PublishedFacts>;
	/** Whether storing an audit just failed: a full disk can still be read. */
	readonly isUnwritable: () => boolean;
}

/** `down` if the store does not answer in time. Always responds promptly. */
export function createHealth({ kind, store, facts, isUnwritable }: HealthParts): () => Promise<Health> {
	return async () => {
		const [{ isUp, pending, nights }, { logSize, lastRun }] = await Promise.all([store.look(), facts()]);
		const status = isUp && !isUnwritable() ? "ok" : "down";
		return {
			status,
			version: VERSION,
			methodology: METHODOLOGY,
			time: new Date().toISOString(),
			refusal: REFUSAL,
			checks: {
				store: { status, kind },
				log: { status: logSize > 0 ? "ok" : "empty", size: logSize, pending },
				schedule: scheduleOf(nights, lastRun),
			},
		};
	};
}

const LATE_MS = 10 * 60_000;

/** @param published start of the newest rescan in the build, perhaps on another machine */
function scheduleOf({ lastStartMs, nextMs }: NightsSeen, published: string | null): Health["checks"]["schedule"] {
	const starts = [published === null ? null : Date.parse(published), lastStartMs].filter((at) => at !== null);
	return {
		lastRun: starts.length > 0 ? new Date(Math.max(...starts)).toISOString() : null,
		nextRun: nextMs === null ? null : new Date(nextMs).toISOString(),
		missed: nextMs !== null && nextMs + LATE_MS < Date.now(),
	};
}

interface StoreFacts {
	readonly pending: number;
	readonly nights: NightsSeen;
}

export interface StoreState extends StoreFacts {
	readonly isUp: boolean;
}

export type StoreWatch = ReturnType<typeof watchStore>;

const STORE_TIMEOUT_MS = 2_000;
/** Concurrent requests within this time share one query. */
const FRESH_MS = 1_000;
/** Milliseconds to wait for a new state before returning the last one. */
const PATIENCE_MS = 100;

/** Queries on demand, one at a time. */
export function watchStore(ping: () => Promise<void>, read: () => Promise<StoreFacts>) {
	let isUp: boolean | undefined;
	let known: StoreFacts = { pending: 0, nights: { lastStartMs: null, nextMs: null } };
	let pinging: Promise<boolean> | undefined;
	let asking: Promise<void> | undefined;
	let learnedAt = Number.NEGATIVE_INFINITY;

	async function ask(): Promise<void> {
		const late = setTimeout(() => {
			isUp = false;
		}, STORE_TIMEOUT_MS);
		pinging = succeeds(ping());
		isUp = await pinging;
		clearTimeout(late);
		// If the read fails, keep the last facts: the ping has already shown the state.
		if (isUp) known = await read().catch(() => known);
		learnedAt = performance.now();
		asking = undefined;
	}

	return {
		/** Returns within 0.1 s, except the first time. Never rejects. */
		async look(): Promise<StoreState> {
			if (performance.now() - learnedAt >= FRESH_MS) asking ??= ask();
			if (isUp === undefined && pinging) await within(STORE_TIMEOUT_MS, pinging);
			if (asking) await within(PATIENCE_MS, asking);
			return { isUp: isUp ?? false, ...known };
		},
	};
}

function succeeds(work: Promise<unknown>): Promise<boolean> {
	return work.then(
		() => true,
		() => false,
	);
}

/** A write failure expires, because without new audits its end would go unnoticed. */
const UNWRITABLE_MS = 60_000;

/** Detects a store that can be read but not written, such as a full disk. */
export function watchWriting<Asked extends readonly unknown[], Given>(
	work: (...asked: Asked) => Promise<Given>,
): { readonly work: (...asked: Asked) => Promise<Given>; readonly isUnwritable: () => boolean } {
	let failedAt = Number.NEGATIVE_INFINITY;
	return {
		async work(...asked) {
			try {
				const given = await work(...asked);
				failedAt = Number.NEGATIVE_INFINITY;
				return given;
			} catch (error) {
				if (isFailure(error) && error.code === "store-unavailable") failedAt = performance.now();
				throw error;
			}
		},
		isUnwritable: () => performance.now() - failedAt < UNWRITABLE_MS,
	};
}

/** From cache hits in milliseconds to deep audits of a minute. */
const SECONDS = [0.005, 0.025, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 20, 40, 80];

export type Metrics = ReturnType<typeof createMetrics>;

/** Labels never contain a domain, an address or other external text. */
export function createMetrics(isStoreUp: () => Promise<boolean>) {
	const register = new Registry();
	const registers = [register];
	collectDefaultMetrics({ register });
	const requests = new Histogram({
		name: "sightline_http_request_duration_seconds",
		help: "Requests of the API, from arrival to answer.",
		labelNames: ["operation", "status"],
		buckets: SECONDS,
		registers,
	});
	const limited = new Counter({
		name: "sightline_rate_limited_total",
		help: "Requests refused by a rate limit.",
		labelNames: ["operation"],
		registers,
	});
	const audits = new Histogram({
		name: "sightline_audit_duration_seconds",
		help: "Audits made by this process, from their turn on.",
		labelNames: ["mode", "outcome"],
		buckets: SECONDS,
		registers,
	});
	const answers = new Counter({
		name: "sightline_audit_answers_total",
		help: "Answers by where they came from: memory, an audit under way, the store, or an audit made for it.",
		labelNames: ["way"],
		registers,
	});
	const refused = new Counter({
		name: "sightline_audits_refused_total",
		help: "New audits refused.",
		labelNames: ["code"],
		registers,
	});
	const storeUp = async () => ((await isStoreUp()) ? 1 : 0);
	gauge("sightline_store_up", "Whether the live store answers.", storeUp, registers);
	return {
		request({ operation, status, ms }: Pick<RequestEvent, "operation" | "status" | "ms">): void {
			requests.observe({ operation, status }, ms / 1000);
			if (status === 429) limited.inc({ operation });
		},
		audit: ({ mode }: Pick<AuditJob, "mode">, end: AuditEnd) =>
			audits.observe({ mode, outcome: outcomeOf(end) }, end.ms / 1000),
		answered: (source: AnswerSource) => answers.inc({ way: source }),
		refused: (code: RefusalCode) => refused.inc({ code }),
		watchLoad(load: () => { readonly running: number; readonly queued: number }): void {
			gauge("sightline_audits_running", "Audits that run just now.", () => load().running, registers);
			gauge("sightline_audits_queued", "Audits that wait for their turn.", () => load().queued, registers);
		},
		watchConnections(read: () => { readonly open: number; readonly dropped: number }): void {
			gauge("sightline_connections", "Connections that are open just now.", () => read().open, registers);
			gauge(
				"sightline_connections_dropped",
				"Connections refused or closed early, since the start.",
				() => read().dropped,
				registers,
			);
		},
		/** Prometheus text format 0.0.4. */
		text: () => register.metrics(),
	};
}

function gauge(name: string, help: string, read: () => number | Promise<number>, registers: Registry[]): void {
	new Gauge({
		name,
		help,
		registers,
		async collect() {
			this.set(await read());
		},
	});
}

/** @param setting `1` opens them to everyone; any other text is the bearer token */
export function mayReadMetrics(setting: string, request: Request): boolean {
	if (setting === "1") return true;
	const token = /^bearer +(.+)$/i.exec(request.headers.get("authorization") ?? "")?.[1] ?? "";
	// Hashes have equal length, so that the timing reveals nothing.
	return timingSafeEqual(hash("sha256", token, "buffer"), hash("sha256", setting, "buffer"));
}
