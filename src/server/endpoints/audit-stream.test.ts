import { describe, expect, it } from "vitest";
import { apiProblemSchema } from "#core/api/api-problem.ts";
import { type AuditStage, auditStageSchema } from "#core/audit-result.ts";
import { Failure } from "#core/failure.ts";
import { readyReceipt } from "#site/publication/receipt.testkit.ts";
import type { Endpoint } from "../api/endpoint.ts";
import { createFakeApp, type FakeParts, makeLiveAudit } from "../api/live-app.testkit.ts";
import type { AuditCaller } from "../api/live-app.ts";
import { createStubServe, PEER, post, problemOf } from "../api/serve.testkit.ts";
import { publicAudit } from "./audits.ts";

const HOST = "www.example.org";
const AT = "2026-11-21T09:30:00.000Z";
const STAGES: readonly AuditStage[] = [
	{ stage: "requested", at: AT, domain: HOST, mode: "light" },
	{ stage: "collecting", at: AT, what: "home", answers: 1 },
	{ stage: "recorded", at: AT },
];
const audit = await makeLiveAudit(readyReceipt());

type Found = NonNullable<FakeParts["audits"]>[string];

/** An audit that reports its stages, then ends. */
const staged =
	(end: () => Promise<Awaited<ReturnType<Extract<Found, (...parts: never) => unknown>>>>) =>
	async (_signal: AbortSignal, { onStage }: AuditCaller) => {
		for (const stage of STAGES) onStage?.(stage);
		await new Promise(setImmediate);
		return end();
	};

async function asked(found: Found, domain = HOST, accept = "text/event-stream") {
	const stage = createStubServe({ app: createFakeApp({ audits: { [HOST]: found } }) });
	const request = post(JSON.stringify({ domain }), { accept });
	return { ...stage, response: await stage.serve(publicAudit as Endpoint, request, PEER) };
}

/** Events as name and data. */
function eventsOf(text: string) {
	return [...text.matchAll(/(?:retry: (\d+)\n)?event: (\w+)\ndata: ([^\n]*)\n\n/g)].map(
		([, retry, name, data = ""]) => ({
			name,
			data: JSON.parse(data),
			...(retry && { retry: Number(retry) }),
		}),
	);
}

describe("a streamed audit", () => {
	it("sends its stages, and ends with the JSON result", async () => {
		const found = staged(async () => ({ audit, ageSeconds: 3 }));
		const { response, observed } = await asked(found);
		expect(response.status).toBe(200);
		expect(Object.fromEntries(response.headers)).toMatchObject({
			"content-type": "text/event-stream; charset=utf-8",
			"cache-control": "no-store, no-transform",
			"x-accel-buffering": "no",
			vary: "Accept",
			ratelimit: expect.stringContaining("audit"),
		});
		expect(observed).toEqual([]);
		const events = eventsOf(await response.text());
		expect(events.slice(0, -1).map(({ data }) => auditStageSchema.parse(data))).toEqual(STAGES);
		const plain = await asked(found, HOST, "application/json");
		expect(plain.response.headers.get("vary")).toContain("Accept");
		expect(events.at(-1)).toEqual({ name: "result", data: await plain.response.json() });
		expect(observed).toMatchObject([{ status: 200, cached: true, identityKind: "anonymous" }]);
	});

	it.each([
		["no host", "10.0.0.1", 400],
		["one that leads inward", "inward.example.com", 400],
	])("that cannot begin is answered with its status: %s", async (_, domain, status) => {
		const { response, observed } = await asked(audit, domain);
		expect(await problemOf(response)).toMatchObject({ status, code: "target-blocked" });
		expect(observed).toMatchObject([{ status, code: "target-blocked" }]);
	});

	it("ends with the problem document and the time to wait if it fails", async () => {
		const overloaded = () => Promise.reject(new Failure("overloaded", { what: "Too many." }));
		const { response, observed } = await asked(staged(overloaded));
		expect(response.status).toBe(200);
		const last = eventsOf(await response.text()).at(-1);
		expect(last).toMatchObject({ name: "problem", retry: 10_000, data: { code: "overloaded", status: 503 } });
		expect(apiProblemSchema.parse(last?.data).instance).toBe(`urn:uuid:${response.headers.get("x-request-id")}`);
		expect(observed).toMatchObject([{ status: 503, code: "overloaded" }]);
	});

	it("ends when its reader disconnects, which is logged", async () => {
		const gone = Promise.withResolvers<void>();
		const waiting = (signal: AbortSignal, { onStage }: AuditCaller) => {
			for (const stage of STAGES) onStage?.(stage);
			return new Promise<never>((_, reject) => {
				signal.addEventListener("abort", () => {
					reject(signal.reason);
					gone.resolve();
				});
			});
		};
		const { response, observed } = await asked(waiting);
		const reader = response.body?.getReader();
		await reader?.read();
		await reader?.cancel();
		await gone.promise;
		await new Promise(setImmediate);
		expect(observed).toMatchObject([{ status: 499, code: "client-gone" }]);
		expect(observed[0]).not.toHaveProperty("error");
	});
});
