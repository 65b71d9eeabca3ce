import { counted } from "#core/wording.ts";
import { ToolFault } from "./page-tool.ts";
import type { Place } from "./place.ts";
import { forgetSession } from "./session-watch.ts";

export interface Api {
	/** @param path below `/api/v1/` @throws ToolFault with a sentence for an agent: 4xx, 5xx, no network, `ok: false` */
	get(path: string, signal: AbortSignal): Promise<unknown>;
	post(path: string, body: object, signal: AbortSignal): Promise<unknown>;
}

export function createApi({ api, isHere }: Pick<Place, "api" | "isHere">): Api {
	const ask = async (path: string, init: RequestInit, signal: AbortSignal): Promise<unknown> => {
		// A session counts on its own pages alone.
		const credentials = isHere ? "same-origin" : "omit";
		const response = await answered(signal, () => fetch(new URL(path, api), { ...init, credentials, signal }));
		const body = await answered(signal, () => bodyOf(response));
		return checked(response, body);
	};
	return {
		get: (path, signal) => ask(path, { headers: ACCEPT }, signal),
		post: (path, body, signal) =>
			ask(
				path,
				{ method: "POST", headers: { ...ACCEPT, "Content-Type": "application/json" }, body: JSON.stringify(body) },
				signal,
			),
	};
}

const ACCEPT = { Accept: "application/json, application/problem+json" };

/** A broken connection is a fault, unless the call aborted it. */
async function answered<T>(signal: AbortSignal, ask: () => Promise<T>): Promise<T> {
	try {
		return await ask();
	} catch (error) {
		signal.throwIfAborted();
		if (error instanceof TypeError)
			throw new ToolFault(
				"unreachable",
				"The service did not answer: the network or the service may be down. Check the connection, wait a few seconds and call again.",
			);
		throw error;
	}
}

/** @returns undefined if it is not JSON */
async function bodyOf(response: Response): Promise<unknown> {
	const text = await response.text();
	try {
		return JSON.parse(text);
	} catch {
		return undefined;
	}
}

/** @throws ToolFault for a response that is not the API's or reports an error */
function checked({ ok, status, headers }: Response, body: unknown): unknown {
	const answer = isObject(body) ? body : undefined;
	if (ok && answer && answer.ok !== false) return answer;
	const waitSeconds = secondsToWait(headers.get("Retry-After"), Date.now());
	const wait = waitSeconds === undefined ? {} : { waitSeconds };
	const sentence = typeof answer?.error === "string" ? answer.error : undefined;
	const said = (words: string) =>
		waitSeconds === undefined ? words : `${words} Wait ${inLargeUnit(waitSeconds)} before calling again.`;
	if (!answer || sentence === undefined)
		throw new ToolFault(
			"unreadable",
			said(
				`The answer (status ${status}) did not come from the service: a proxy may have sent it. Wait a moment and call again.`,
			),
			{ ...wait, body },
		);
	if (status === 401) throw signedOut(answer);
	const code = typeof answer.code === "string" ? answer.code : `status-${status}`;
	throw new ToolFault(code, said(sentence), { ...wait, body: answer });
}

/** Seconds in the field or until its date (RFC 9110 section 10.2.3); undefined if there is no wait. */
function secondsToWait(field: string | null, now: number): number | undefined {
	if (field === null) return undefined;
	const seconds = /^\d+$/.test(field) ? Number(field) : Math.ceil((Date.parse(field) - now) / 1000);
	return seconds > 0 ? seconds : undefined;
}

function inLargeUnit(seconds: number): string {
	if (seconds <= 120) return counted(seconds, "second");
	return seconds <= 7_200 ? counted(Math.ceil(seconds / 60), "minute") : counted(Math.ceil(seconds / 3_600), "hour");
}

/** The session ended elsewhere, so tools that need it are removed. */
function signedOut(body: object): ToolFault {
	forgetSession();
	return new ToolFault(
		"sign-in-required",
		"The session in this browser has ended. Ask the person to sign in on the page Sign in, then call again.",
		{ body },
	);
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
	return typeof value === "object" && value !== null && !Array.isArray(value);
}
