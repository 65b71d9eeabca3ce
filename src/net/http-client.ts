export interface HttpHop {
	readonly url: string;
	readonly status: number;
	/** Absolute; absent if Location was missing or invalid. */
	readonly location?: string | undefined;
}

/** Milliseconds since the start of the last hop: dns ≤ connect ≤ ttfb ≤ total. */
export interface HttpTimings {
	/** 0 on a kept-alive connection. */
	readonly dns: number;
	/** Including TLS; 0 on a kept-alive connection. */
	readonly connect: number;
	readonly ttfb: number;
	readonly total: number;
	/** Part of `total` for which this process was kept from working; absent if none. */
	readonly ownDelay?: number | undefined;
}

export interface TlsState {
	readonly state: "valid" | "invalid";
	/** Node's error code, such as CERT_HAS_EXPIRED, or `incomplete-chain`; only with `invalid`. */
	readonly reason?: string | undefined;
	readonly protocol?: string | undefined;
	readonly validTo?: string | undefined;
}

export interface HttpResponse {
	readonly url: string;
	readonly status: number;
	/** Lower-case names. Repeated fields are joined by ", "; by line feeds if consumers parse each separately. */
	readonly headers: Readonly<Record<string, string>>;
	/** Decoded; cut at `maxBytes` if `overflow` is "cut". */
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
	/** Milliseconds until the body is cut, for endless streams. */
	readonly readFor?: number | undefined;
	/** `fail` throws `body-too-large`, `cut` truncates. */
	readonly overflow: "fail" | "cut";
	/** 5 by default; 0 returns the redirect itself. */
	readonly maxRedirects: number;
	/** `record` tolerates an untrusted certificate and reports it in `tls`. */
	readonly trust: "require" | "record";
	/** A `user-agent` must name us too. */
	readonly headers: Readonly<Record<string, string>>;
	/** Makes it a POST without redirects; set `content-type` in `headers`. */
	readonly body?: string | undefined;
	readonly signal: AbortSignal;
}

export interface HttpClient {
	/** POST with a body; resolves for every status. @throws Failure: blocked, unreachable, slow or oversized target */
	get(url: URL, limits?: Partial<HttpLimits>): Promise<HttpResponse>;
}
