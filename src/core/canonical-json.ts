import canonicalize from "canonicalize";

/** RFC 8785; undefined members are left out. @throws Error for a lone surrogate, NaN or an infinity, which have none */
export function canonicalJson(value: unknown): string {
	const text = canonicalize(value);
	if (text === undefined) throw new TypeError("Only JSON values have a canonical form.");
	return text;
}
