import { AsyncLocalStorage } from "node:async_hooks";
import { stripVTControlCharacters } from "node:util";
import { type DestinationStream, pino } from "pino";
import { isFailure } from "#core/failure.ts";
import { clipped } from "#core/wording.ts";
import { plainText } from "#site/page/page-text.ts";
import type { AuditJob } from "../api/live-app.ts";
import { truncatedAddress } from "../caller/client-address.ts";
import { type AuditEnd, outcomeOf } from "./audit-service.ts";

export interface RequestEvent {
	readonly id: string;
	readonly operation: string;
	readonly method: string;
	readonly status: number;
	readonly code?: string | undefined;
	readonly ms: number;
	/** Whole address; the log keeps its network only. */
	readonly client: string;
	/** Whether the answer was made for an earlier request. */
	readonly cached: boolean;
}

export interface AnsweredRequest {
	/** Absent where what was sent is no request. */
	readonly method?: string | undefined;
	/** Without a query: that may hold what is nobody's business. */
	readonly path?: string | undefined;
	/** 499 where the client had gone before there was one. */
	readonly status: number;
	readonly ms: number;
	/** Written to the connection for it, header fields included. */
	readonly bytes: number;
	readonly client: string;
	/** Whether the connection broke before the answer was out. */
	readonly aborted: boolean;
}

/** What becomes known of a request while it is answered, for the one line that its listener writes. */
export interface RequestNotes {
	/** Of the request, or of the event where the API gave it one. */
	id: string;
	event?: RequestEvent;
}

/** Set while a request is answered whose line a listener will write. */
const answering = new AsyncLocalStorage<RequestNotes>();

/** Runs what answers a request; what the API says of it is noted, and lines about faults carry its id. */
export function noting<Result>(notes: RequestNotes, answer: () => Result): Result {
	return answering.run(notes, answer);
}

const WORD_LENGTH = 300;
/** A failure says what, why and what to do. */
const SENTENCES_LENGTH = 1_000;
const STACK_LINES = 20;
/** Of an address in what libraries print: it may hold what is nobody's business. */
const QUERY = /(https?:\/\/[^\s?]*)\?\S*/g;

export type EventLog = ReturnType<typeof openEventLog>;

/**
 * Events, one JSON object a line. Text of clients and sites is cleaned and clipped: no control, direction or invisible
 * characters; never a body, a credential or a whole address.
 * @param out where lines go; `"nowhere"` for none
 */
export function openEventLog(out: DestinationStream | LogLines | "nowhere") {
	const logger = pino(
		{
			enabled: out !== "nowhere",
			base: { pid: process.pid },
			timestamp: pino.stdTimeFunctions.isoTime,
			formatters: { level: (label) => ({ level: label }) },
		},
		out === "nowhere" ? { write() {} } : out,
	);
	const write = ({ client, ms, status, ...rest }: LineFacts) => {
		const fields = { ...cleaned(rest), status, ms: Math.round(ms), client: truncatedAddress(client) };
		// Refusing callers is what the limits are for.
		logger[status === 503 ? "warn" : status >= 500 ? "error" : "info"](fields, "request");
	};
	return {
		/** What the API did: a line of its own, or part of the listener's where there is one. */
		request(event: RequestEvent): void {
			const notes = answering.getStore();
			if (notes) Object.assign(notes, { id: event.id, event });
			else write({ ...event });
		},
		/** The line of a request, once its answer is out. */
		answered({ aborted, ...seen }: AnsweredRequest, { id, event }: RequestNotes): void {
			const { operation, code, cached } = event ?? {};
			write({ id, ...seen, ...(event && { operation, code, cached }), ...(aborted && { aborted }) });
		},
		/** Under the id of the request that began it; others may have shared it. */
		audit({ target, mode }: AuditJob, end: AuditEnd): void {
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
		/** `opened` when the store is, `started` when the process can be asked. */
		state: (event: "opened" | "started" | "stopping" | "stopped", facts: Readonly<Record<string, Field>> = {}) =>
			logger.info(cleaned(facts), event),
		warning: (says: string) => logger.warn({ says: sentences(says) }, "warning"),
		printed(text: string, level: "info" | "error"): void {
			const [says = "", ...more] = stripVTControlCharacters(text)
				.replace(QUERY, "$1")
				.trim()
				.split("\n")
				.slice(0, STACK_LINES)
				.map(word);
			const id = answering.getStore()?.id;
			if (says) logger[level]({ ...cleaned({ id, says }), ...(more.length > 0 && { stack: more }) }, "printed");
		},
		/** An expected failure by its message, a bug with its stack. */
		fault(error: unknown, requestId = answering.getStore()?.id): void {
			logger.error({ ...cleaned({ id: requestId }), ...faultOf(error) }, "fault");
		},
		flush(): void {
			if (typeof out === "object" && "flush" in out) out.flush();
		},
	};
}

type LineFacts = Pick<AnsweredRequest, "client" | "ms" | "status"> & Readonly<Record<string, Field>>;

type Field = string | number | boolean | undefined;

function cleaned(facts: Readonly<Record<string, Field>>): Record<string, Field> {
	return Object.fromEntries(
		Object.entries(facts).map(([name, value]) => [name, typeof value === "string" ? word(value) : value]),
	);
}

function word(text: string): string {
	return clipped(plainText(text), WORD_LENGTH);
}

function sentences(text: string): string {
	return clipped(plainText(text), SENTENCES_LENGTH);
}

function faultOf(error: unknown): Record<string, Field | string[]> {
	if (isFailure(error)) return { code: word(error.code), says: sentences(error.message) };
	if (!(error instanceof Error)) return { code: "internal-error", says: word(String(error)) };
	const stack = error.stack?.split("\n").slice(0, STACK_LINES).map(word) ?? [];
	return { code: "internal-error", says: word(error.message), stack };
}

/** Where log lines go, and how to have all of them out. */
export interface LogLines {
	write(line: string): void;
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
