import { hash } from "node:crypto";
import { setTimeout } from "node:timers/promises";
import { errors } from "undici";
import { Failure, type FailureCode } from "#core/failure.ts";
import type { HttpClient, HttpLimits, HttpResponse, TlsState } from "#net/http-client.ts";

export interface Reply {
	/** 200 by default. */
	readonly status?: number;
	readonly headers?: Readonly<Record<string, string>>;
	readonly body?: string | Uint8Array;
	/** Number of spaces appended to a text body. */
	readonly padding?: number;
	/** Reported milliseconds to the first byte; nobody waits. */
	readonly ttfb?: number;
	/** Thrown instead of a response. */
	readonly failure?: FailureCode;
	/** Node's error code of a certificate that only `trust: "record"` tolerates. */
	readonly badCertificate?: string;
	/** Milliseconds before the response. */
	readonly delay?: number;
	/** Conditional responses; the first match replaces this one. */
	readonly when?: {
		/** For an Accept header that begins with `text/markdown`. */
		readonly markdown?: Reply | string;
		/** For a browser's User-Agent. */
		readonly browser?: Reply | string;
		/** For a POST, by the `method` of its JSON-RPC body. */
		readonly rpc?: Readonly<Record<string, Reply | string>>;
		/** For the second request. */
		readonly again?: Reply | string;
	};
}

/** Milliseconds: delay of a response that misses every deadline. */
export const TOO_LATE = 60_000;

const VALID: TlsState = { state: "valid", protocol: "TLSv1.3" };

/** Hand-made responses by address. Other paths of a known host answer 404; other hosts do not exist. */
export class FakeSite implements HttpClient {
	/** Requested addresses, in order. */
	readonly requests: string[] = [];
	/** Maximum number of requests in flight. */
	busiest = 0;
	#underWay = 0;
	#tooLate = 0;
	readonly #replies: ReadonlyMap<string, Reply>;

	/** Keys are addresses; `https://host/*` is the fallback of a host. A string is a body. */
	constructor(replies: Readonly<Record<string, Reply | string>>) {
		this.#replies = new Map(
			Object.entries(replies).map(([url, reply]) => [url, typeof reply === "string" ? { body: reply } : reply]),
		);
	}

	async get(url: URL, limits: Partial<HttpLimits> = {}): Promise<HttpResponse> {
		if (limits.maxRedirects !== 0) throw new RangeError("This web does not follow redirects.");
		refuseUnsendable(limits.headers);
		this.requests.push(url.href);
		this.#underWay++;
		this.busiest = Math.max(this.busiest, this.#underWay);
		try {
			const reply = this.#fitting(this.#replyTo(url), url, limits);
			if (reply.delay === TOO_LATE) this.#tooLate++;
			await setTimeout(reply.delay ?? 0, undefined, limits.signal ? { signal: limits.signal } : {});
			return respond(url, reply, limits);
		} finally {
			this.#underWay--;
		}
	}

	/** Aborts once only responses that are too late are pending; without any, never. */
	deadline(): AbortSignal {
		const ended = new AbortController();
		if (![...this.#replies.values()].some(({ delay }) => delay === TOO_LATE)) return ended.signal;
		const pass = async () => {
			for (let quiet = 0, asked = 0; quiet < 20; asked = this.requests.length) {
				await setTimeout(5);
				const isWaiting = this.#tooLate > 0 && this.#underWay === this.#tooLate && asked === this.requests.length;
				quiet = isWaiting ? quiet + 1 : 0;
			}
			ended.abort(new DOMException("The deadline has passed.", "TimeoutError"));
		};
		void pass();
		return ended.signal;
	}

	#fitting(reply: Reply, url: URL, { headers = {}, body }: Partial<HttpLimits>): Reply {
		const { markdown, browser, rpc, again } = reply.when ?? {};
		const method = body === undefined ? undefined : (JSON.parse(body) as { method?: string }).method;
		const repeated = this.requests.filter((each) => each === url.href).length > 1;
		const special = [
			headers.accept?.startsWith("text/markdown") ? markdown : undefined,
			/Chrome/.test(headers["user-agent"] ?? "") ? browser : undefined,
			method === undefined ? undefined : rpc?.[method],
			Object.keys(headers).length === 0 && repeated ? again : undefined,
		].find((each) => each !== undefined);
		return typeof special === "string" ? { body: special } : (special ?? reply);
	}

	#replyTo(url: URL): Reply {
		const reply = this.#replies.get(url.href) ?? this.#replies.get(`${url.origin}/*`);
		if (reply) return reply;
		const hosts = [...this.#replies.keys()].map((known) => new URL(known));
		if (hosts.some(({ origin }) => origin === url.origin)) return { status: 404, body: "Not found" };
		return { failure: hosts.some(({ host }) => host === url.host) ? "connection-refused" : "name-not-found" };
	}
}

/** Like undici: header values are latin1 without control characters (RFC 9110 section 5.5). */
function refuseUnsendable(headers: HttpLimits["headers"] = {}): void {
	for (const [name, value] of Object.entries(headers)) {
		if (/[^\t\x20-\x7e\x80-\xff]/.test(value)) throw new errors.InvalidArgumentError(`invalid ${name} header`);
	}
}

function respond(url: URL, reply: Reply, limits: Partial<HttpLimits>): HttpResponse {
	const { status = 200, headers = {}, failure, badCertificate } = reply;
	if (failure) throw new Failure(failure, { what: `${url.href} failed.` });
	if (badCertificate && limits.trust !== "record") throw new Failure("tls-invalid", { what: `${url.href} failed.` });
	const { padding = 0, ttfb = 0 } = reply;
	const whole =
		typeof reply.body === "string"
			? new TextEncoder().encode(reply.body + " ".repeat(padding))
			: (reply.body ?? new Uint8Array());
	const body = whole.subarray(0, limits.maxBytes ?? whole.length);
	const tls: TlsState = badCertificate ? { state: "invalid", reason: badCertificate } : VALID;
	return {
		url: url.href,
		status,
		headers: { "content-type": "text/html; charset=utf-8", ...headers },
		body,
		truncated: body.length < whole.length,
		encodedBytes: body.length,
		sha256: hash("sha256", body, "hex"),
		hops: [],
		timings: { dns: 0, connect: 0, ttfb, total: ttfb },
		...(url.protocol === "https:" ? { tls } : {}),
	};
}

/** A redirect. */
export function to(location: string, status = 301): Reply {
	return { status, headers: { location } };
}

/** A text file. */
export function text(body: string): Reply {
	return { body, headers: { "content-type": "text/plain" } };
}
