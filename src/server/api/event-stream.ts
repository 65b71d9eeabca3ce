import type { SerializedJson } from "./endpoint.ts";
import { preferredType } from "./negotiation.ts";

/** Server-sent event (HTML Living Standard section 9.2). */
export interface StreamEvent {
	readonly event: string;
	/** JSON on one line. */
	readonly data: string | SerializedJson;
	/** A newer event replaces a pending one with the same key. */
	readonly key?: string | undefined;
	readonly retryMs?: number | undefined;
}

export interface StreamEnd {
	/** Seconds; set if the result is older than the request. */
	readonly age?: string | undefined;
	readonly error?: unknown;
}

/** Emits events; its result is the last event. */
export type StreamWork = (
	say: (event: StreamEvent) => void,
	signal: AbortSignal,
) => Promise<{ readonly last: StreamEvent; readonly age?: string | undefined }>;

/** A comment that keeps proxies from closing an idle connection. */
const HEARTBEAT = ": \n\n";
const HEARTBEAT_MS = 10_000;

/** A pull stream: a slow reader gets only the newest event per key and delays no other reader. */
export class EventStream {
	/** Fulfilled with the first event; rejects if the work fails before it. */
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

	/** Undefined at the end. @param failed creates the last event from an error */
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

	/** @returns false if it is time for a heartbeat */
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

/** Keeps a large body as a separate part to avoid copying it. */
function partsOf({ event, data, retryMs }: StreamEvent): Uint8Array<ArrayBuffer>[] {
	const retry = retryMs === undefined ? "" : `retry: ${retryMs}\n`;
	const head = `${retry}event: ${event}\ndata: `;
	if (typeof data === "string") return [encoded(`${head}${data}\n\n`)];
	return [encoded(head), data.bytes, encoded("\n\n")];
}

function encoded(text: string): Uint8Array<ArrayBuffer> {
	return new TextEncoder().encode(text);
}

/** Proxies must not cache, transform or buffer the stream. */
export const STREAM_FIELDS: Readonly<Record<string, string>> = {
	"Content-Type": "text/event-stream; charset=utf-8",
	"Cache-Control": "no-store, no-transform",
	"X-Accel-Buffering": "no",
};

export function wantsEvents(accept: string | null): boolean {
	return preferredType(accept, ["application/json", "text/event-stream"]) === "text/event-stream";
}
