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

/** Milliseconds of `performance.now()`; unset if a pooled connection was used. */
export interface DialNotes {
	resolvedAt?: number;
	connectedAt?: number;
}

/** undici passes only the origin to the connector, hence this side channel. */
export const dialNotes = new AsyncLocalStorage<DialNotes>();

export type Dial = (address: string, port: number) => Socket;

interface ConnectRules {
	readonly vetHost: VetHost;
	readonly connectTimeout: number;
	/** False: continue with an untrusted certificate and report it. */
	readonly verify: boolean;
	readonly onTls: (origin: string, state: TlsState) => void;
	readonly dial?: Dial | undefined;
	readonly proxies?: Proxies | undefined;
}

/** A name may have hundreds of addresses. */
const MAX_DIALS = 4;

/**
 * Guards at connect time, because undici calls no `lookup` hook for IP literals: vets all addresses, dials only those,
 * and compares the remote address before sending a byte. SNI and Host keep the name.
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

	/** Destroys connections in progress. */
	close(): void {
		for (const socket of this.#making) socket.destroy();
	}

	/** Behind a proxy, only the proxy may be able to resolve a name; names with private addresses are still refused. */
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

/** The proxy resolves the name again; if only it can, we cannot vet the addresses. */
async function connectByProxy(proxy: URL, place: Place, rules: ConnectRules, patience: Patience): Promise<Socket> {
	const end = performance.now() + patience.timeout;
	const timeLeft = () => ({ ...patience, timeout: end - performance.now() });
	const socket = await dialThroughProxy(proxy, place, (each, event) => socketReady(each, event, timeLeft()));
	return place.secure ? secured(socket, place, rules, timeLeft()) : socket;
}

/** Alternates between families (RFC 8305 section 4): a broken IPv6 route costs one attempt. */
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
	/** Without the root dot, which SNI and certificates do not allow. */
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
	// "No route" for one family says less than the error of the other one.
	throw errors.find(({ code }) => code !== "ENETUNREACH" && code !== "EADDRNOTAVAIL") ?? errors[0];
}

async function connectOne(address: string, place: Place, rules: ConnectRules, patience: Patience): Promise<Socket> {
	const end = performance.now() + patience.timeout;
	const socket = (rules.dial ?? dialTcp)(address, place.port);
	await socketReady(socket, "connect", patience);
	const remote = socket.remoteAddress ?? "";
	// An address equal to a vetted one is itself vetted.
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

/** An error of this address only: another one may work. */
function isDialError(error: unknown): error is NodeJS.ErrnoException {
	if (!(error instanceof Error)) return false;
	return ("syscall" in error && error.syscall === "connect") || ("code" in error && error.code === "ETIMEDOUT");
}

/** @param verify false accepts untrusted certificates @throws Failure `tls-invalid` for those, else Node's error */
async function upgradeToTls(
	socket: Socket,
	host: string,
	verify: boolean,
	patience: Patience,
): Promise<{ readonly tls: TLSSocket; readonly state: TlsState }> {
	// SNI allows names only (RFC 6066 section 3).
	const servername = isIP(host) === 0 ? host : "";
	const tls = connectTls({ socket, host, servername, ALPNProtocols: ["http/1.1"], rejectUnauthorized: verify });
	try {
		await socketReady(tls, "secureConnect", patience);
	} catch (error) {
		// Node sets it if only the certificate failed.
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

/** OpenSSL errors for a chain whose last certificate has an unknown issuer. */
const NO_ISSUER: ReadonlySet<string> = new Set([
	"UNABLE_TO_VERIFY_LEAF_SIGNATURE",
	"UNABLE_TO_GET_ISSUER_CERT_LOCALLY",
]);

/**
 * Whether only an intermediate certificate is missing and the last one has its issuer's address, from which browsers
 * load it (RFC 5280 section 4.2.2.1). Node checks names only after the chain.
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
	// Keep this listener: an error while the socket changes owners must not be uncaught.
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
