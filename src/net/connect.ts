import { AsyncLocalStorage } from "node:async_hooks";
import { connect, isIP, type Socket } from "node:net";
import type { buildConnector } from "undici";
import type { TlsState } from "./http-client.ts";
import { canonicalAddress } from "./public-address.ts";
import { type Patience, socketReady, upgradeToTls } from "./socket-setup.ts";
import { addressBlocked, type VetHost } from "./vetting.ts";

/** When the connection of an exchange stood, in milliseconds of `performance.now()`; unset when an open one was used. */
export interface DialNotes {
	resolvedAt?: number;
	connectedAt?: number;
}

/** Hands the notes of the exchange that makes undici connect to the connector, which undici tells the origin only. */
export const dialNotes = new AsyncLocalStorage<DialNotes>();

/** Starts a TCP connection to exactly this address. */
export type Dial = (address: string, port: number) => Socket;

export interface ConnectRules {
	readonly vetHost: VetHost;
	/** Milliseconds for all addresses of a host together, TLS included. */
	readonly connectTimeout: number;
	/** False goes on with a certificate that is not trusted, and reports so. */
	readonly verify: boolean;
	readonly onTls: (origin: string, state: TlsState) => void;
	readonly dial?: Dial | undefined;
}

export interface Connector {
	readonly connect: buildConnector.connector;
	/** Ends connections that are still being made. */
	close(): void;
}

/** More addresses than this are not tried: a name may carry hundreds. */
const MAX_DIALS = 4;

/**
 * The guard at the moment of connecting, for literal addresses and names alike (undici never calls a `lookup` hook
 * for a literal): all addresses of the host are vetted, exactly these are dialled, and the connected socket's remote
 * address is compared with the dialled one before a byte is sent. SNI and Host stay those of the name. HTTP/1.1 only.
 */
export function createConnector(rules: ConnectRules): Connector {
	const making = new Set<Socket>();
	const connectHost = async (options: buildConnector.Options): Promise<Socket> => {
		const notes = dialNotes.getStore();
		const place = placeOf(options);
		const addresses = dialOrder(await rules.vetHost(place.host));
		if (notes) notes.resolvedAt = performance.now();
		const socket = await connectFirst(addresses, rules.connectTimeout, (address, timeout) =>
			connectOne(address, place, rules, { timeout, making }),
		);
		if (notes) notes.connectedAt = performance.now();
		return socket;
	};
	return {
		connect: (options, callback) => {
			connectHost(options).then(
				(socket) => callback(null, socket),
				(error) => callback(error, null),
			);
		},
		close: () => {
			for (const socket of making) socket.destroy();
		},
	};
}

/** Families take turns (RFC 8305 section 4), so that a broken IPv6 route costs one attempt. */
export function dialOrder(addresses: readonly string[]): readonly string[] {
	const first = addresses.filter((address) => isIP(address) === isIP(addresses[0] ?? ""));
	const second = addresses.filter((address) => !first.includes(address));
	return first
		.flatMap((address, index) => [address, ...second.slice(index, index + 1)])
		.concat(second.slice(first.length))
		.slice(0, MAX_DIALS);
}

interface Place {
	readonly secure: boolean;
	/** Name or literal address, without the root dot, which neither SNI nor certificates know. */
	readonly host: string;
	readonly port: number;
	readonly origin: string;
}

function placeOf({ protocol, hostname, host, port }: buildConnector.Options): Place {
	const secure = protocol === "https:";
	return {
		secure,
		host: hostname.replace(/\.$/, ""),
		port: Number(port) || (secure ? 443 : 80),
		origin: `${protocol}//${host ?? hostname}`,
	};
}

/** Connects to the first address that answers; what is left of the time is shared among the addresses left. */
async function connectFirst(
	addresses: readonly string[],
	timeout: number,
	connectTo: (address: string, timeout: number) => Promise<Socket>,
): Promise<Socket> {
	const end = performance.now() + timeout;
	const errors: NodeJS.ErrnoException[] = [];
	for (const [index, address] of addresses.entries()) {
		try {
			return await connectTo(address, (end - performance.now()) / (addresses.length - index));
		} catch (error) {
			if (!isDialError(error)) throw error;
			errors.push(error);
		}
	}
	// An address family without a route says less than what an address that has one answered.
	throw errors.find(({ code }) => code !== "ENETUNREACH" && code !== "EADDRNOTAVAIL") ?? errors[0];
}

async function connectOne(address: string, place: Place, rules: ConnectRules, patience: Patience): Promise<Socket> {
	const end = performance.now() + patience.timeout;
	const socket = (rules.dial ?? dialTcp)(address, place.port);
	await socketReady(socket, "connect", patience);
	const remote = socket.remoteAddress ?? "";
	// Equal to a vetted address, it is vetted itself.
	if (canonicalAddress(remote) !== canonicalAddress(address)) {
		socket.destroy();
		throw addressBlocked(place.host, [remote]);
	}
	if (!place.secure) return socket;
	const timeLeft = { ...patience, timeout: end - performance.now() };
	const { tls, state } = await upgradeToTls(socket, place.host, rules.verify, timeLeft);
	rules.onTls(place.origin, state);
	return tls;
}

function dialTcp(address: string, port: number): Socket {
	return connect({ host: address, port, noDelay: true, keepAlive: true });
}

/** True when another address of the host may do better: a fault of reaching this one, not of what answered there. */
function isDialError(error: unknown): error is NodeJS.ErrnoException {
	if (!(error instanceof Error)) return false;
	return ("syscall" in error && error.syscall === "connect") || ("code" in error && error.code === "ETIMEDOUT");
}
