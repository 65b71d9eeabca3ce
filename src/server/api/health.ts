import { healthSchema } from "#core/health.ts";
import { HEALTH_EXAMPLES } from "../endpoints/examples/health-examples.ts";
import { defineEndpoint } from "./endpoint.ts";

export const getHealth = defineEndpoint({
	operationId: "getHealth",
	method: "GET",
	path: "/api/health",
	tag: "Operation",
	summary: "Ask whether the service is well",
	description: `Says whether the store answers, how long the log is and what waits for it, and whether the nightly rescan began. Status
503, with the same members, when the store is down: audits cannot be kept then.`,
	scope: "health:read",
	output: healthSchema,
	otherOutputs: { 503: healthSchema },
	examples: HEALTH_EXAMPLES,
	async handle(_input, { app }) {
		const health = await app.health();
		return { status: health.status === "ok" ? 200 : 503, body: health };
	},
});
