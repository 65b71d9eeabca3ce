import { gunzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { apiProblemSchema } from "#core/api/api-problem.ts";
import { buildOpenApi, createOpenApiResponse } from "./build-openapi.ts";
import { SHOWN_ENDPOINTS } from "./shown-endpoints.testkit.ts";

const baseUrl = "https://audit.example.net";
const respond = createOpenApiResponse(SHOWN_ENDPOINTS, { baseUrl });
const ask = (init: RequestInit = {}) => respond(new Request(`${baseUrl}/openapi.json`, init));

describe("createOpenApiResponse", () => {
	it("serves the description to every origin, cacheable for 5 minutes", async () => {
		const response = await ask();
		expect(response.status).toBe(200);
		expect(Object.fromEntries(response.headers)).toMatchObject({
			"content-type": "application/json; charset=utf-8",
			"cache-control": "public, max-age=300",
			"access-control-allow-origin": "*",
			etag: expect.stringMatching(/^W\/"[\w-]{22}"$/),
		});
		expect(await response.json()).toEqual(JSON.parse(JSON.stringify(buildOpenApi(SHOWN_ENDPOINTS, { baseUrl }))));
	});

	it("changes its ETag with its text", async () => {
		const other = await createOpenApiResponse(SHOWN_ENDPOINTS.slice(1), { baseUrl })(new Request(baseUrl));
		expect(other.headers.get("etag")).not.toBe((await ask()).headers.get("etag"));
	});

	it.each([
		["the tag", (tag: string) => tag, 304],
		["the tag, as if it were strong", (tag: string) => tag.replace("W/", ""), 304],
		["the tag among others", (tag: string) => `"a,b" , ${tag}`, 304],
		["a star", () => "*", 304],
		["another tag", () => '"abc"', 200],
		["the tag without its quotes", (tag: string) => tag.slice(3, -1), 200],
	])("answers a condition with %s", async (_, condition, status) => {
		const tag = (await ask()).headers.get("etag") ?? "";
		const response = await ask({ headers: { "if-none-match": condition(tag) } });
		expect(response.status).toBe(status);
		expect(response.headers.get("etag")).toBe(tag);
		expect((await response.text()) === "").toBe(status === 304);
	});

	it("answers HEAD without a body", async () => {
		const response = await ask({ method: "HEAD" });
		expect([response.status, await response.text()]).toEqual([200, ""]);
	});

	it("is compressed if accepted, with the same ETag", async () => {
		const [plain, packed] = [await ask(), await ask({ headers: { "accept-encoding": "gzip" } })];
		expect([plain, packed].map(({ headers }) => headers.get("content-encoding"))).toEqual([null, "gzip"]);
		expect([plain, packed].map(({ headers }) => headers.get("vary"))).toEqual(["Accept-Encoding", "Accept-Encoding"]);
		expect(packed.headers.get("etag")).toBe(plain.headers.get("etag"));
		expect(gunzipSync(await packed.arrayBuffer()).toString()).toBe(await plain.text());
	});

	it("answers preflights", async () => {
		const response = await ask({ method: "OPTIONS" });
		expect(response.status).toBe(204);
		expect(response.headers.get("access-control-allow-methods")).toBe("GET, HEAD, OPTIONS");
	});

	it("refuses other methods with a problem", async () => {
		const response = await ask({ method: "POST", body: "{}" });
		expect([response.status, response.headers.get("allow")]).toEqual([405, "GET, HEAD, OPTIONS"]);
		expect(response.headers.get("content-type")).toBe("application/problem+json");
		const problem = apiProblemSchema.parse(await response.json());
		expect(problem.instance).toBe(`urn:uuid:${response.headers.get("x-request-id")}`);
	});
});
