/** Sends raw HTTP over a socket, because clients would fix or refuse it; never shipped. */

import { connect } from "node:net";

export interface RawAnswer {
	/** 0 without a response. */
	readonly status: number;
	/** Status line and fields. */
	readonly head: string;
	readonly body: string;
	/** Milliseconds from the answer's first byte to the end of the connection. */
	readonly lingeredMs: number;
	/** Error of the socket. */
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
		// A client that has sent everything leaves at the end of the response.
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

/** How a client disconnects: at once, with a reset, at the first byte, or then with 19 pipelined requests. */
export const WAYS_TO_LEAVE = ["ends", "resets", "ends at the first byte", "ends at the first byte of many"] as const;
/** Milliseconds after which it leaves in any case. */
const PATIENCE_MS = 100;

/** Sends a request and disconnects before the response. */
export async function abortRequest(origin: string, request: string, way: (typeof WAYS_TO_LEAVE)[number]) {
	const { hostname, port } = new URL(origin);
	// A trusted proxy, which has no limit on connections.
	const socket = connect({ host: hostname, port: Number(port), localAddress: "127.0.0.9" });
	const closed = new Promise((resolve) => socket.once("close", resolve));
	socket.on("error", () => {});
	if (way.startsWith("ends at")) socket.once("data", () => socket.destroy());
	socket.write(way === "ends at the first byte of many" ? request.repeat(20) : request, () => {
		if (way === "ends") socket.destroy();
		if (way === "resets") socket.resetAndDestroy();
	});
	const timer = setTimeout(() => socket.destroy(), PATIENCE_MS);
	await closed;
	clearTimeout(timer);
}

/** Aborts each request in every way, many at once, until this count. */
export async function abortRequests(origin: string, requests: readonly string[], count: number): Promise<void> {
	const AT_ONCE = 40;
	let next = 0;
	const leaveAll = async () => {
		for (let at = next++; at < count; at = next++) {
			const way = WAYS_TO_LEAVE[Math.floor(at / requests.length) % WAYS_TO_LEAVE.length] ?? "ends";
			await abortRequest(origin, requests[at % requests.length] ?? "", way);
		}
	};
	await Promise.all(Array.from({ length: AT_ONCE }, leaveAll));
}
