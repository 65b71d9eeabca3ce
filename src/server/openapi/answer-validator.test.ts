import { describe, expect, it } from "vitest";
import { createAnswerValidator } from "./answer-validator.testkit.ts";
import { buildOpenApi } from "./build-openapi.ts";
import { SHOWN_ENDPOINTS } from "./shown-endpoints.testkit.ts";

const expectDocumented = createAnswerValidator(buildOpenApi(SHOWN_ENDPOINTS, { baseUrl: "https://audit.example.net" }));
const greeting = { ok: true, says: "Good morning.", at: "2026-11-21T08:00:00.000Z", volume: 2 };

function check(body: unknown, init: { status?: number; headers?: Record<string, string> } = {}): void {
	const headers = { "content-type": "application/json; charset=utf-8", ...init.headers };
	expectDocumented("greet", new Response(null, { status: init.status ?? 200, headers }), body);
}

describe("expectDocumented", () => {
	it("accepts described responses", () => {
		check(greeting, { headers: { age: "3", ratelimit: '"burst";r=4;t=10, "audit";r=29;t=3590' } });
		check({ ...greeting, echoes: [{ after: 1 }] });
	});

	it.each([
		["another status", greeting, { status: 204 }, "the status is not documented"],
		["another media type", greeting, { headers: { "content-type": "text/html" } }, 'media type "text/html"'],
		["a member too many", { ...greeting, extra: 1 }, {}, "must NOT have additional properties"],
		["a member too many further down", { ...greeting, echoes: [{ after: 1, extra: 1 }] }, {}, "/echoes/0"],
		["a member too few", { ...greeting, says: undefined }, {}, "must have required property 'says'"],
		["a wrong time", { ...greeting, at: "yesterday" }, {}, 'must match format "date-time"'],
		["a wrong choice", { ...greeting, volume: 3 }, {}, "must be equal to one of the allowed values"],
		["a malformed number", greeting, { headers: { age: "-1" } }, "Age is malformed"],
		["a malformed field", greeting, { headers: { ratelimit: "burst;r=4" } }, "RateLimit is malformed"],
		["a field of other answers", greeting, { headers: { "retry-after": "3" } }, "Retry-After is not documented here"],
	])("fails for %s", (_, body, init, why) => {
		expect(() => check(JSON.parse(JSON.stringify(body)), init)).toThrow(why);
	});

	it("rejects unknown operations", () => {
		expect(() => expectDocumented("sing", new Response(null), {})).toThrow("no operation sing");
	});
});
