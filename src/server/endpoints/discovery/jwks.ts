import { defineProtocolEndpoint } from "../../api/endpoint.ts";
import { entityTag } from "../../api/responses.ts";

/** The keys that tokens of this site are verified with (RFC 7517); those to come stand in it before they sign. */
export const jwks = defineProtocolEndpoint({
	operationId: "jwks",
	protocol: "document",
	revalidates: true,
	method: "GET",
	path: "/.well-known/jwks.json",
	handle: async (_, { people }) => {
		const body = JSON.stringify(await people.oauth.keys());
		return {
			body,
			contentType: "application/jwk-set+json",
			headers: { "Cache-Control": "public, max-age=300", ETag: entityTag(body) },
		};
	},
});
