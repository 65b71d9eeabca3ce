import { randomUUID } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { clientAddress, type TrustedProxies } from "../caller/client-address.ts";
import { type EventLog, noting, type RequestNotes } from "../live/event-log.ts";

/** Writes one line for each request that is answered, whoever answers it. */
export interface RequestLog {
	/**
	 * Begins the line of a request; it is written when the answer is out, or its client has gone, and what `during` runs
	 * has ended.
	 */
	begin(request: IncomingMessage, response: ServerResponse): RequestLine;
	/**
	 * What is sent straight to a connection: for a request under way its status, else a line of its own.
	 */
	refused(socket: Socket, status: number, bytes: number): void;
	/** Whether a part of an answer is on a connection. */
	isAnswering(socket: Socket): boolean;
}

export interface RequestLine {
	/** Runs what answers the request, so that what it says to the log belongs to this line. */
	during(answer: () => Promise<void>): void;
}

/** The status of nginx for a client that left before it was answered. */
const CLIENT_GONE = 499;

interface Begun {
	readonly response: ServerResponse;
	/** Set where the connection was answered in place of the request. */
	refusedWith?: number;
}

export function createRequestLog(log: EventLog, proxies: TrustedProxies): RequestLog {
	const underWay = new WeakMap<Socket, Begun>();
	return {
		isAnswering: (socket) => underWay.get(socket)?.response.headersSent ?? false,
		begin(request, response) {
			const { socket, method } = request;
			const path = pathOf(request.url ?? "");
			const client = clientOf(request, proxies);
			const notes: RequestNotes = { id: randomUUID() };
			const [begunAt, bytesBefore] = [performance.now(), socket.bytesWritten];
			const begun: Begun = { response };
			underWay.set(socket, begun);
			let unfinished = 1;
			let line: Parameters<EventLog["answered"]>[0] | undefined;
			const settle = () => {
				unfinished--;
				if (unfinished === 0 && line) log.answered(line, notes);
			};
			response.once("close", () => {
				const aborted = !response.writableFinished;
				const ms = performance.now() - begunAt;
				const bytes = socket.bytesWritten - bytesBefore;
				const status = begun.refusedWith ?? (response.headersSent || !aborted ? response.statusCode : CLIENT_GONE);
				line = { method, path, status, ms, bytes, client, aborted };
				underWay.delete(socket);
				settle();
			});
			return {
				during(answer) {
					unfinished++;
					const answered = noting(notes, () => answer().catch((error) => fail(response, log, error)));
					void answered.then(settle);
				},
			};
		},
		refused(socket, status, bytes) {
			const begun = underWay.get(socket);
			if (begun) begun.refusedWith = status;
			else {
				const client = socket.remoteAddress ?? "";
				log.answered({ status, ms: 0, bytes, client, aborted: false }, { id: randomUUID() });
			}
		},
	};
}

/** A defect of whatever was to answer. */
function fail(response: ServerResponse, log: EventLog, error: unknown): void {
	log.fault(error);
	if (response.headersSent) response.destroy();
	else response.writeHead(500, { "Content-Type": "text/plain; charset=utf-8" }).end("Internal Server Error\n");
}

/** Without query, scheme, user name and host. */
function pathOf(target: string): string {
	return target.replace(/^[a-z][a-z\d+.-]*:\/\/[^/?#]*/i, "").replace(/[?#].*$/s, "") || "/";
}

function clientOf({ socket, headers }: IncomingMessage, proxies: TrustedProxies): string {
	const field = headers["x-forwarded-for"];
	return clientAddress(
		socket.remoteAddress,
		{ get: () => (Array.isArray(field) ? field.join() : field) ?? null },
		proxies,
	);
}
