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
	/** Full address; the log keeps only its network. */
	readonly client: string;
	readonly cached: boolean;
}

export interface AnsweredRequest {
	readonly method?: string | undefined;
	/** Without the query, which may be private. */
	readonly path?: string | undefined;
	/** 499 if the client disconnected first. */
	readonly status: number;
	readonly ms: number;
	/** Header fields included. */
	readonly bytes: number;
	readonly client: string;
	/** Whether the connection broke before the response was sent. */
	readonly aborted: boolean;
}

export interface RequestNotes {
	id: string;
	event?: RequestEvent;
}

/** Set if a listener will write the request's line. */
const answering = new AsyncLocalStorage<RequestNotes>();

/** Collects what the API adds to the request's line. Fault lines contain the id. */
export function noting<Result>(notes: RequestNotes, answer: () => Result): Result {
	return answering.run(notes, answer);
}

const WORD_LENGTH = 300;
/** Room for a failure's what, why and what to do. */
const SENTENCES_LENGTH = 1_000;
const STACK_LINES = 20;
/** Libraries print addresses whose query may be private. */
const QUERY = /(https?:\/\/[^\s?]*)\?\S*/g;

export type EventLog = ReturnType<typeof openEventLog>;

/** JSON lines without control, direction and invisible characters. Never logs bodies, credentials or full addresses. */
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
		// 503 refusals are expected under load.
		logger[status === 503 ? "warn" : status >= 500 ? "error" : "info"](fields, "request");
	};
	return {
		/** Merged into the listener's line if there is one. */
		request(event: RequestEvent): void {
			const notes = answering.getStore();
			if (notes) Object.assign(notes, { id: event.id, event });
			else write({ ...event });
		},
		answered({ aborted, ...seen }: AnsweredRequest, { id, event }: RequestNotes): void {
			const { operation, code, cached } = event ?? {};
			write({ id, ...seen, ...(event && { operation, code, cached }), ...(aborted && { aborted }) });
		},
		/** Has the id of the request that began it; others may have shared it. */
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
		/** `opened`: the store is open; `started`: the process accepts requests. */
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
		/** Logs a Failure by its message, a bug with its stack. */
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

export interface LogLines {
	write(line: string): void;
	flush(): void;
}

/** Batches lines up to this size or age. */
const TOGETHER_BYTES = 4096;
const TOGETHER_MS = 200;

/** Keeps order. Loses no line on exit, `process.exit` or an error; if killed, at most the last 200 ms. */
export function bufferedLines(): LogLines {
	// In this thread, because passing lines to another costs more.
	const out = pino.destination({ dest: 1, sync: true, minLength: TOGETHER_BYTES });
	let timer: NodeJS.Timeout | undefined;
	const forget = () => {
		clearTimeout(timer);
		timer = undefined;
		process.off("exit", flush);
	};
	// Blocks only for the last lines.
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

/** Writes each line at once, because the process may be frozen after any response. */
export function promptLines(): LogLines {
	const out = pino.destination({ dest: 1, sync: true });
	return { write: (line) => void out.write(line), flush: () => {} };
}
