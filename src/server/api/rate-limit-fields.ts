import type { Taken } from "../rate-limits/rate-limits.ts";

/**
 * The fields RateLimit-Policy and RateLimit (draft-ietf-httpapi-ratelimit-headers): every limit that this request was
 * counted in, in the order it was asked. Names and numbers are ours, so nothing needs escaping.
 */
export function rateLimitFields(taken: readonly Taken[]): Record<string, string> {
	if (taken.length === 0) return {};
	const policies = taken.map(({ policy, quota }) => `"${policy}";q=${quota.units};w=${quota.windowSeconds}`);
	const states = taken.map(({ policy, remaining, resetSeconds }) => `"${policy}";r=${remaining};t=${resetSeconds}`);
	return { "RateLimit-Policy": policies.join(", "), RateLimit: states.join(", ") };
}
