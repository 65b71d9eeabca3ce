import { randomUUID } from "node:crypto";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { LARGEST_BODY_BYTES } from "../api/problems.ts";
import { HSTS } from "../api/responses.ts";
import { clientAddress, readAddress, type TrustedProxies } from "../caller/client-address.ts";
import { type EventLog, noting, type RequestNotes } from "../live/event-log.ts";
import { type ConnectionLimits, Connections } from "./connections.ts";
import type { SiteFiles } from "./site-files.ts";

export type PagesHandler = (request: IncomingMessage, response: ServerResponse, next: () => void) => Promise<void>;

interface SiteServerOptions {
	readonly files: SiteFiles;
	readonly pages: PagesHandler;
	/** No trailing slash. With https, responses have HSTS. */
	readonly baseUrl: string;
	readonly log: EventLog;
	readonly proxies: TrustedProxies;
	readonly connections: Pick<ConnectionLimits, "total" | "perAddress">;
}

export interface SiteServer {
	readonly server: Server;
	readonly connections: Pick<Connections, "open" | "dropped">;
}

/** Milliseconds to receive a whole request; a log of 200 MB takes minutes. */
const WHOLE_REQUEST_MS = { log: 300_000, other: 30_000 };
const LIMITS = {
	headersTimeout: 10_000,
	requestTimeout: WHOLE_REQUEST_MS.log,
	connectionsCheckingInterval: 5_000,
	// Longer than proxies keep idle connections, so that none sends on a closing one.
	keepAliveTimeout: 75_000,
	maxHeaderSize: 16 * 1024,
	// Keeps every line of a repeated field, not only the first.
	joinDuplicateHeaders: true,
	// We refuse a missing Host ourselves, with a message and a log line.
	requireHostHeader: false,
};
/** Milliseconds without traffic during a response, after which it is closed; longer than the longest audit. */
const STALLED_MS = 120_000;

/** A Fetch Request cannot have these methods, so rename them; they are refused like unknown ones. */
function readableMethod(method = "GET"): string {
	return /^(CONNECT|TRACE|TRACK)$/i.test(method) ? `X-${method}` : method;
}

/** Built files first, then live pages and the API, then the not-found page. */
export function createSiteServer(options: SiteServerOptions): SiteServer {
	const { files, pages, baseUrl, log, proxies } = options;
	const { pathname: home, protocol } = new URL(`${baseUrl}/`);
	const requests = createRequestLog(log, proxies);
	const answer = (request: IncomingMessage, response: ServerResponse, fault?: Refusal) => {
		// An earlier response already ended this connection.
		if (request.socket.writableEnded) return void request.socket.destroy();
		const line = requests.begin(request, response);
		if (announcesBody(request)) {
			allowEarlyAnswer(request, response);
			if (!isLogUpload(home, request.url)) refuseLate(request, response, requests);
		}
		response.setHeader("X-Content-Type-Options", "nosniff");
		response.setHeader("Referrer-Policy", "strict-origin-when-cross-origin");
		if (protocol === "https:") response.setHeader("Strict-Transport-Security", HSTS);
		const refusal = fault ?? settleTarget(request);
		if (refusal !== undefined) return refuse(response, refusal);
		if (isUnused(home, request.url)) return files.answerNotFound(response);
		files.answer(request, response, () => {
			request.method = readableMethod(request.method);
			line.during(() => pages(request, response, () => files.answerNotFound(response)));
		});
	};
	const server = createServer(LIMITS);
	const isTrustedProxy = (address: string) => {
		const read = readAddress(address);
		return read !== undefined && proxies.includes(read);
	};
	const connections = new Connections(server, { ...options.connections, isTrustedProxy });
	const inTurn = (request: IncomingMessage, response: ServerResponse, fault?: Refusal) =>
		connections.inTurn(request, response, () => answer(request, response, fault));
	server.timeout = STALLED_MS;
	server.on("request", (request: IncomingMessage, response: ServerResponse) => inTurn(request, response));
	server.on("checkContinue", (request: IncomingMessage, response: ServerResponse) => {
		// Larger bodies are refused without 100 Continue.
		if (!(Number(request.headers["content-length"]) > LARGEST_BODY_BYTES)) response.writeContinue();
		inTurn(request, response);
	});
	server.on("checkExpectation", (request: IncomingMessage, response: ServerResponse) =>
		inTurn(request, response, { status: 417, why: "This server does not support what the Expect field asks for." }),
	);
	server.on("clientError", (error: NodeJS.ErrnoException, socket: Socket) => refuseUnread(error, socket, requests));
	return { server, connections };
}

