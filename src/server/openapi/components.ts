import type { ApiExample, ApiHeader, ApiReference } from "#core/openapi-document.ts";

/** Fields of answers, described once. Examples are those of an installation with the usual limits. */
export const HEADER_COMPONENTS = {
	"X-Request-Id": {
		description: "Id of this request; name it when something has to be looked up.",
		schema: { type: "string", pattern: "^[0-9a-f-]{36}$" },
		example: "3f0f8c1e-0d3b-4c55-9a43-5b2f6f5d7c10",
	},
	"Cache-Control": {
		description: "RFC 9111. Answers about an audit are `no-store`.",
		schema: { type: "string", minLength: 1 },
		example: "no-store",
	},
	Age: {
		description: "Seconds since the audit ended (RFC 9111); absent where it was made for this request.",
		schema: { type: "integer", minimum: 0 },
		example: 12,
	},
	ETag: {
		description: "Changes when the body does (RFC 9110); weak, since it is the same in every content coding.",
		schema: { type: "string", pattern: '^W/"[!#-~]+"$' },
		example: 'W/"n4bQgYhMfWWaL-qgxVrQFa"',
	},
	"RateLimit-Policy": {
		description:
			"The limits of this address: `q` requests in `w` seconds (draft-ietf-httpapi-ratelimit-headers). The same on every answer; those of a caller with a token once it was verified.",
		schema: { type: "string", pattern: '^"[a-z-]+";q=[0-9]+;w=[0-9]+(, "[a-z-]+";q=[0-9]+;w=[0-9]+)*$' },
		example: '"burst";q=5;w=10, "audit";q=30;w=3600',
	},
	RateLimit: {
		description:
			"What is left of those that the request was counted in: `r` requests, until the window begins anew in `t` seconds.",
		schema: { type: "string", pattern: '^"[a-z-]+";r=[0-9]+;t=[0-9]+(, "[a-z-]+";r=[0-9]+;t=[0-9]+)*$' },
		example: '"burst";r=4;t=10, "audit";r=29;t=3590',
	},
	"Retry-After": {
		description: "Seconds to wait before asking again (RFC 9110).",
		schema: { type: "integer", minimum: 1 },
		example: 10,
	},
	Allow: {
		description: "The methods that this address takes (RFC 9110).",
		schema: { type: "string", pattern: "^[A-Z]+(, [A-Z]+)*$" },
		example: "POST, OPTIONS",
	},
	Accept: {
		description: "The media type that a body must have.",
		schema: { type: "string", pattern: "^[a-z]+/[a-z+]+$" },
		example: "application/json",
	},
	"WWW-Authenticate": {
		description: "What is wrong with the token, or which scope it lacks (RFC 6750).",
		schema: { type: "string", pattern: "^Bearer( |$)" },
		example: 'Bearer error="invalid_token"',
	},
} as const satisfies Readonly<Record<string, ApiHeader>>;

export type HeaderName = keyof typeof HEADER_COMPONENTS;

/** Points to fields by their names. */
export function headerReferences(names: readonly HeaderName[]): Readonly<Record<string, ApiReference>> {
	return Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));
}

/** Named examples; a name in camelCase is also the summary. */
export function describeExamples(examples: Readonly<Record<string, unknown>> = {}) {
	const shown = Object.entries(examples).map(([name, value]): [string, ApiExample] => [
		name,
		{ summary: toWords(name), value },
	]);
	return shown.length === 0 ? {} : { examples: Object.fromEntries(shown) };
}

function toWords(name: string): string {
	const words = name
		.replace(/([a-z])([A-Z])/g, "$1 $2")
		.replace(/[-_]+/g, " ")
		.toLowerCase();
	return words.charAt(0).toUpperCase() + words.slice(1);
}
