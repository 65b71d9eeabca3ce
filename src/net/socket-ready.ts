import type { Socket } from "node:net";

export interface Patience {
	/** Milliseconds. */
	readonly timeout: number;
	/** Sockets that are being made, so that whoever holds the set can end them. */
	readonly making: Set<Socket>;
}

/** Waits until a socket can be used; destroys it and rejects (ETIMEDOUT) when that takes too long. */
export function socketReady(
	socket: Socket,
	event: "connect" | "secureConnect",
	{ timeout, making }: Patience,
): Promise<void> {
	making.add(socket);
	const { promise, resolve, reject } = Promise.withResolvers<void>();
	const timer = setTimeout(() => socket.destroy(timedOut()), Math.max(1, timeout));
	socket.once(event, () => resolve());
	// The listener stays: an error between two owners of the socket must not be an uncaught one.
	socket.on("error", reject);
	socket.once("close", () => reject(closedEarly()));
	return promise.finally(() => {
		clearTimeout(timer);
		making.delete(socket);
	});
}

function timedOut(): Error {
	return Object.assign(new Error("no connection in time"), { code: "ETIMEDOUT" });
}

function closedEarly(): Error {
	return Object.assign(new Error("connection closed while it was being made"), { code: "ECONNRESET" });
}
