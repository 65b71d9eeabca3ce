import { defineProtocolEndpoint } from "../../api/endpoint.ts";

/** Registers a client (RFC 7591). Its metadata are checked where clients are kept. */
export const registerClient = defineProtocolEndpoint({
	operationId: "registerClient",
	method: "POST",
	path: "/oauth/register",
	protocol: "oauth",
	body: "json",
	quota: "register",
	async handle(metadata: unknown, { people }) {
		return { status: 201, body: await people.oauth.register(metadata) };
	},
});
