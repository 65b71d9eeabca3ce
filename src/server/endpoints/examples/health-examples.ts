import { METHODOLOGY, REFUSAL, VERSION } from "#core/brand.ts";
import type { Health } from "#core/health.ts";

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
