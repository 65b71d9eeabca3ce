import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { FULL } from "#core/long-form.testkit.ts";
import { describeDatabases } from "#store/database.testkit.ts";
import type { Endpoint, Protocol } from "./endpoint.ts";
import { ALL_ENDPOINTS } from "./endpoints.ts";
import { createFakeApp } from "./live-app.testkit.ts";
import { type DraftRequest, mutated, mutations, requestOf } from "./mutated-requests.testkit.ts";
import { createStubServe, PEER } from "./serve.testkit.ts";
import { BASE, openStand, type ValidRequest } from "./valid-requests.testkit.ts";

const RUNS = FULL ? 5_000 : 150;
const SEED = 8414;

const PROTOCOL_ENDPOINTS = ALL_ENDPOINTS.filter(({ protocol = "api" }) => protocol !== "api");
const TYPES: Readonly<Record<string, string>> = { event: "application/secevent+jwt", text: "application/json" };

const CONTACT = { text: "ops@example.com", href: "mailto:ops@example.com" };
const word = expect.stringMatching(/^[a-z][a-z_]+$/);
const sentence = expect.stringMatching(/^.{5,2000}$/);
/** The shape of errors, by protocol. */
const ENVELOPES: Readonly<Record<Exclude<Protocol, "api">, readonly [contentType: RegExp, body: unknown]>> = {
	oauth: [/^application\/json/, { error: word, error_description: sentence }],
	agent: [/^application\/json/, { error: word, error_description: sentence, message: sentence }],
	events: [/^application\/json/, { err: word, description: sentence }],
	mcp: [/^application\/json/, { jsonrpc: "2.0", error: { code: expect.any(Number), message: sentence } }],
	document: [
		/^application\/problem\+json/,
		{ type: expect.any(String), title: expect.any(String), status: expect.any(Number) },
	],
};

/** Traces of code, of the store and of keys. */
const INSIDE =
	/\bat [\w.<>]+ \(|node_modules|\.ts:\d|SQLITE|sqlite|postgres|Kysely|\bzod\b|ECONN|"d"\s*:|undefined|\[object /;

describe("endpoints of standards", () => {
	describeDatabases(({ open }) => {
		const stand = async () => {
			const database = await open();
			const { people, requests, secrets } = await openStand(database);
			const { serve, observed } = createStubServe({
				...{ baseUrl: BASE, app: { ...createFakeApp(), baseUrl: BASE, contact: CONTACT }, people },
				verifyToken: people.oauth.verifyToken,
			});
			/** Sends a request and checks the response against the rules for all responses. */
			const ask = async ({ operationId }: ValidRequest, draft: DraftRequest) => {
				const endpoint = endpointOf(operationId);
				const request = requestOf(draft, BASE + endpoint.path, TYPES[endpoint.body ?? ""] ?? "text/plain");
				const response = await serve(endpoint, request, PEER);
				const text = await response.text();
				expect(observed.pop()?.error).toBeUndefined();
				expect(response.status, text).toBeLessThan(500);
				if (response.status >= 400 && draft.method !== "HEAD") expectEnvelope(endpoint, response, text);
				const all = `${text}${JSON.stringify([...response.headers])}`;
				expect(secrets.filter((secret) => all.includes(secret))).toEqual([]);
				// MCP tools describe the available stores.
				if (response.status >= 400 || endpoint.protocol !== "mcp") expect(INSIDE.exec(all)?.[0]).toBeUndefined();
				return { status: response.status, text };
			};
			return { requests, ask, kind: database.kind };
		};

		it("accept valid requests", async () => {
			const { requests, ask } = await stand();
			expect(new Set(requests.map(({ operationId }) => operationId))).toEqual(
				new Set(PROTOCOL_ENDPOINTS.map(({ operationId }) => operationId)),
			);
			for (const request of requests) {
				const { status, text } = await ask(request, await request.make());
				expect([request.operationId, status, status < 400 || text]).toEqual([
					request.operationId,
					request.status,
					expect.anything(),
				]);
			}
		});

		it("answer mutated requests with their own errors, never with a server error", async () => {
			const { requests, ask, kind } = await stand();
			// Fewer requests that only read.
			const weighted = requests.flatMap((request) => Array<ValidRequest>(isDocument(request) ? 1 : 4).fill(request));
			const run = fc.asyncProperty(fc.constantFrom(...weighted), mutations, async (request, damage) => {
				await ask(request, damage.reduce(mutated, await request.make()));
			});
			// Both run the same code; fewer requests show what a store refuses.
			await fc.assert(run, { seed: SEED, numRuns: kind === "sqlite" ? RUNS : RUNS / 5 });
		});
	});
});

const isDocument = ({ operationId }: ValidRequest) => endpointOf(operationId).protocol === "document";

function endpointOf(operationId: string): Endpoint {
	const found = ALL_ENDPOINTS.find((endpoint) => endpoint.operationId === operationId);
	if (!found) throw new RangeError(`There is no ${operationId}.`);
	return found;
}

function expectEnvelope({ protocol = "api" }: Endpoint, response: Response, text: string): void {
	const [type, body] = ENVELOPES[protocol as keyof typeof ENVELOPES];
	expect(response.headers.get("content-type")).toMatch(type);
	expect(JSON.parse(text)).toMatchObject(body as object);
}