interface Refusal {
	readonly status: 400 | 417;
	readonly why: string;
}

/** Requests that Node could not parse or that timed out. */
const UNREAD: Readonly<Record<string, string>> = {
	HPE_HEADER_OVERFLOW: "431 Request Header Fields Too Large",
	HPE_CHUNK_EXTENSIONS_OVERFLOW: "413 Payload Too Large",
	ERR_HTTP_REQUEST_TIMEOUT: "408 Request Timeout",
};

/** Like Node's default, with a log line. */
function refuseUnread({ code = "" }: NodeJS.ErrnoException, socket: Socket, requests: RequestLog): void {
	// During a response, a second one would become part of its body.
	if (socket.writable && code !== "ECONNRESET" && !requests.isAnswering(socket)) {
		const status = UNREAD[code] ?? "400 Bad Request";
		const answer = `HTTP/1.1 ${status}\r\nConnection: close\r\n\r\n`;
		socket.write(answer);
		requests.refused(socket, Number(status.slice(0, 3)), answer.length);
	}
	socket.destroy();
}

function refuse(response: ServerResponse, { status, why }: Refusal): void {
	const headers = { "Content-Type": "text/plain; charset=utf-8", "Cache-Control": "no-store", Connection: "close" };
	response.writeHead(status, headers).end(`${why}\n`);
}

/** Like Node, whose own timeout must allow for a log upload. */
function refuseLate(request: IncomingMessage, response: ServerResponse, requests: RequestLog): void {
	const timer = setTimeout(() => {
		const late = Object.assign(new Error(), { code: "ERR_HTTP_REQUEST_TIMEOUT" });
		if (!request.complete) refuseUnread(late, request.socket, requests);
	}, WHOLE_REQUEST_MS.other);
	response.once("close", () => clearTimeout(timer));
}

function isLogUpload(home: string, target = "/"): boolean {
	return target.startsWith(home) && /^dashboard\/[^/?]+\/logs(?:\?|$)/.test(target.slice(home.length));
}

/** A route that Astro adds to every server and we do not use: 404. */
function isUnused(home: string, target = "/"): boolean {
	const path = target.split("?")[0] ?? "/";
	return path.startsWith(home) && /^(?:_image|_server-islands)(?:\/|$)/.test(path.slice(home.length));
}

/** Milliseconds for a client to read a response sent before its request was complete. */
const LINGER_MS = 1_000;

/** Sends `Connection: close`, then drains briefly: closing at once could lose the response (RFC 9112 section 9.6). */
function allowEarlyAnswer(request: IncomingMessage, response: ServerResponse): void {
	// Otherwise an unfinished iterator destroys the connection before the response.
	request[Symbol.asyncIterator] = () => request.iterator({ destroyOnReturn: false });
	const writeHead = response.writeHead.bind(response) as (...args: unknown[]) => ServerResponse;
	response.writeHead = (...args: unknown[]) => {
		if (!request.complete) {
			response.shouldKeepAlive = false;
			lingerBeforeEnd(request.socket, request);
		}
		return writeHead(...args);
	};
}

function announcesBody({ headers }: IncomingMessage): boolean {
	return headers["transfer-encoding"] !== undefined || Number(headers["content-length"]) > 0;
}

/** Node calls `destroySoon` after the last response. */
function lingerBeforeEnd(socket: Socket, request: IncomingMessage): void {
	socket.destroySoon = () => {
		socket.end();
		request.resume();
		const timer = setTimeout(() => socket.destroy(), LINGER_MS);
		socket.once("close", () => clearTimeout(timer));
	};
}

