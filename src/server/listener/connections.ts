import type { IncomingMessage, Server, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import type { Settings } from "#config/environment.ts";
import { addressKey } from "../caller/client-address.ts";

export interface ConnectionLimits {
	readonly total: number;
	/** Per IPv4 address or IPv6 /64. */
	readonly perAddress: number;
	/** A proxy's connections belong to many clients. */
	readonly isTrustedProxy: (address: string) => boolean;
	/** Monotonic milliseconds. */
	readonly now?: () => number;
}

/** The socket, and the file it sends. */
const DESCRIPTORS_EACH = 2;
/** Reserved for the program, the store and audits. */
const DESCRIPTORS_BESIDE = 512;

export function descriptorLimit(): number | undefined {
	// Otherwise the report resolves names of network addresses.
	Object.assign(process.report, { excludeNetwork: true });
	const { userLimits } = process.report.getReport() as { userLimits?: { open_files?: { soft?: unknown } } };
	const { soft } = userLimits?.open_files ?? {};
	return typeof soft === "number" ? soft : undefined;
}

/** @returns with a note for the operator if file descriptors allow fewer connections than configured */
export function fitConnections(
	{ connections: asked, connectionsPerAddress: perAddress }: Pick<Settings, "connections" | "connectionsPerAddress">,
	descriptors: number | undefined,
): Pick<ConnectionLimits, "total" | "perAddress"> & { readonly warning?: string } {
	const needed = asked * DESCRIPTORS_EACH + DESCRIPTORS_BESIDE;
	if (descriptors === undefined || descriptors >= needed) return { total: asked, perAddress };
	const total = Math.max(1, Math.floor((descriptors - DESCRIPTORS_BESIDE) / DESCRIPTORS_EACH));
	const warning =
		`This process may open ${descriptors} descriptors and needs ${needed} for ${asked} connections, so it takes ` +
		`${total}: raise the limit (ulimit -n ${needed}) or set SIGHTLINE_CONNECTIONS.`;
	return { total, perAddress: Math.min(perAddress, total), warning };
}

/** Above this share, each new connection closes a waiting one. */
const NEARLY_FULL = 0.9;
/** Share of a client's connections that may be idle or have incomplete headers. */
const WAITING_SHARE = 0.5;
/** Milliseconds that a connection must have waited to be closed at a share, because a request may be in transit. */
const GRACE_MS = 1_000;
/** Pipelined requests per connection. Browsers send none, tools a few. */
const PIPELINED_MAX = 64;

interface Connection {
	readonly socket: Socket;
	readonly client: Client;
	readonly turns: (() => void)[];
	waitingSince: number | undefined;
}

interface Client {
	readonly key: string;
	readonly isTrustedProxy: boolean;
	readonly all: Set<Connection>;
	/** Connections without a request in flight, longest wait first. */
	readonly waiting: Set<Connection>;
}

/**
 * A client at its share gets a new connection only by closing its longest waiting one. Near the limit, the client
 * with the most loses one. So idle connections and unfinished headers cannot lock out other clients.
 */
export class Connections {
	readonly #limits: ConnectionLimits;
	readonly #now: () => number;
	readonly #open = new Map<Socket, Connection>();
	readonly #clients = new Map<string, Client>();
	/** Connections refused or closed to make room since the start. */
	dropped = 0;

	constructor(server: Server, limits: ConnectionLimits) {
		this.#limits = limits;
		this.#now = limits.now ?? (() => performance.now());
		server.maxConnections = limits.total;
		server.on("connection", (socket: Socket) => this.#add(socket));
		server.on("drop", () => this.dropped++);
	}

	get open(): number {
		return this.#open.size;
	}

	#add(socket: Socket): void {
		const client = clientOf(this.#clients, socket.remoteAddress ?? "", this.#limits.isTrustedProxy);
		if (!this.#makeRoom(client)) {
			this.dropped++;
			return void socket.destroy();
		}
		if (this.#open.size >= this.#limits.total * NEARLY_FULL)
			this.#closeLongestWaiting(clientWithMost(this.#clients), this.#now());
		const connection: Connection = { socket, client, turns: [], waitingSince: undefined };
		this.#open.set(socket, connection);
		this.#clients.set(client.key, client);
		client.all.add(connection);
		this.#wait(connection);
		socket.once("close", () => this.#forget(connection));
	}

	/** Serves pipelined requests one at a time: hundreds in a packet would hold files and memory for unsent responses. */
	inTurn({ socket }: IncomingMessage, response: ServerResponse, begin: () => void): void {
		const connection = this.#open.get(socket);
		// It was just closed to make room.
		if (!connection) return void socket.destroy();
		const turn = () => {
			response.once("close", () => this.#endTurn(connection));
			begin();
		};
		if (connection.waitingSince !== undefined) {
			connection.waitingSince = undefined;
			connection.client.waiting.delete(connection);
			turn();
		} else if (connection.turns.length < PIPELINED_MAX) connection.turns.push(turn);
		else this.#close(connection);
	}

	#endTurn(connection: Connection): void {
		const following = connection.turns.shift();
		// Yields to the event loop, because chained turns would starve other clients.
		if (following) setImmediate(() => this.#open.has(connection.socket) && following());
		else if (this.#open.has(connection.socket)) this.#wait(connection);
	}

	#wait(connection: Connection): void {
		connection.waitingSince = this.#now();
		connection.client.waiting.add(connection);
	}

	#makeRoom(client: Client): boolean {
		if (client.isTrustedProxy) return true;
		const { perAddress } = this.#limits;
		const settled = this.#now() - GRACE_MS;
		if (client.waiting.size >= perAddress * WAITING_SHARE) this.#closeLongestWaiting(client, settled);
		return client.all.size < perAddress || this.#closeLongestWaiting(client, settled);
	}

	/** @param since closes only if waiting since then, because others may have a request in transit */
	#closeLongestWaiting(client: Client | undefined, since: number): boolean {
		const [longest] = client?.waiting ?? [];
		if (longest?.waitingSince === undefined || longest.waitingSince > since) return false;
		this.#close(longest);
		return true;
	}

	#close(connection: Connection): void {
		this.dropped++;
		this.#forget(connection);
		connection.socket.destroy();
	}

	#forget(connection: Connection): void {
		const { socket, client, turns } = connection;
		this.#open.delete(socket);
		turns.length = 0;
		client.all.delete(connection);
		client.waiting.delete(connection);
		if (client.all.size === 0 && this.#clients.get(client.key) === client) this.#clients.delete(client.key);
	}
}

function clientOf(clients: ReadonlyMap<string, Client>, address: string, isTrustedProxy: (address: string) => boolean) {
	const isProxy = isTrustedProxy(address);
	const key = isProxy ? address : addressKey(address);
	return clients.get(key) ?? { key, isTrustedProxy: isProxy, all: new Set(), waiting: new Set() };
}

/** Skips clients without a waiting connection, and proxies, which may use any connection at any time. */
function clientWithMost(clients: ReadonlyMap<string, Client>): Client | undefined {
	let most: Client | undefined;
	for (const client of clients.values()) {
		if (client.isTrustedProxy || client.waiting.size === 0) continue;
		if (!most || client.all.size > most.all.size) most = client;
	}
	return most;
}
