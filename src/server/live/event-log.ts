import { type DestinationStream, pino } from "pino";
import { isFailure } from "#core/failure.ts";
import { clipped } from "#core/wording.ts";
import { plainText } from "#site/page/page-text.ts";
import type { AuditJob } from "../api/live-app.ts";
import { truncatedAddress } from "../caller/ip-address.ts";
import { type AuditEnd, outcomeOf } from "./audit-events.ts";

/** One request of the API, answered. */
export interface RequestEvent {
	readonly id: string;
	readonly operation: string;
	readonly method: string;
	readonly status: number;
	/** Of the problem document, where it was one. */
	readonly code?: string | undefined;
	readonly ms: number;
	/** Whole address; the log keeps its network only. */
	readonly client: string;
	/** Whether the answer was made for an earlier request. */
	readonly cached: boolean;
}

/**
 * Events, one JSON object a line. Text of clients and sites is cleaned and clipped: no control, direction or invisible
 * characters; never a body, a credential or a whole address.
 */
export interface EventLog {
	request(event: RequestEvent): void;
	/** Under the id of the request that began it; others may have shared it. */
	audit(job: AuditJob, end: AuditEnd): void;
	/** Start and end of the process's work. */
	state(event: "started" | "stopping" | "stopped", facts?: Readonly<Record<string, string>>): void;
	/** An error: an expected failure by its message, a bug with its stack. */
	fault(error: unknown, requestId?: string): void;
	/** All lines are out afterwards. */
	flush(): void;
}

const WORD_LENGTH = 300;
const STACK_LINES = 20;

/** @param out where lines go; `"nowhere"` for none */
export function openEventLog(out: DestinationStream | LogLines | "nowhere"): EventLog {
	const logger = pino(
		{
			enabled: out !== "nowhere",
			base: { pid: process.pid },
			timestamp: pino.stdTimeFunctions.isoTime,
			formatters: { level: (label) => ({ level: label }) },
		},
		out === "nowhere" ? { write() {} } : out,
	);
	return {
		request({ client, ms, ...event }) {
			const fields = { ...cleaned(event), ms: Math.round(ms), client: truncatedAddress(client) };
			// Refusing callers is what the limits are for.
			const level = event.status === 503 ? "warn" : event.status >= 500 ? "error" : "info";
			logger[level](fields, "request");
		},
		audit({ target, mode }, end) {
			const outcome = outcomeOf(end);
			const score = "audit" in end ? end.audit.stored.receipt.scores?.overall : undefined;
			const fields = {
				...cleaned({ id: end.requestId, domain: target.host, mode, outcome }),
				score,
				ms: Math.round(end.ms),
			};
			logger[outcome === "internal-error" ? "error" : "info"](fields, "audit");
			if (outcome === "internal-error" && "error" in end)
				logger.error({ ...cleaned({ id: end.requestId }), ...faultOf(end.error) }, "fault");
		},
		state: (event, facts = {}) => logger.info(cleaned(facts), event),
		fault: (error, requestId) => logger.error({ ...cleaned({ id: requestId }), ...faultOf(error) }, "fault"),
		flush() {
			if (typeof out === "object" && "flush" in out) out.flush();
		},
	};
}

type Field = string | number | boolean | undefined;

function cleaned(facts: Readonly<Record<string, Field>>): Record<string, Field> {
	return Object.fromEntries(
		Object.entries(facts).map(([name, value]) => [name, typeof value === "string" ? word(value) : value]),
	);
}

function word(text: string): string {
	return clipped(plainText(text), WORD_LENGTH);
}

function faultOf(error: unknown): Record<string, Field | string[]> {
	if (isFailure(error)) return cleaned({ code: error.code, says: error.message });
	if (!(error instanceof Error)) return { code: "internal-error", says: word(String(error)) };
	const stack = error.stack?.split("\n").slice(0, STACK_LINES).map(word) ?? [];
	return { code: "internal-error", says: word(error.message), stack };
}

/** Where log lines go, and how to have all of them out. */
export interface LogLines {
	write(line: string): void;
	/** All that was written is out afterwards. */
	flush(): void;
}

/** Lines are written together once they are so long, or so old. */
const TOGETHER_BYTES = 4096;
const TOGETHER_MS = 200;

/**
 * Lines on standard output, some written together, in order. A process that ends by itself, by `process.exit` or by an
 * error that nobody catches loses none; one that is killed at once loses those of the last 200 ms.
 */
export function bufferedLines(): LogLines {
	// In this thread: handing a few lines to another one costs more than writing them.
	const out = pino.destination({ dest: 1, sync: true, minLength: TOGETHER_BYTES });
	let timer: NodeJS.Timeout | undefined;
	const forget = () => {
		clearTimeout(timer);
		timer = undefined;
		process.off("exit", flush);
	};
	// The last lines also wait until a disk has them; others need not.
	const flush = () => {
		forget();
		out.flushSync();
	};
	const writeOut = () => {
		forget();
		out.flush();
	};
	return {
		write(line) {
			out.write(line);
			if (timer) return;
			timer = setTimeout(writeOut, TOGETHER_MS).unref();
			process.on("exit", flush);
		},
		flush,
	};
}

/** Each line is out before the next begins: for a process that may be frozen after every answer. */
export function promptLines(): LogLines {
	const out = pino.destination({ dest: 1, sync: true });
	return { write: (line) => void out.write(line), flush: () => {} };
}
