import type { Readable } from "node:stream";
import { setImmediate } from "node:timers/promises";
import type { Dispatcher } from "undici";
import { type DialNotes, dialNotes } from "./connect.ts";
import { isLostConnection, networkFailure } from "./network-failure.ts";
import { redirectOf } from "./redirects.ts";

export type SignRequest = (method: "GET" | "POST", url: URL) => Readonly<Record<string, string>>;

export interface Ask {
	readonly headers: Readonly<Record<string, string>>;
	readonly sign: SignRequest | undefined;
	readonly body?: string | undefined;
	readonly signal: AbortSignal;
	/** Whether the request line has the absolute address, as proxies need it. */
	readonly whole: boolean;
	/** Budget for resending lost requests, shared by all requests of a client. */
	readonly resends: { left: number };
}

/** The caller must read or discard the body. */
export interface Opened {
	readonly url: URL;
	readonly status: number;
	readonly headers: Readonly<Record<string, string>>;
	/** Absolute; absent if Location is missing, repeated, too long or invalid. */
	readonly location: URL | undefined;
	readonly body: Readable;
	/** Keeps the connection if the rest of the body is small. */
	discard(): Promise<void>;
	/** `performance.now()`. */
	readonly startedAt: number;
	readonly headAt: number;
	readonly dial: Readonly<DialNotes>;
}

/** Two suffice for early hints; undici allows any number and restarts its header timer with each. */
const MAX_INFORMATIONAL = 20;
const DISCARD_BYTES = 16 * 1024;
const DISCARD_MS = 300;

/** Resends a GET lost on a kept-alive connection (RFC 9110, 9.2.2). Rare: resends do not count as requests. */
export async function openExchange(agent: Dispatcher, url: URL, ask: Ask): Promise<Opened> {
	ask.signal.throwIfAborted();
	const startedAt = performance.now();
	const dial: DialNotes = {};
	const send = () => dialNotes.run(dial, () => sendRequest(agent, url, ask));
	const response = await send().catch((error: unknown) => {
		const lost = ask.body === undefined && dial.resolvedAt === undefined && isLostConnection(error);
		if (!lost || ask.signal.aborted || ask.resends.left === 0) throw error;
		ask.resends.left--;
		return send();
	});
	const { statusCode, headers, body } = response;
	return {
		url,
		status: statusCode,
		headers: joinedFields(headers),
		location: redirectOf(statusCode, headers.location, url),
		body,
		discard: () => discard(body, ask.signal),
		startedAt,
		headAt: performance.now(),
		dial: { ...dial },
	};
}

/** undici frees a connection one turn after the body's end; a request before that opens another. */
export async function connectionFreed(): Promise<void> {
	await setImmediate();
}

async function sendRequest(agent: Dispatcher, url: URL, ask: Ask): Promise<Dispatcher.ResponseData> {
	const flood = new AbortController();
	let informational = 0;
	const onInfo = () => {
		if (++informational > MAX_INFORMATIONAL) flood.abort(networkFailure("http-malformed", url.href));
	};
	const signal = AbortSignal.any([ask.signal, flood.signal]);
	const method = ask.body === undefined ? "GET" : "POST";
	return untilAborted(
		signal,
		agent.request({
			origin: url.origin,
			path: `${ask.whole ? url.origin : ""}${url.pathname}${url.search}`,
			method,
			headers: { ...ask.headers, ...ask.sign?.(method, url) },
			body: ask.body ?? null,
			signal,
			onInfo,
		}),
	);
}

/** undici checks a signal only while sending; a wait for DNS or a free connection must end as well. */
function untilAborted<T>(signal: AbortSignal, work: Promise<T>): Promise<T> {
	const { promise, reject } = Promise.withResolvers<never>();
	const stop = () => reject(signal.reason);
	signal.addEventListener("abort", stop, { once: true });
	return Promise.race([promise, work]).finally(() => signal.removeEventListener("abort", stop));
}

/** Consumers parse each line separately: Google (a crawler's name applies to its line), RFC 6797 section 8.1. */
const READ_BY_LINE: ReadonlySet<string> = new Set(["x-robots-tag", "strict-transport-security"]);

function joinedFields(fields: Readonly<Record<string, string | string[] | undefined>>): Record<string, string> {
	return Object.fromEntries(
		Object.entries(fields).map(([field, value]) => {
			const name = field.toLowerCase();
			return [name, [value ?? ""].flat().join(READ_BY_LINE.has(name) ? "\n" : ", ")];
		}),
	);
}

async function discard(body: Dispatcher.ResponseData["body"], signal: AbortSignal): Promise<void> {
	const patience = AbortSignal.any([signal, AbortSignal.timeout(DISCARD_MS)]);
	try {
		await body.dump({ limit: DISCARD_BYTES, signal: patience });
		await connectionFreed();
	} catch (error) {
		// A slow body has its own deadline.
		if (signal.aborted || !patience.aborted) throw error;
	}
}
