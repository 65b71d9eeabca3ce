import { expect, it } from "vitest";
import type { Health } from "#core/health.ts";
import { ask, createFakeApp, WELL } from "../api/live-app.testkit.ts";
import { getHealth } from "./health.ts";

const DOWN: Health = {
	...WELL,
	status: "down",
	checks: { ...WELL.checks, store: { status: "down", kind: "sqlite" } },
};

it.each([
	["well", WELL, 200],
	["down", DOWN, 503],
] as const)("answers a service that is %s with the same members", async (_, health, status) => {
	const answer = await ask(getHealth, undefined, createFakeApp({ health }));
	expect(answer.status).toBe(status);
	expect(answer.body).toEqual(health);
	expect(getHealth.otherOutputs?.[503]?.safeParse(answer.body).success).toBe(true);
});
