/** The contract of the guarded HTTP client: every exchange of the program with a foreign site goes through it. */

export interface HttpHop {
	readonly url: string;
	readonly status: number;
	/** Where it pointed, resolved to an absolute address; absent when Location was missing or unreadable. */
	readonly location?: string | undefined;
}

/** Milliseconds since the start of the exchange's last hop: dns ≤ connect ≤ ttfb ≤ total. */
export interface HttpTimings {
	/** Until the host's addresses were known; 0 where an open connection was used. */
	readonly dns: number;
	/** Until the connection stood, TLS included; 0 where an open connection was used. */
	readonly connect: number;
	readonly ttfb: number;
	readonly total: number;
}

/** `invalid` only where the caller asked to go on without trust. */
export interface TlsState {
	readonly state: "valid" | "invalid";
	/** Node's verification code, such as CERT_HAS_EXPIRED; with `invalid` only. */
	readonly reason?: string | undefined;
	readonly protocol?: string | undefined;
	readonly validTo?: string | undefined;
}

export interface HttpResponse {
	readonly url: string;
	readonly status: number;
	readonly headers: Readonly<Record<string, string>>;
	/** Decoded body, cut at `maxBytes` when `overflow` is "cut". */
	readonly body: Uint8Array;
	readonly truncated: boolean;
	readonly encodedBytes: number;
	/** SHA-256 of the decoded body as returned, hex. */
	readonly sha256: string;
	readonly hops: readonly HttpHop[];
	readonly timings: HttpTimings;
	readonly tls?: TlsState | undefined;
}

export interface HttpLimits {
	/** Cap on decoded bytes; 5 MiB by default. */
	readonly maxBytes: number;
	/** Milliseconds of reading a body, after which it is cut; for streams that stay open. */
	readonly readFor?: number | undefined;
	/** What a longer body means: `fail` throws `body-too-large`, `cut` returns the beginning. */
	readonly overflow: "fail" | "cut";
	/** 5 by default; 0 returns the redirect itself. */
	readonly maxRedirects: number;
	/** `record` goes on when the certificate is not trusted and says so in `tls`. */
	readonly trust: "require" | "record";
	/** Extra request headers, such as accept; a `user-agent` among them must name us as well. */
	readonly headers: Readonly<Record<string, string>>;
	/** Sent as POST with this body; its `content-type` is among the headers. GET when absent. Never redirected. */
	readonly body?: string | undefined;
	/** Ends the exchange; a body that drips is ended by it too. */
	readonly signal: AbortSignal;
}

export interface HttpClient {
	/**
	 * GET, or POST where a body is given. Resolves for every HTTP status.
	 * @throws Failure for a blocked, unreachable, slow or oversized target; the message says which and what to do.
	 */
	get(url: URL, limits?: Partial<HttpLimits>): Promise<HttpResponse>;
}
