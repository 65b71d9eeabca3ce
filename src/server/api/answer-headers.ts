import type { Endpoint } from "./endpoint.ts";

const EXPOSED = "RateLimit, RateLimit-Policy, Retry-After, Age, ETag, X-Request-Id, Link";
/** Two years. Other names under the same domain are not ours to speak for. */
export const HSTS = "max-age=63072000";

/**
 * Header fields of every answer. Anybody's page may read the answers: they depend on no cookie.
 * @param baseUrl no trailing slash, may carry a path
 */
export function commonHeaders(baseUrl: string): Readonly<Record<string, string>> {
	const { protocol, pathname } = new URL(baseUrl);
	return {
		"X-Content-Type-Options": "nosniff",
		"Content-Security-Policy": "default-src 'none'; frame-ancestors 'none'",
		"Referrer-Policy": "no-referrer",
		"Cross-Origin-Resource-Policy": "cross-origin",
		"Access-Control-Allow-Origin": "*",
		"Access-Control-Expose-Headers": EXPOSED,
		"Cache-Control": "no-store",
		Link: `<${pathname.replace(/\/$/, "")}/openapi.json>; rel="service-desc"`,
		...(protocol === "https:" && { "Strict-Transport-Security": HSTS }),
	};
}

/** Methods of an endpoint's address, as the Allow field lists them. */
export function allowedMethods({ method }: Pick<Endpoint, "method">): string {
	return method === "GET" ? "GET, HEAD, OPTIONS" : `${method}, OPTIONS`;
}

/** What a browser asks before it lets a page of another origin send a request. */
export function preflightHeaders(endpoint: Pick<Endpoint, "method">): Record<string, string> {
	const allowed = allowedMethods(endpoint);
	return {
		Allow: allowed,
		"Access-Control-Allow-Methods": allowed,
		"Access-Control-Allow-Headers": "Content-Type, Authorization",
		"Access-Control-Max-Age": "86400",
	};
}
