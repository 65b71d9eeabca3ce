import type { ApiProblem } from "#core/api/api-problem.ts";
import type { AuditResult, AuditStage } from "#core/audit-result.ts";

export type AuditEnd =
	| { readonly kind: "result"; readonly result: AuditResult }
	/** `waitSeconds`: when the server allows a retry; `began`: false if it refused the request. */
	| { readonly kind: "problem"; readonly problem: ApiProblem; readonly waitSeconds?: number; readonly began: boolean }
	/** Response of a proxy or of an unknown version. */
	| { readonly kind: "unreadable"; readonly status: number }
	| { readonly kind: "lost" };

export interface AuditRequest {
	readonly endpoint: string;
	readonly domain: string;
	readonly mode: string;
	readonly signal: AbortSignal;
}

/** Milliseconds of silence that mean a lost connection: the server sends something every 10 seconds. */
const SILENCE_MS = 30_000;

/** `agoMs`: milliseconds since the stage began, by the server's clock. */
export type HearStage = (stage: AuditStage, agoMs: number) => void;

/** Rejects only if the signal aborts. */
export async function followAudit(request: AuditRequest, hear: HearStage): Promise<AuditEnd> {
	const { endpoint, domain, mode, signal } = request;
	const silence = new Silence(signal);
	try {
		const response = await fetch(endpoint, {
			method: "POST",
			headers: { "Content-Type": "application/json", Accept: "text/event-stream, application/problem+json" },
			body: JSON.stringify({ domain, mode }),
			signal: silence.signal,
		});
		silence.wait();
		return await readAnswer(response, hear, () => silence.wait());
	} catch {
		signal.throwIfAborted();
		return { kind: "lost" };
	} finally {
		silence.end();
	}
}

async function readAnswer(response: Response, hear: HearStage, heard: () => void): Promise<AuditEnd> {
	const { status, headers, body } = response;
	const type = headers.get("Content-Type") ?? "";
	if (/^application\/problem\+json\b/.test(type)) {
		const wait = Number(headers.get("Retry-After"));
		const problem: unknown = await response.json();
		if (!isOurs(problem)) return { kind: "unreadable", status };
		return { kind: "problem", problem, began: false, ...(wait > 0 && { waitSeconds: wait }) };
	}
	if (!body || !/^text\/event-stream\b/.test(type)) return { kind: "unreadable", status };
	const serverMs = Date.parse(headers.get("Date") ?? "") || Date.now();
	const begunMs = performance.now();
	for await (const event of eventsOf(body, heard)) {
		if (event.name !== "stage") {
			const end = endOf(event);
			if (end) return end;
			continue;
		}
		const stage: AuditStage = JSON.parse(event.data);
		hear(stage, serverMs + (performance.now() - begunMs) - Date.parse(stage.at));
	}
	return { kind: "lost" };
}

/** Proxies also send problem documents (RFC 9457), with fewer members. */
function isOurs(problem: unknown): problem is ApiProblem {
	const { status, detail, instance, code } = (problem ?? {}) as Record<string, unknown>;
	return typeof status === "number" && [detail, instance, code].every((member) => typeof member === "string");
}

async function* eventsOf(
	body: ReadableStream<Uint8Array<ArrayBuffer>>,
	heard: () => void,
): AsyncGenerator<StreamedEvent> {
	const reader = body.pipeThrough(new TextDecoderStream()).getReader();
	let text = "";
	for (let read = await reader.read(); !read.done; read = await reader.read()) {
		heard();
		text += read.value;
		const events = text.split("\n\n");
		text = events.pop() ?? "";
		yield* events.map(readEvent);
	}
}

/** Undefined for a comment or an unknown event. */
function endOf({ name, data, retryMs }: StreamedEvent): AuditEnd | undefined {
	if (name === "result") return { kind: "result", result: JSON.parse(data) };
	if (name !== "problem") return undefined;
	const wait = retryMs === undefined ? {} : { waitSeconds: Math.ceil(retryMs / 1000) };
	return { kind: "problem", problem: JSON.parse(data), began: true, ...wait };
}

interface StreamedEvent {
	readonly name: string;
	readonly data: string;
	readonly retryMs?: number;
}

/** Parses our server's subset: each field once, lines end in LF. */
function readEvent(text: string): StreamedEvent {
	const field = (name: string) =>
		text
			.split("\n")
			.find((line) => line.startsWith(`${name}: `))
			?.slice(name.length + 2);
	const retry = Number(field("retry"));
	return { name: field("event") ?? "", data: field("data") ?? "", ...(retry > 0 && { retryMs: retry }) };
}

class Silence {
	readonly #broken = new AbortController();
	readonly signal: AbortSignal;
	#timer: number | undefined;

	constructor(signal: AbortSignal) {
		this.signal = AbortSignal.any([signal, this.#broken.signal]);
		this.wait();
	}

	wait(): void {
		clearTimeout(this.#timer);
		this.#timer = window.setTimeout(() => this.#broken.abort(), SILENCE_MS);
	}

	end(): void {
		clearTimeout(this.#timer);
		this.#broken.abort();
	}
}
