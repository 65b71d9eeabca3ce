import { allowedMethods } from "./answer-headers.ts";
import type { Endpoint } from "./endpoint.ts";
import { Rejection } from "./rejection.ts";

/** Of a method that an address does not take: names those that it does (RFC 9110 section 15.5.6). */
export function methodNotAllowed(endpoint: Pick<Endpoint, "method">): Rejection {
	const allowed = allowedMethods(endpoint);
	const [first, ...others] = allowed.split(", ").toReversed();
	return new Rejection("method-not-allowed", {
		detail: `This address does not answer this method. Use ${others.toReversed().join(", ")} or ${first}.`,
		headers: { Allow: allowed },
	});
}
