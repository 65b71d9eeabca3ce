export interface ProtocolErrorDetails {
	readonly more?: Readonly<Record<string, unknown>>;
	readonly headers?: Readonly<Record<string, string>>;
}

/** In the requested endpoint's error format (RFC 6749 section 5.2, RFC 7591 section 3.2.2, RFC 8935 section 2.4). */
export class ProtocolError extends Error {
	readonly status: number;
	readonly error: string;
	/** One or two plain sentences without secrets. */
	readonly description: string;
	readonly more: Readonly<Record<string, unknown>>;
	readonly headers: Readonly<Record<string, string>>;

	constructor(
		status: number,
		error: string,
		description: string,
		{ more = {}, headers = {} }: ProtocolErrorDetails = {},
	) {
		super(`${error}: ${description}`);
		this.name = "ProtocolError";
		this.status = status;
		this.error = error;
		this.description = description;
		this.more = more;
		this.headers = headers;
	}
}
