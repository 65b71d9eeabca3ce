import type { IncomingMessage, Server, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import type { Settings } from "#config/environment.ts";
import { addressKey } from "../caller/client-address.ts";

export interface ConnectionLimits {
	/** Open at once in this process. */
	readonly total: number;
	/** Open at once of one client: of an IPv4 address, or of the /64 around an IPv6 address. */
	readonly perAddress: number;
	/** Whether an address is that of a proxy, whose connections are those of many clients. */
	readonly isTrustedProxy: (address: string) => boolean;
	/** Milliseconds from any start. */
	readonly now?: () => number;
}

/** Descriptors of one connection: its own, and that of the file that it is being sent. */
const DESCRIPTORS_EACH = 2;
/** Descriptors of everything else: the program, the store, and what audits open. */
const DESCRIPTORS_BESIDE = 512;

/** How many descriptors this process may have open; undefined where nothing says so. */
export function descriptorLimit(): number | undefined {
	// The report would look up names of network addresses.
	Object.assign(process.report, { excludeNetwork: true });
	const { userLimits } = process.report.getReport() as { userLimits?: { open_files?: { soft?: unknown } } };
	const { soft } = userLimits?.open_files ?? {};
	return typeof soft === "number" ? soft : undefined;
}

/**
 * As many connections as there are descriptors for.
 * @returns also what the operator should know, where they are fewer than was asked for
 */
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

/** From this share of all on, one that waits is closed for each new one. */
const NEARLY_FULL = 0.9;
/** A client's share of connections that wait for a request: idle ones, and those whose headers are not complete. */
const WAITING_SHARE = 0.5;
/** Milliseconds in which a request that is on its way arrives; before, a connection counts as about to be used. */
const GRACE_MS = 1_000;
/** Requests that may wait for those before them on one connection; browsers send none, tools a few. */
const PIPELINED_MAX = 64;

interface Connection {
	readonly socket: Socket;
	readonly client: Client;
	/** Requests behind the one that is being answered. */
	readonly turns: (() => void)[];
	waitingSince: number | undefined;
}

interface Client {
	readonly key: string;
	readonly isTrustedProxy: boolean;
	readonly all: Set<Connection>;
	/** Those that have no request to answer, the longest waiting first. */
	readonly waiting: Set<Connection>;
}

/**
 * Shares a server's connections out among its clients. A client that has its share gets a new one for its own longest
 * waiting one, or none; where the process is nearly full, the client with the most gives one up. So connections that are
 * idle, or never finish their headers, keep nobody out.
 */
export class Connections {
	readonly #limits: ConnectionLimits;
	readonly #now: () => number;
	readonly #open = new Map<Socket, Connection>();
	readonly #clients = new Map<string, Client>();
	/** How many were refused, or closed to make room, since the start. */
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

	/**
	 * Requests on one connection are answered one after the other: begun all at once, hundreds that came in one packet
	 * would hold files and memory for answers that cannot be sent yet.
	 */
	inTurn({ socket }: IncomingMessage, response: ServerResponse, begin: () => void): void {
		const connection = this.#open.get(socket);
		// Closed a moment ago, to make room.
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
		// After what else has arrived: one turn in the end of another would keep everybody out until all have been taken.
		if (following) setImmediate(() => this.#open.has(connection.socket) && following());
		else if (this.#open.has(connection.socket)) this.#wait(connection);
	}

	#wait(connection: Connection): void {
		connection.waitingSince = this.#now();
		connection.client.waiting.add(connection);
	}

	/** @returns whether the client may have one more */
	#makeRoom(client: Client): boolean {
		if (client.isTrustedProxy) return true;
		const { perAddress } = this.#limits;
		const settled = this.#now() - GRACE_MS;
		if (client.waiting.size >= perAddress * WAITING_SHARE) this.#closeLongestWaiting(client, settled);
		return client.all.size < perAddress || this.#closeLongestWaiting(client, settled);
	}

	/** @param since only one that has waited since then; a request may be on its way to the others */
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

/** Of those that have one to give up. A proxy may send a request into any of its connections at any time. */
function clientWithMost(clients: ReadonlyMap<string, Client>): Client | undefined {
	let most: Client | undefined;
	for (const client of clients.values()) {
		if (client.isTrustedProxy || client.waiting.size === 0) continue;
		if (!most || client.all.size > most.all.size) most = client;
	}
	return most;
}
