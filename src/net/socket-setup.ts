import { isIP, type Socket } from "node:net";
import { connect, type TLSSocket } from "node:tls";
import type { TlsState } from "./http-client.ts";
import { networkFailure } from "./network-failure.ts";

/**
 * Sets up TLS on a connected socket, for HTTP/1.1 only.
 * @param host Name or literal address that the certificate is compared with; names go into SNI.
 * @param verify False goes on with a certificate that is not trusted and says so in the state.
 * @throws Failure `tls-invalid` for a certificate fault; a handshake that fails otherwise throws Node's error.
 */
export async function upgradeToTls(
	socket: Socket,
	host: string,
	verify: boolean,
	patience: Patience,
): Promise<{ readonly tls: TLSSocket; readonly state: TlsState }> {
	// SNI holds names only (RFC 6066 section 3).
	const servername = isIP(host) === 0 ? host : "";
	const tls = connect({ socket, host, servername, ALPNProtocols: ["http/1.1"], rejectUnauthorized: verify });
	try {
		await socketReady(tls, "secureConnect", patience);
	} catch (error) {
		// Set by Node when the handshake went well and the certificate did not.
		if (tls.authorizationError) throw networkFailure("tls-invalid", host, error);
		throw error;
	}
	return { tls, state: stateOf(tls) };
}

function stateOf(socket: TLSSocket): TlsState {
	const validTo = new Date(socket.getPeerCertificate().valid_to);
	return {
		...(socket.authorized
			? { state: "valid" as const }
			: { state: "invalid" as const, reason: String(socket.authorizationError) }),
		protocol: socket.getProtocol() ?? undefined,
		validTo: Number.isNaN(validTo.getTime()) ? undefined : validTo.toISOString(),
	};
}

export interface Patience {
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
	const timer = setTimeout(() => socket.destroy(errorOf("ETIMEDOUT", "no connection in time")), Math.max(1, timeout));
	socket.once(event, () => resolve());
	// The listener stays: an error between two owners of the socket must not be an uncaught one.
	socket.on("error", reject);
	socket.once("close", () => reject(errorOf("ECONNRESET", "connection closed while it was being made")));
	return promise.finally(() => {
		clearTimeout(timer);
		making.delete(socket);
	});
}

function errorOf(code: string, message: string): Error {
	return Object.assign(new Error(message), { code });
}
