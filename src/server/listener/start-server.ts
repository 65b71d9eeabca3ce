import type { IncomingMessage, Server, ServerResponse } from "node:http";
import { setTimeout as pause } from "node:timers/promises";
import { readEnvironment } from "#config/environment.ts";
import { EXIT, type ExitCode, reportFailure } from "#config/exit-code.ts";
import { requireFolder } from "#config/named-file.ts";
import { VERSION } from "#core/brand.ts";
import { Failure, isFailure } from "#core/failure.ts";
import { linkField } from "#site/discovery/discovery.ts";
import { createEndpointFinder, type Endpoint } from "../api/endpoint.ts";
import { ALL_ENDPOINTS } from "../api/endpoints.ts";
import type { Live } from "../api/live-app.ts";
import type { ApiRequest, BodyReader } from "../api/request-body.ts";
import type { BodyPieces, HttpAnswer } from "../api/responses.ts";
import { readTrustedProxies } from "../caller/client-address.ts";
import { bufferedLines, type EventLog, openEventLog } from "../live/event-log.ts";
import type { LiveOptions } from "../live/open-live.ts";
import { type Connections, descriptorLimit, fitConnections } from "./connections.ts";
import { listen, shownAddress } from "./listen.ts";
import { SiteFiles } from "./site-files.ts";
import { createSiteServer, type PagesHandler } from "./site-server.ts";

interface ServerParts {
	readonly openLive: (options: Pick<LiveOptions, "log" | "connections" | "print" | "files">) => Promise<Live>;
	readonly loadPages: () => Promise<PagesHandler>;
	readonly files: string;
	readonly builtFor: string;
}

/** A light audit ends within 20 s; process managers usually kill after 30 s. */
const GRACE_MS = 25_000;
const IDLE_CHECK_MS = 50;

export async function startServer(parts: ServerParts): Promise<void> {
	const lines = bufferedLines();
	const log = openEventLog(lines);
	const print = logEverything(log);
	try {
		const settings = readEnvironment(process.env);
		// Without the folder, removed reports would show again.
		if (process.env.SIGHTLINE_REPORTS) await requireFolder(settings.reports, "SIGHTLINE_REPORTS");
		const warning = compareAddresses(parts.builtFor, settings.baseUrl);
		if (warning !== undefined) log.warning(warning);
		const limits = fitConnections(settings, descriptorLimit());
		if (limits.warning !== undefined) log.warning(limits.warning);
		let connections: Pick<Connections, "open" | "dropped"> = { open: 0, dropped: 0 };
		const { baseUrl } = settings;
		const live = await parts.openLive({ log: lines, print, connections: () => connections, files: parts.files });
		const site = createSiteServer({
			files: new SiteFiles(parts.files, baseUrl, false, {
				Link: linkField({ baseUrl, apiUrl: baseUrl, hasServer: true }),
			}),
			pages: answerApiFirst(live, new URL(`${settings.baseUrl}/`).pathname, await parts.loadPages()),
			baseUrl: settings.baseUrl,
			log,
			proxies: readTrustedProxies(settings.trustedProxies),
			connections: limits,
		});
		connections = site.connections;
		await listen(site.server, settings, "npm start");
		const { host, port } = settings;
		log.state("started", { version: VERSION, host, port, address: shownAddress(settings) });
		log.flush();
		if (process.stderr.isTTY) print(`Sightline: ${shownAddress(settings)} (stop with Ctrl+C)\n`);
		endOnSignal(site.server, live);
	} catch (error) {
		log.flush();
		process.exit(reportStart(error, { write: print }));
	}
}

/** Refuses new requests, and finishes and records audits. A second signal exits at once. */
function endOnSignal(server: Server, live: Live): void {
	let ending = false;
	const end = async () => {
		if (ending) process.exit(1);
		ending = true;
		live.stopAdmitting();
		const answered = new Promise<void>((resolve) => server.close(() => resolve()));
		// A busy connection stays open after its response and would delay the shutdown.
		const idle = setInterval(() => server.closeIdleConnections(), IDLE_CHECK_MS);
		await Promise.race([answered, pause(GRACE_MS)]);
		clearInterval(idle);
		await live.close(0);
		server.closeAllConnections();
		process.exit(0);
	};
	for (const signal of ["SIGTERM", "SIGINT"] as const) process.on(signal, end);
}

/** @throws Failure `input-invalid` if the paths differ: links in built pages contain the path of the build */
export function compareAddresses(builtFor: string, baseUrl: string): string | undefined {
	const [built, now] = [new URL(`${builtFor}/`), new URL(`${baseUrl}/`)];
	if (built.pathname !== now.pathname) {
		throw new Failure("input-invalid", {
			what: `The site was built for ${built.pathname}, not for ${now.pathname}.`,
			why: `SIGHTLINE_BASE_URL is ${baseUrl} now.`,
			todo: "Set it to the earlier value, or run npm run build again.",
		});
	}
	if (built.origin === now.origin) return undefined;
	return (
		`Pages were built for ${builtFor}, but the API's answers use SIGHTLINE_BASE_URL, ${baseUrl}: ` +
		"set it to the earlier value, or run npm run build again."
	);
}

type Output = Pick<NodeJS.WriteStream, "write">;

