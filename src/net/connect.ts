import { AsyncLocalStorage } from "node:async_hooks";
import { connect as connectTcp, isIP, type Socket } from "node:net";
import { checkServerIdentity, connect as connectTls, type TLSSocket } from "node:tls";
import type { buildConnector } from "undici";
import { isFailure } from "#core/failure.ts";
import { addressBlocked, type VetHost } from "./host-vetting.ts";
import type { TlsState } from "./http-client.ts";
import { networkFailure } from "./network-failure.ts";
import { dialThroughProxy, type Proxies, proxyFor } from "./proxy.ts";
import { canonicalAddress } from "./public-address.ts";

/** Milliseconds of `performance.now()`; unset when an open connection was used. */
export interface DialNotes {
	resolvedAt?: number;
	connectedAt?: number;
}

/** undici tells the connector the origin only, so the notes come this way. */
export const dialNotes = new AsyncLocalStorage<DialNotes>();

export type Dial = (address: string, port: number) => Socket;

interface ConnectRules {
	readonly vetHost: VetHost;
	readonly connectTimeout: number;
	/** False goes on with a certificate that is not trusted, and reports so. */
	readonly verify: boolean;
	readonly onTls: (origin: string, state: TlsState) => void;
	readonly dial?: Dial | undefined;
	readonly proxies?: Proxies | undefined;
}

/** A name may carry hundreds of addresses. */
const MAX_DIALS = 4;

/**
 * Guards at the moment of connecting, since undici calls no `lookup` hook for a literal: all addresses are vetted, only
 * these dialled, and the remote address is compared before a byte is sent. SNI and Host keep the name.
 */
export class Connector {
	readonly #rules: ConnectRules;
	readonly #making = new Set<Socket>();

	constructor(rules: ConnectRules) {
		this.#rules = rules;
	}

	readonly connect: buildConnector.connector = (options, callback) => {
		this.#connectHost(options).then(
			(socket) => callback(null, socket),
			(error) => callback(error, null),
		);
	};

	/** Ends connections that are still being made. */
	close(): void {
		for (const socket of this.#making) socket.destroy();
	}

	/** Behind a proxy a name may be resolvable by the proxy alone; one that leads to a private address stays refused. */
	async #vetted(host: string, byProxy: boolean): Promise<readonly string[]> {
		try {
			return await this.#rules.vetHost(host);
		} catch (error) {
			if (byProxy && isFailure(error) && error.code.startsWith("name-")) return [];
			throw error;
		}
	}

	async #connectHost(options: buildConnector.Options): Promise<Socket> {
		const notes = dialNotes.getStore();
		const place = placeOf(options);
		const { connectTimeout, proxies } = this.#rules;
		const proxy = proxyFor(proxies, place);
		const addresses = dialOrder(await this.#vetted(place.host, proxy !== undefined));
		if (notes) notes.resolvedAt = performance.now();
		const making = this.#making;
		const socket = await (proxy
			? connectByProxy(proxy, place, this.#rules, { timeout: connectTimeout, making })
			: connectFirst(addresses, connectTimeout, (address, timeout) =>
					connectOne(address, place, this.#rules, { timeout, making }),
				));
		if (notes) notes.connectedAt = performance.now();
		return socket;
	}
}

/** The proxy looks the name up again, and where only it can, what the name leads to is not known here. */
async function connectByProxy(proxy: URL, place: Place, rules: ConnectRules, patience: Patience): Promise<Socket> {
	const end = performance.now() + patience.timeout;
	const timeLeft = () => ({ ...patience, timeout: end - performance.now() });
	const socket = await dialThroughProxy(proxy, place, (each, event) => socketReady(each, event, timeLeft()));
	return place.secure ? secured(socket, place, rules, timeLeft()) : socket;
}

/** Families in turn (RFC 8305 section 4): a broken IPv6 route costs one attempt. */
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
	/** Without the root dot, which neither SNI nor certificates know. */
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
	// A family without a route says less than the answer of the other one.
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
	return secured(socket, place, rules, { ...patience, timeout: end - performance.now() });
}

