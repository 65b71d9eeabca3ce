/** Speaks HTTP over a bare socket, where clients would mend or refuse what is sent; never shipped. */

import { connect } from "node:net";

export interface RawAnswer {
	/** 0 where nothing was answered. */
	readonly status: number;
	/** Status line and fields. */
	readonly head: string;
	readonly body: string;
	/** Milliseconds from the answer's first byte to the end of the connection. */
	readonly lingeredMs: number;
	/** What the socket complained about. */
	readonly error: string | undefined;
}

/**
 * Sends a request and waits until the server has ended the connection; this side never ends it.
 * @param later sent in steps until the connection has ended
 */
export function sendRaw(origin: string, request: string, later = ""): Promise<RawAnswer> {
	return new Promise((resolve) => {
		const { hostname, port } = new URL(origin);
		const socket = connect({ host: hostname, port: Number(port), allowHalfOpen: true });
		let [text, begun, error] = ["", 0, undefined as string | undefined];
		const sending = later === "" ? undefined : setInterval(() => socket.write(later), 50);
		socket.on("data", (chunk) => {
			begun ||= performance.now();
			text += chunk;
		});
		socket.on("error", (fault) => (error = fault.message));
		// Whoever has sent all it wanted goes when the answer has ended.
		if (later === "") socket.on("end", () => socket.end());
		socket.on("close", () => {
			clearInterval(sending);
			const [head = "", ...rest] = text.split("\r\n\r\n");
			const status = Number(/^HTTP\/1\.1 (\d{3})/.exec(head)?.[1] ?? 0);
			resolve({ status, head, body: rest.join("\r\n\r\n"), lingeredMs: performance.now() - begun, error });
		});
		socket.write(request);
	});
}

/** Lines of a request whose connection ends with its answer. */
export function requestText(method: string, target: string, fields: readonly string[], body = ""): string {
	return `${[`${method} ${target} HTTP/1.1`, ...fields, "Connection: close"].join("\r\n")}\r\n\r\n${body}`;
}