/** Name, IPv4 or bracketed IPv6 address, and optional port (RFC 9110 section 7.2). */
const HOST = /^(?:[\w.-]+|\[[\da-f:.]+\])(?::\d{1,5})?$/i;
/** Absolute form of a request target (RFC 9112 section 3.2.2). */
const ABSOLUTE = /^https?:\/\/(?<host>[^/?#]*)(?<rest>.*)$/i;

/** Normalizes the target to a path with a query, and Host to a host. @returns why it is refused */
function settleTarget(request: IncomingMessage): Refusal | undefined {
	const refused = (why: string) => ({ status: 400, why }) as const;
	const { host } = request.headers;
	if (host === undefined && request.httpVersion !== "1.0") return refused("The Host field is missing.");
	// Two Host lines arrive joined by a comma.
	if (host !== undefined && !isHost(host)) return refused("The Host field is not one host name with an optional port.");
	const absolute = ABSOLUTE.exec(request.url ?? "")?.groups;
	if (absolute) {
		const { host: named = "", rest = "" } = absolute;
		if (!isHost(named)) return refused("The request target does not name a host.");
		// The target's host takes precedence over the field.
		request.headers.host = named;
		request.url = rest.startsWith("/") ? rest : `/${rest}`;
	}
	return request.url?.startsWith("/") ? undefined : refused("The request target is not a path.");
}

function isHost(text: string): boolean {
	return HOST.test(text) && URL.canParse(`http://${text}`);
}

/** nginx's status for a client that disconnected early. */
const CLIENT_GONE = 499;

interface Begun {
	readonly response: ServerResponse;
	refusedWith?: number;
}

type RequestLog = ReturnType<typeof createRequestLog>;

function createRequestLog(log: EventLog, proxies: TrustedProxies) {
	const underWay = new WeakMap<Socket, Begun>();
	return {
		isAnswering: (socket: Socket) => underWay.get(socket)?.response.headersSent ?? false,
		/** Writes the line when the response is sent or the client gone, and `during` has ended. */
		begin(request: IncomingMessage, response: ServerResponse) {
			const { socket, method } = request;
			const path = pathOf(request.url ?? "");
			const client = clientOf(request, proxies);
			const notes: RequestNotes = { id: randomUUID() };
			const [begunAt, bytesBefore] = [performance.now(), socket.bytesWritten];
			const begun: Begun = { response };
			underWay.set(socket, begun);
			let unfinished = 1;
			let line: Parameters<EventLog["answered"]>[0] | undefined;
			const settle = () => {
				unfinished--;
				if (unfinished === 0 && line) log.answered(line, notes);
			};
			response.once("close", () => {
				const aborted = !response.writableFinished;
				const ms = performance.now() - begunAt;
				const bytes = socket.bytesWritten - bytesBefore;
				const status = begun.refusedWith ?? (response.headersSent || !aborted ? response.statusCode : CLIENT_GONE);
				line = { method, path, status, ms, bytes, client, aborted };
				underWay.delete(socket);
				settle();
			});
			return {
				during(answer: () => Promise<void>): void {
					unfinished++;
					const answered = noting(notes, () => answer().catch((error) => fail(response, log, error)));
					void answered.then(settle);
				},
			};
		},
		/** Sets the status of a request in flight, else writes a line. */
		refused(socket: Socket, status: number, bytes: number): void {
			const begun = underWay.get(socket);
			if (begun) begun.refusedWith = status;
			else {
				const client = socket.remoteAddress ?? "";
				log.answered({ status, ms: 0, bytes, client, aborted: false }, { id: randomUUID() });
			}
		},
	};
}

function fail(response: ServerResponse, log: EventLog, error: unknown): void {
	log.fault(error);
	if (response.headersSent) response.destroy();
	else response.writeHead(500, { "Content-Type": "text/plain; charset=utf-8" }).end("Internal Server Error\n");
}

/** Drops scheme, user name, host and query. */
function pathOf(target: string): string {
	return target.replace(/^[a-z][a-z\d+.-]*:\/\/[^/?#]*/i, "").replace(/[?#].*$/s, "") || "/";
}

function clientOf({ socket, headers }: IncomingMessage, proxies: TrustedProxies): string {
	const field = headers["x-forwarded-for"];
	return clientAddress(
		socket.remoteAddress,
		{ get: () => (Array.isArray(field) ? field.join() : field) ?? null },
		proxies,
	);
}
