/** What an error of a protocol says beside its code. */
export interface ProtocolErrorDetails {
	/** Further members of the body. */
	readonly more?: Readonly<Record<string, unknown>>;
	/** Header fields of the answer. */
	readonly headers?: Readonly<Record<string, string>>;
}

/**
 * An error as a protocol of OAuth's family names it: it is answered as it stands, in the envelope of the endpoint that was asked
 * (RFC 6749 section 5.2, RFC 7591 section 3.2.2, RFC 8935 section 2.4).
 */
export class ProtocolError extends Error {
	readonly status: number;
	/** Such as `invalid_grant`. */
	readonly error: string;
	/** One sentence or two in plain words; it repeats nothing secret. */
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
