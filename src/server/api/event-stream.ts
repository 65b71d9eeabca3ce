import type { SerializedJson } from "./endpoint.ts";
import { preferredType } from "./negotiation.ts";

/** Server-sent event (HTML Living Standard section 9.2). */
export interface StreamEvent {
	readonly event: string;
	/** One line: JSON without white space between its parts. */
	readonly data: string | SerializedJson;
	/** A newer event with the same key replaces one that was not taken yet. */
	readonly key?: string | undefined;
	readonly retryMs?: number | undefined;
}

export interface StreamEnd {
	/** Seconds; only for a result older than the request. */
	readonly age?: string | undefined;
	readonly error?: unknown;
}

/** Emits events as they happen; its result is the last event. */
export type StreamWork = (
	say: (event: StreamEvent) => void,
	signal: AbortSignal,
) => Promise<{ readonly last: StreamEvent; readonly age?: string | undefined }>;

/** A comment that keeps proxies from closing an idle connection. */
const HEARTBEAT = ": \n\n";
const HEARTBEAT_MS = 10_000;

/** The reader pulls pieces: a slow one gets only the newest event of each key, and delays no others. */
export class EventStream {
	/** Fulfilled with the first event; rejects where the work fails before it. */
	readonly begun: Promise<void>;
	readonly signal: AbortSignal;
	readonly #waiting: StreamEvent[] = [];
	readonly #leaving = new AbortController();
	readonly #ended = Promise.withResolvers<StreamEnd>();
	#work: "open" | "done" | "failed" = "open";
	#failure: unknown;
	#parts: Uint8Array<ArrayBuffer>[] = [];
	#wake = () => {};

	constructor(work: StreamWork, signal: AbortSignal) {
		const begun = Promise.withResolvers<void>();
		const say = (event: StreamEvent) => {
			this.#add(event);
			begun.resolve();
		};
		this.begun = begun.promise;
		this.signal = AbortSignal.any([signal, this.#leaving.signal]);
		work(say, this.signal).then(
			({ last, age }) => {
				say(last);
				this.#finish("done", { age });
			},
			(error: unknown) => {
				begun.reject(error);
				this.#failure = error;
				this.#finish("failed", { error });
			},
		);
	}

	get ended(): Promise<StreamEnd> {
		return this.#ended.promise;
	}

	/** Undefined at the end. @param failed makes an error's last event */
	async next(failed: (error: unknown) => StreamEvent | undefined): Promise<Uint8Array<ArrayBuffer> | undefined> {
		for (;;) {
			const part = this.#parts.shift();
			if (part) return part;
			const event = this.#waiting.shift();
			if (event) this.#parts = partsOf(event);
			else if (this.#work === "failed") {
				this.#work = "done";
				const last = failed(this.#failure);
				if (last) this.#parts = partsOf(last);
			} else if (this.#work === "done") return undefined;
			else if (!(await this.#change())) return encoded(HEARTBEAT);
		}
	}

	leave(): void {
		this.#leaving.abort(new DOMException("No reader is left.", "AbortError"));
	}

	/** @returns false after a while without events */
	#change(): Promise<boolean> {
		return new Promise((resolve) => {
			const timer = setTimeout(resolve, HEARTBEAT_MS, false);
			this.#wake = () => {
				clearTimeout(timer);
				resolve(true);
			};
		});
	}

	#add(event: StreamEvent): void {
		const at = event.key === undefined ? -1 : this.#waiting.findIndex(({ key }) => key === event.key);
		if (at >= 0) this.#waiting[at] = event;
		else this.#waiting.push(event);
		this.#wake();
	}

	#finish(work: "done" | "failed", end: StreamEnd): void {
		this.#work = work;
		this.#ended.resolve(end);
		this.#wake();
	}
}

/** A large body is a piece of its own, not copied. */
function partsOf({ event, data, retryMs }: StreamEvent): Uint8Array<ArrayBuffer>[] {
	const retry = retryMs === undefined ? "" : `retry: ${retryMs}\n`;
	const head = `${retry}event: ${event}\ndata: `;
	if (typeof data === "string") return [encoded(`${head}${data}\n\n`)];
	return [encoded(head), data.bytes, encoded("\n\n")];
}

function encoded(text: string): Uint8Array<ArrayBuffer> {
	return new TextEncoder().encode(text);
}

/** Proxies must not keep, change or buffer the stream. */
export const STREAM_FIELDS: Readonly<Record<string, string>> = {
	"Content-Type": "text/event-stream; charset=utf-8",
	"Cache-Control": "no-store, no-transform",
	"X-Accel-Buffering": "no",
};

export function wantsEvents(accept: string | null): boolean {
	return preferredType(accept, ["application/json", "text/event-stream"]) === "text/event-stream";
}
