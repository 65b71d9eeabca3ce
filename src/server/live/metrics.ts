import { hash, timingSafeEqual } from "node:crypto";
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from "prom-client";
import type { AuditJob } from "../api/live-app.ts";
import { type AnswerSource, type AuditEnd, outcomeOf, type RefusalCode } from "./audit-events.ts";
import type { RequestEvent } from "./event-log.ts";

/** Counters for the installation's own monitoring. No label holds a domain, an address or anything else from outside. */
export interface Metrics {
	request(event: Pick<RequestEvent, "operation" | "status" | "ms">): void;
	audit(job: Pick<AuditJob, "mode">, end: AuditEnd): void;
	answered(source: AnswerSource): void;
	refused(code: RefusalCode): void;
	/** Where to read how much is under way. */
	watchLoad(load: () => { readonly running: number; readonly queued: number }): void;
	/** Where to read how many connections there are, and how many were refused or closed to make room. */
	watchConnections(read: () => { readonly open: number; readonly dropped: number }): void;
	/** All of them in Prometheus text format 0.0.4. */
	text(): Promise<string>;
}

/** Seconds: a result from memory takes milliseconds, a deep audit up to a minute. */
const SECONDS = [0.005, 0.025, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 20, 40, 80];

/** @param isStoreUp asked whenever the metrics are read */
export function createMetrics(isStoreUp: () => Promise<boolean>): Metrics {
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
		request({ operation, status, ms }) {
			requests.observe({ operation, status }, ms / 1000);
			if (status === 429) limited.inc({ operation });
		},
		audit: ({ mode }, end) => audits.observe({ mode, outcome: outcomeOf(end) }, end.ms / 1000),
		answered: (source) => answers.inc({ way: source }),
		refused: (code) => refused.inc({ code }),
		watchLoad(load) {
			gauge("sightline_audits_running", "Audits that run just now.", () => load().running, registers);
			gauge("sightline_audits_queued", "Audits that wait for their turn.", () => load().queued, registers);
		},
		watchConnections(read) {
			gauge("sightline_connections", "Connections that are open just now.", () => read().open, registers);
			gauge(
				"sightline_connections_dropped",
				"Connections refused or closed early, since the start.",
				() => read().dropped,
				registers,
			);
		},
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

/**
 * Whether a request may read them.
 * @param setting `1` opens them to everybody, a longer text to its bearer
 */
export function mayReadMetrics(setting: string, request: Request): boolean {
	if (setting === "1") return true;
	const token = /^bearer +(.+)$/i.exec(request.headers.get("authorization") ?? "")?.[1] ?? "";
	// Of equal length whatever was sent, so that the time reveals nothing.
	return timingSafeEqual(hash("sha256", token, "buffer"), hash("sha256", setting, "buffer"));
}
