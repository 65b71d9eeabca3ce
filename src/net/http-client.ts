export interface HttpHop {
	readonly url: string;
	readonly status: number;
	/** Absolute; absent when Location was missing or unreadable. */
	readonly location?: string | undefined;
}

/** Milliseconds since the start of the last hop: dns ≤ connect ≤ ttfb ≤ total. */
export interface HttpTimings {
	/** 0 where an open connection was used. */
	readonly dns: number;
	/** TLS included; 0 where an open connection was used. */
	readonly connect: number;
	readonly ttfb: number;
	readonly total: number;
	/** Of `total`, what this process was kept from working; absent where it was not. */
	readonly ownDelay?: number | undefined;
}

export interface TlsState {
	readonly state: "valid" | "invalid";
	/** Node's code, such as CERT_HAS_EXPIRED, or `incomplete-chain`; with `invalid` only. */
	readonly reason?: string | undefined;
	readonly protocol?: string | undefined;
	readonly validTo?: string | undefined;
}

export interface HttpResponse {
	readonly url: string;
	readonly status: number;
	/** Names in lower case. Lines of one name are joined by ", "; where each is read for itself, by a line feed. */
	readonly headers: Readonly<Record<string, string>>;
	/** Decoded, cut at `maxBytes` when `overflow` is "cut". */
	readonly body: Uint8Array;
	readonly truncated: boolean;
	readonly encodedBytes: number;
	/** Of the decoded body, hex. */
	readonly sha256: string;
	readonly hops: readonly HttpHop[];
	readonly timings: HttpTimings;
	readonly tls?: TlsState | undefined;
}

export interface HttpLimits {
	/** Decoded; 5 MiB by default. */
	readonly maxBytes: number;
	/** Milliseconds until the body is cut; for streams that stay open. */
	readonly readFor?: number | undefined;
	/** For a longer body: `fail` throws `body-too-large`, `cut` returns the beginning. */
	readonly overflow: "fail" | "cut";
	/** 5 by default; 0 returns the redirect itself. */
	readonly maxRedirects: number;
	/** `record` goes on with an untrusted certificate and says so in `tls`. */
	readonly trust: "require" | "record";
	/** A `user-agent` among them must name us as well. */
	readonly headers: Readonly<Record<string, string>>;
	/** Makes it a POST, never redirected; its `content-type` is in `headers`. */
	readonly body?: string | undefined;
	readonly signal: AbortSignal;
}

export interface HttpClient {
	/** POST with a body; resolves for every status. @throws Failure: blocked, unreachable, slow or oversized target */
	get(url: URL, limits?: Partial<HttpLimits>): Promise<HttpResponse>;
}
