import type { HttpResponse } from "#net/http-client.ts";

/** Media type of a response without parameters, in lower case; empty when none was sent. */
export function mediaTypeOf({ headers }: Pick<HttpResponse, "headers">): string {
	return (headers["content-type"] ?? "").split(/[;,]/, 1)[0]?.trim().toLowerCase() ?? "";
}
