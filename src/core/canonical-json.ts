import canonicalize from "canonicalize";

/**
 * Canonical JSON (RFC 8785): one value, one sequence of bytes. Members that are undefined are left out.
 * @throws Error when the value has a lone surrogate, NaN or an infinity, which have no canonical form
 */
export function canonicalJson(value: unknown): string {
	const text = canonicalize(value);
	if (text === undefined) throw new TypeError("Only JSON values have a canonical form.");
	return text;
}
