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
	readonly cached: boolean;
}

export interface AnsweredRequest {
	readonly method?: string | undefined;
	/** No query: it may be private. */
	readonly path?: string | undefined;
	/** 499 where the client left first. */
	readonly status: number;
	readonly ms: number;
	/** Header fields included. */
	readonly bytes: number;
	readonly client: string;
	/** The connection broke before the answer was out. */
	readonly aborted: boolean;
}

export interface RequestNotes {
	id: string;
	event?: RequestEvent;
}

/** Set while a listener will write the request's line. */
const answering = new AsyncLocalStorage<RequestNotes>();

/** Notes what the API says; lines about faults carry the id. */
export function noting<Result>(notes: RequestNotes, answer: () => Result): Result {
	return answering.run(notes, answer);
}

const WORD_LENGTH = 300;
/** A failure says what, why and what to do. */
const SENTENCES_LENGTH = 1_000;
const STACK_LINES = 20;
/** Libraries print addresses whose query may be private. */
const QUERY = /(https?:\/\/[^\s?]*)\?\S*/g;

export type EventLog = ReturnType<typeof openEventLog>;

/** JSON lines. Text loses control, direction and invisible characters; never a body, credential or whole address. */
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
		/** Becomes part of the listener's line where there is one. */
		request(event: RequestEvent): void {
			const notes = answering.getStore();
			if (notes) Object.assign(notes, { id: event.id, event });
			else write({ ...event });
		},
		answered({ aborted, ...seen }: AnsweredRequest, { id, event }: RequestNotes): void {
			const { operation, code, cached } = event ?? {};
			write({ id, ...seen, ...(event && { operation, code, cached }), ...(aborted && { aborted }) });
		},
		/** By the id of the request that began it; others may have shared it. */
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
		/** `opened`: the store is; `started`: the process answers. */
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
		/** A failure by its message, a bug with its stack. */
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

/** Writes lines together at this size or age. */
const TOGETHER_BYTES = 4096;
const TOGETHER_MS = 200;

/** Keeps order. Loses none where the process ends by itself, `process.exit` or an error; if killed, the last 200 ms. */
export function bufferedLines(): LogLines {
	// In this thread: handing lines to another costs more.
	const out = pino.destination({ dest: 1, sync: true, minLength: TOGETHER_BYTES });
	let timer: NodeJS.Timeout | undefined;
	const forget = () => {
		clearTimeout(timer);
		timer = undefined;
		process.off("exit", flush);
	};
	// Only the last lines wait for the disk.
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

/** Writes each line at once: the process may freeze after any answer. */
export function promptLines(): LogLines {
	const out = pino.destination({ dest: 1, sync: true });
	return { write: (line) => void out.write(line), flush: () => {} };
}
