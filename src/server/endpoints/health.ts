import { REFUSAL, VERSION } from "#core/brand.ts";
import { type Health, healthSchema } from "#core/health.ts";
import { METHODOLOGY } from "#core/methodology.ts";
import { defineEndpoint } from "../api/endpoint.ts";

const well: Health = {
	status: "ok",
	version: VERSION,
	methodology: METHODOLOGY,
	time: "2026-11-21T09:30:12.480Z",
	refusal: REFUSAL,
	checks: {
		store: { status: "ok", kind: "postgres" },
		log: { status: "ok", size: 1206, pending: 3 },
		schedule: { lastRun: "2026-11-21T02:00:00.000Z", nextRun: "2026-11-22T02:00:00.000Z", missed: false },
	},
};

const storeDown: Health = {
	...well,
	status: "down",
	checks: { ...well.checks, store: { status: "down", kind: "postgres" } },
};

export const HEALTH_EXAMPLES = { output: { well }, otherOutputs: { 503: { storeDown } } };

export const getHealth = defineEndpoint({
	operationId: "getHealth",
	method: "GET",
	path: "/api/health",
	tag: "Operation",
	summary: "Ask whether the service is well",
	description: `Says whether the store answers, how long the log is and what waits for it, and whether the nightly rescan began. Status
503, with the same members, when the store is down: audits cannot be kept then. It is answered however often it is asked;
what it says of the store may be a second old.`,
	scope: "health:read",
	isAlwaysAnswered: true,
	output: healthSchema,
	otherOutputs: { 503: healthSchema },
	examples: HEALTH_EXAMPLES,
	async handle(_input, { app }) {
		const health = await app.health();
		return { status: health.status === "ok" ? 200 : 503, body: health };
	},
});