async function secured(socket: Socket, place: Place, rules: ConnectRules, patience: Patience): Promise<TLSSocket> {
	const { tls, state } = await upgradeToTls(socket, place.host, rules.verify, patience);
	rules.onTls(place.origin, state);
	return tls;
}

function dialTcp(address: string, port: number): Socket {
	return connectTcp({ host: address, port, noDelay: true, keepAlive: true });
}

/** True for a fault in reaching this address, where another one may do better. */
function isDialError(error: unknown): error is NodeJS.ErrnoException {
	if (!(error instanceof Error)) return false;
	return ("syscall" in error && error.syscall === "connect") || ("code" in error && error.code === "ETIMEDOUT");
}

/** @param verify false goes on without trust. @throws Failure `tls-invalid` for the certificate, else Node's error */
async function upgradeToTls(
	socket: Socket,
	host: string,
	verify: boolean,
	patience: Patience,
): Promise<{ readonly tls: TLSSocket; readonly state: TlsState }> {
	// SNI holds names only (RFC 6066 section 3).
	const servername = isIP(host) === 0 ? host : "";
	const tls = connectTls({ socket, host, servername, ALPNProtocols: ["http/1.1"], rejectUnauthorized: verify });
	try {
		await socketReady(tls, "secureConnect", patience);
	} catch (error) {
		// Set by Node when only the certificate failed.
		if (tls.authorizationError) throw networkFailure("tls-invalid", host, error);
		throw error;
	}
	return { tls, state: stateOf(tls, host) };
}

function stateOf(socket: TLSSocket, host: string): TlsState {
	const validTo = new Date(socket.getPeerCertificate().valid_to);
	const reason = isIncompleteChain(socket, host) ? "incomplete-chain" : String(socket.authorizationError);
	return {
		...(socket.authorized ? { state: "valid" as const } : { state: "invalid" as const, reason }),
		protocol: socket.getProtocol() ?? undefined,
		validTo: Number.isNaN(validTo.getTime()) ? undefined : validTo.toISOString(),
	};
}

/** What OpenSSL says where the issuer of the last certificate that was sent is not at hand. */
const NO_ISSUER: ReadonlySet<string> = new Set([
	"UNABLE_TO_VERIFY_LEAF_SIGNATURE",
	"UNABLE_TO_GET_ISSUER_CERT_LOCALLY",
]);

/**
 * True where nothing but an intermediate certificate is missing, and the last one names the address of its issuer, from
 * which browsers load it (RFC 5280 section 4.2.2.1). Node looks at names only after the chain.
 */
function isIncompleteChain(socket: TLSSocket, host: string): boolean {
	if (!NO_ISSUER.has(String(socket.authorizationError))) return false;
	const leaf = socket.getPeerCertificate(true);
	const now = Date.now();
	if (checkServerIdentity(host, leaf) || Date.parse(leaf.valid_from) > now || Date.parse(leaf.valid_to) < now)
		return false;
	let last = leaf;
	while (last.issuerCertificate && last.issuerCertificate !== last) last = last.issuerCertificate;
	return last.infoAccess?.["CA Issuers - URI"] !== undefined;
}

interface Patience {
	readonly timeout: number;
	readonly making: Set<Socket>;
}

function socketReady(socket: Socket, event: "connect" | "secureConnect", { timeout, making }: Patience): Promise<void> {
	making.add(socket);
	const { promise, resolve, reject } = Promise.withResolvers<void>();
	const timer = setTimeout(() => socket.destroy(errorOf("ETIMEDOUT", "no connection in time")), Math.max(1, timeout));
	socket.once(event, () => resolve());
	// The listener stays: an error between two owners of the socket must not be uncaught.
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
