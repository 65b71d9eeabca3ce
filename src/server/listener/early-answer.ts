import type { IncomingMessage, ServerResponse } from "node:http";
import type { Socket } from "node:net";

/** Milliseconds in which a client may read an answer that came before its request was sent. */
const LINGER_MS = 1_000;

/**
 * Lets a request be answered while its body is still on the way: the answer says `Connection: close`, and what comes
 * after it is taken for a moment only. A connection that is closed at once would take the answer with it where the
 * client is still sending (RFC 9112 section 9.6).
 */
export function allowEarlyAnswer(request: IncomingMessage, response: ServerResponse): void {
	if (!announcesBody(request)) return;
	// Whoever stops reading the body would otherwise end the connection, before the answer.
	request[Symbol.asyncIterator] = () => request.iterator({ destroyOnReturn: false });
	const writeHead = response.writeHead.bind(response) as (...args: unknown[]) => ServerResponse;
	response.writeHead = (...args: unknown[]) => {
		if (!request.complete) {
			response.shouldKeepAlive = false;
			lingerBeforeEnd(request.socket, request);
		}
		return writeHead(...args);
	};
}

function announcesBody({ headers }: IncomingMessage): boolean {
	return headers["transfer-encoding"] !== undefined || Number(headers["content-length"]) > 0;
}

/** Node ends a connection by this method when the last answer is written. */
function lingerBeforeEnd(socket: Socket, request: IncomingMessage): void {
	socket.destroySoon = () => {
		socket.end();
		request.resume();
		const timer = setTimeout(() => socket.destroy(), LINGER_MS);
		socket.once("close", () => clearTimeout(timer));
	};
}
