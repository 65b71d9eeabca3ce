import type { Readable } from "node:stream";
import { setImmediate } from "node:timers/promises";
import type { Dispatcher } from "undici";
import { type DialNotes, dialNotes } from "./connect.ts";
import { isLostConnection, networkFailure } from "./network-failure.ts";
import { redirectOf } from "./redirects.ts";

/** The header fields that sign one request; none where it is not signed. */
export type SignRequest = (method: "GET" | "POST", url: URL) => Readonly<Record<string, string>>;

/** What is sent, and until when an answer is waited for. */
export interface Ask {
	readonly headers: Readonly<Record<string, string>>;
	/** Asked anew each time that something is sent. */
	readonly sign: SignRequest | undefined;
	/** Makes it a POST. */
	readonly body?: string | undefined;
	readonly signal: AbortSignal;
	/** Times that a lost request may still be sent once more; shared by all requests of one client, and counted down. */
	readonly resends: { left: number };
}

/** One request whose response head has arrived; its body must be read or discarded. */
export interface Opened {
	readonly url: URL;
	readonly status: number;
	readonly headers: Readonly<Record<string, string>>;
	/** Where a redirect points, absolute; absent when it is none, or Location is missing, repeated, too long or unreadable. */
	readonly location: URL | undefined;
	readonly body: Readable;
	/** Ends the body; the connection is kept when little of it was left. */
	discard(): Promise<void>;
	/** `performance.now()` when the request was handed in, and when the response's head had arrived. */
	readonly startedAt: number;
	readonly headAt: number;
	readonly dial: Readonly<DialNotes>;
}

/** Early hints come one or two at a time; undici lets any number pass, and its header timer starts anew with each. */
const MAX_INFORMATIONAL = 20;
const DISCARD_BYTES = 16 * 1024;
const DISCARD_MS = 300;

/**
 * Sends a request. A GET that met a kept connection just as the server closed it is sent once more (RFC 9110, 9.2.2), as
 * long as there are resends: nobody counts them as requests, so a server must not be able to ask for many.
 */
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

/** undici gives a connection free one turn of the event loop after the body's end; before it, it opens another one. */
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
			path: `${url.pathname}${url.search}`,
			method,
			headers: { ...ask.headers, ...ask.sign?.(method, url) },
			body: ask.body ?? null,
			signal,
			onInfo,
		}),
	);
}

/** undici hears a signal once a request is on the wire; one that waits for DNS or a free connection must end as well. */
function untilAborted<T>(signal: AbortSignal, work: Promise<T>): Promise<T> {
	const { promise, reject } = Promise.withResolvers<never>();
	const stop = () => reject(signal.reason);
	signal.addEventListener("abort", stop, { once: true });
	return Promise.race([promise, work]).finally(() => signal.removeEventListener("abort", stop));
}

function joinedFields(headers: Readonly<Record<string, string | string[] | undefined>>): Record<string, string> {
	return Object.fromEntries(
		Object.entries(headers).map(([name, value]) => [
			name.toLowerCase(),
			Array.isArray(value) ? value.join(", ") : (value ?? ""),
		]),
	);
}

async function discard(body: Dispatcher.ResponseData["body"], signal: AbortSignal): Promise<void> {
	const patience = AbortSignal.any([signal, AbortSignal.timeout(DISCARD_MS)]);
	try {
		await body.dump({ limit: DISCARD_BYTES, signal: patience });
		await connectionFreed();
	} catch (error) {
		// A slow body is cut off by its own deadline, and nobody asked for it.
		if (signal.aborted || !patience.aborted) throw error;
	}
}
