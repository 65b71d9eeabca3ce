import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { HSTS } from "../api/answer-headers.ts";
import { BODY_MAX_BYTES } from "../api/request-limits.ts";
import { allowEarlyAnswer } from "./early-answer.ts";
import { settleTarget } from "./request-target.ts";
import type { SiteFiles } from "./site-files.ts";

/** Astro's handler of live routes, in its middleware form. */
export type PagesHandler = (request: IncomingMessage, response: ServerResponse, next: () => void) => Promise<void>;

export interface SiteServerOptions {
	readonly files: SiteFiles;
	readonly pages: PagesHandler;
	/** Where the site lives, without a trailing slash; where that is https, browsers are told to stay there. */
	readonly baseUrl: string;
}

const LIMITS = {
	// What a client may take to send a whole request, headers first; milliseconds.
	headersTimeout: 10_000,
	requestTimeout: 30_000,
	connectionsCheckingInterval: 5_000,
	// Longer than usual proxies keep an idle connection, so that none of them sends into one that is closing.
	keepAliveTimeout: 75_000,
	maxHeaderSize: 16 * 1024,
	// A field that is given twice is seen twice, and never only its first line.
	joinDuplicateHeaders: true,
};
const MAX_CONNECTIONS = 2_000;

/** Methods that no Request of the Fetch standard may have; under another name they are refused like all unknown ones. */
function readableMethod(method = "GET"): string {
	return /^(CONNECT|TRACE|TRACK)$/i.test(method) ? `X-${method}` : method;
}

/** Built files first, then live pages and the API, then the site's page for what is not there. Not yet listening. */
export function createSiteServer({ files, pages, baseUrl }: SiteServerOptions): Server {
	const { pathname: home, protocol } = new URL(`${baseUrl}/`);
	const answer = (request: IncomingMessage, response: ServerResponse) => {
		// Sent behind a request whose answer has ended the connection.
		if (request.socket.writableEnded) return void request.socket.destroy();
		allowEarlyAnswer(request, response);
		response.setHeader("X-Content-Type-Options", "nosniff");
		response.setHeader("Referrer-Policy", "strict-origin-when-cross-origin");
		if (protocol === "https:") response.setHeader("Strict-Transport-Security", HSTS);
		const fault = settleTarget(request);
		if (fault !== undefined) return refuse(response, fault);
		if (isUnused(home, request.url)) return files.answerNotFound(response);
		files.answer(request, response, () => {
			request.method = readableMethod(request.method);
			void pages(request, response, () => files.answerNotFound(response));
		});
	};
	const server = createServer(LIMITS, answer);
	server.maxConnections = MAX_CONNECTIONS;
	server.on("checkContinue", (request: IncomingMessage, response: ServerResponse) => {
		// Nothing here takes a larger body, so nobody is told to send one: the answer comes at once.
		if (!(Number(request.headers["content-length"]) > BODY_MAX_BYTES)) response.writeContinue();
		answer(request, response);
	});
	return server;
}

function refuse(response: ServerResponse, why: string): void {
	const headers = { "Content-Type": "text/plain; charset=utf-8", "Cache-Control": "no-store", Connection: "close" };
	response.writeHead(400, headers).end(`${why}\n`);
}

/** What Astro puts into every server, and this site has no use for; its own routes for it answer 404 too. */
function isUnused(home: string, target = "/"): boolean {
	const path = target.split("?")[0] ?? "/";
	return path.startsWith(home) && /^(?:_image|_server-islands)(?:\/|$)/.test(path.slice(home.length));
}
