import { defineProtocolEndpoint } from "../../api/endpoint.ts";

/** POST /agent/event/notify: a provider tells of its users, by a Security Event Token (RFC 8417, pushed as RFC 8935 says). */
export const notifyAgentEvent = defineProtocolEndpoint({
	operationId: "notifyAgentEvent",
	method: "POST",
	path: "/agent/event/notify",
	protocol: "events",
	body: "event",
	async handle(input, call) {
		await call.people.agents.notify(String(input).trim());
		return { status: 202, body: null };
	},
});
