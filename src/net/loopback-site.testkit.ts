import {
	createServer,
	type IncomingHttpHeaders,
	type IncomingMessage,
	type Server,
	type ServerResponse,
} from "node:http";
import { type AddressInfo, createServer as createTcpServer, type Socket, type Server as TcpServer } from "node:net";
import { GuardedClient, type GuardedClientOptions } from "./guarded-client.ts";
import { isPublicAddress } from "./public-address.ts";

/** For tests only: a website on 127.0.0.1, and a client that may access it. */
export interface LoopbackSite {
	readonly port: number;
	/** Address on the site; every host name resolves to it, `site.example.com` by default. */
	url(path: string, host?: string): URL;
	/** Requests received, in order. */
	readonly requests: readonly SeenRequest[];
	/** TCP connections accepted so far. */
	connections(): number;
	/** May access this site's port on 127.0.0.1 and public addresses; resolves every host name to 127.0.0.1. */
	readonly client: GuardedClient;
	close(): Promise<void>;
}

interface SeenRequest {
	readonly method: string;
	readonly path: string;
	readonly host: string;
	readonly headers: IncomingHttpHeaders;
}

/** A page in short form, or a handler that writes the response itself. */
export type Answer =
	| {
			readonly status?: number;
			readonly headers?: Record<string, string | string[]>;
			readonly body?: string | Uint8Array;
	  }
	| ((request: IncomingMessage, response: ServerResponse) => void);

/** `ports` are allowed in addition to the site's own. */
export type LoopbackOptions = Partial<Omit<GuardedClientOptions, "isPublicAddress">>;

/**
 * Starts a site.
 * @param pages Path → answer; other paths answer 404.
 */
export async function startLoopbackSite(
	pages: Readonly<Record<string, Answer>>,
	options: LoopbackOptions = {},
): Promise<LoopbackSite> {
	const requests: SeenRequest[] = [];
	let connections = 0;
	const server = createServer((request, response) => {
		const { method = "", url: path = "", headers } = request;
		requests.push({ method, path, host: headers.host ?? "", headers });
		answer(pages[path] ?? { status: 404, body: "not found" }, request, response);
	});
	server.on("connection", () => {
		connections += 1;
	});
	const port = await listening(server, "127.0.0.1");
	const client = loopbackClient([port, ...(options.ports ?? [])], options);
	return {
		port,
		url: (path, host = "site.example.com") => new URL(path, `http://${host}:${port}`),
		requests,
		connections: () => connections,
		client,
		close: async () => {
			await client.close();
			await closed(server);
		},
	};
}

/** A guarded client that may also access these ports on 127.0.0.1, to which every host name resolves by default. */
export function loopbackClient(ports: readonly number[], options: LoopbackOptions = {}): GuardedClient {
	return new GuardedClient({
		userAgent: "SightlineBot/test",
		resolve: async () => ["127.0.0.1"],
		...options,
		isPublicAddress: (address) => address === "127.0.0.1" || isPublicAddress(address),
		ports,
	});
}

/** For tests only: a TCP server on all local addresses that records connections. */
export interface Tripwire {
	readonly port: number;
	accepted(): number;
	close(): Promise<void>;
}

/** @param speak handles a connection; by default it neither reads nor writes */
export async function startTripwire(speak: (socket: Socket) => void = () => {}): Promise<Tripwire> {
	let accepted = 0;
	const sockets = new Set<Socket>();
	const server = createTcpServer((socket) => {
		accepted += 1;
		sockets.add(socket);
		socket.on("error", () => socket.destroy());
		speak(socket);
	});
	const port = await listening(server, "0.0.0.0");
	return {
		port,
		accepted: () => accepted,
		close: async () => {
			for (const socket of sockets) socket.destroy();
			await closed(server);
		},
	};
}

/** Listens on a free port. */
export function listening(server: TcpServer, host: string): Promise<number> {
	return new Promise((resolve, reject) => {
		server.once("error", reject);
		server.listen(0, host, () => resolve((server.address() as AddressInfo).port));
	});
}

function closed(server: TcpServer | Server): Promise<void> {
	if ("closeAllConnections" in server) server.closeAllConnections();
	return new Promise((resolve) => server.close(() => resolve()));
}

function answer(page: Answer, request: IncomingMessage, response: ServerResponse): void {
	if (typeof page === "function") {
		page(request, response);
	} else {
		response.writeHead(page.status ?? 200, page.headers ?? {});
		response.end(page.body ?? "");
	}
}
