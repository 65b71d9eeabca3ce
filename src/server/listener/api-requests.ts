import type { IncomingMessage, ServerResponse } from "node:http";
import { createEndpointFinder, type Endpoint } from "../api/endpoint.ts";
import { ALL_ENDPOINTS } from "../api/endpoints.ts";
import type { Live } from "../api/live-app.ts";
import type { ApiRequest, BodyReader } from "../api/request-body.ts";
import type { BodyPieces, HttpAnswer } from "../api/responses.ts";
import type { PagesHandler } from "./site-server.ts";

/**
 * Answers before Astro, whose router and streamed Request and Response take longer than an answer from memory. Astro
 * gets other spellings of addresses, and those that browsers are led to: their errors are pages.
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

/** A slow reader holds one piece at a time. */
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
			// Keeps listening: an error without a listener would end the process.
			request.on("error", onChange);
			wake();
		},
	};
}

const CHANGES = ["readable", "end", "close", "error"] as const;