/** Logs what libraries print, warnings, unhandled rejections and the fatal error. @returns prints text for a person */
export function logEverything(log: EventLog): (text: string) => void {
	const printAsIs = process.stderr.write.bind(process.stderr);
	capture(process.stdout, (text) => log.printed(text, "info"));
	capture(process.stderr, (text) => log.printed(text, "error"));
	// Node's listener would print them in another form.
	process.removeAllListeners("warning");
	process.on("warning", ({ name, message }) => log.warning(`${name}: ${message}`));
	process.on("unhandledRejection", (reason) => {
		if (!isFromLeaving(reason)) log.fault(reason);
	});
	process.on("uncaughtException", (error) => {
		log.fault(error);
		log.flush();
		process.exit(EXIT.defect);
	});
	return (text) => void printAsIs(text);
}

export function reportStart(error: unknown, stderr: { write(text: string): unknown }): ExitCode {
	let sentence = "";
	const code = reportFailure(error, { write: (text) => (sentence += text) });
	if (process.stderr.isTTY) stderr.write(sentence);
	else {
		const isOperators = code === EXIT.badInput && !isFailure(error);
		const what = sentence.replace(/^sightline: /, "").trim();
		const known = isOperators ? new Failure("input-invalid", { what }) : error;
		openEventLog({ write: (line) => void stderr.write(line) }).fault(known);
	}
	return code;
}

function capture(stream: Output, print: (text: string) => void): void {
	stream.write = (chunk: string | Uint8Array, ...rest: unknown[]) => {
		print(typeof chunk === "string" ? chunk : Buffer.from(chunk).toString());
		const done = rest.find((each) => typeof each === "function");
		if (done) process.nextTick(done as () => void);
		return true;
	};
}

/** A disconnecting client interrupts reading its request, which the request's log line says. */
function isFromLeaving(reason: unknown): boolean {
	return !isFailure(reason) && reason instanceof Error && "code" in reason && reason.code === "ECONNRESET";
}

/**
 * Runs before Astro, whose router and streamed Request and Response take longer than a response from memory. Astro
 * gets other spellings of addresses, and endpoints for browsers, whose errors are pages.
 * @param home path of the site's address, ending in a slash
 */
export function answerApiFirst(
	live: Pick<Live, "answer">,
	home: string,
	pages: PagesHandler,
	endpoints: readonly Endpoint[] = ALL_ENDPOINTS,
): PagesHandler {
	const find = createEndpointFinder(
		endpoints.filter(({ isPage }) => !isPage),
		home,
	);
	return async (request, response, next) => {
		const found = find(request.url?.split("?")[0] ?? "");
		if (!found) return pages(request, response, next);
		const peer = request.socket.remoteAddress ?? "";
		await write(response, await live.answer(found.endpoint, requestOf(request, response), peer, found.params));
	};
}

async function write(response: ServerResponse, { status, headers, body }: HttpAnswer): Promise<void> {
	const isWhole = body === null || body instanceof Uint8Array;
	// The client is gone.
	if (response.destroyed) return isWhole ? undefined : body.leave();
	response.writeHead(status, headers);
	if (isWhole) return void response.end(body);
	response.flushHeaders();
	await writePieces(response, body);
}

/** Buffers only one piece for a slow reader. */
async function writePieces(response: ServerResponse, pieces: BodyPieces): Promise<void> {
	for (let piece = await pieces.next(); piece; piece = await pieces.next()) {
		if (!response.destroyed && !response.write(piece)) await takenOrGone(response);
		if (response.destroyed) return pieces.leave();
	}
	response.end();
}

function takenOrGone(response: ServerResponse): Promise<void> {
	return new Promise((resolve) => {
		const settle = () => {
			response.off("drain", settle);
			response.off("close", settle);
			resolve();
		};
		response.on("drain", settle);
		response.on("close", settle);
	});
}

function requestOf(request: IncomingMessage, response: ServerResponse): ApiRequest {
	const { method = "GET", url = "/", headers } = request;
	const gone = new AbortController();
	response.once("close", () => {
		if (!response.writableFinished) gone.abort();
	});
	const get = (name: string) => {
		const value = headers[name.toLowerCase()];
		return value === undefined ? null : String(value);
	};
	const hasBody = headers["content-length"] !== undefined || headers["transfer-encoding"] !== undefined;
	return { method, url, headers: { get }, signal: gone.signal, body: hasBody ? bodyOf(request) : null };
}

function bodyOf(request: IncomingMessage): ApiRequest["body"] {
	let reader: BodyReader | undefined;
	const getReader = () => {
		reader ??= readerOf(request);
		return reader;
	};
	return { getReader, cancel: () => getReader().cancel() };
}

function readerOf(request: IncomingMessage): BodyReader {
	let cancelled = false;
	let wake = () => {};
	const onChange = () => wake();
	for (const event of CHANGES) request.on(event, onChange);
	return {
		async read() {
			for (;;) {
				const value: Buffer<ArrayBuffer> | null = cancelled ? null : request.read();
				if (value) return { done: false, value };
				if (cancelled || request.readableEnded) return { done: true };
				if (request.destroyed) throw new Error("The connection was closed.", { cause: request.errored });
				await new Promise<void>((resolve) => {
					wake = resolve;
				});
			}
		},
		async cancel() {
			cancelled = true;
			for (const event of CHANGES) request.off(event, onChange);
			// Keep listening: an error without a listener would end the process.
			request.on("error", onChange);
			wake();
		},
	};
}

const CHANGES = ["readable", "end", "close", "error"] as const;
