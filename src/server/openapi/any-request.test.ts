import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { CHECKS } from "#checks/registry.ts";
import { FULL } from "#core/long-form.testkit.ts";
import type { OwnAudit } from "#core/own-audit.ts";
import type { WallPage } from "#core/wall-page.ts";
import { KEY_SCOPES } from "#people/keys/api-keys.ts";
import type { WatchedDomain } from "#people/watched/watched-domains.ts";
import { failedReceipt, readyReceipt } from "#site/publication/receipt.testkit.ts";
import type { Endpoint } from "../api/endpoint.ts";
import { ENDPOINTS } from "../api/endpoints.ts";
import { createFakeApp, makeLiveAudit } from "../api/live-app.testkit.ts";
import { stubPeople } from "../api/people.testkit.ts";
import { createStubServe, PEER } from "../api/serve.testkit.ts";
import { WALL_EXAMPLES } from "../endpoints/installation.ts";
import { BOOKSHOP } from "../endpoints/receipts.examples.ts";
import { expectDocumented } from "./answer-validator.testkit.ts";
import { bodiesAround, queriesAround } from "./bodies.testkit.ts";
import { createSchemaCollection } from "./build-openapi.ts";

const RUNS = FULL ? 10_000 : 500;
/** Far more than an answer takes on a busy machine: one that never comes is what it finds. */
const PATIENCE_MS = 30_000;

const ready = await makeLiveAudit(readyReceipt());
const failed = await makeLiveAudit(failedReceipt());
const hosts = ["www.example.org", "example.org", failed.stored.receipt.domain];
const domains = [...hosts, ...hosts.map((host) => `https://${host}/path?a=b`), "10.0.0.1", "localhost"];
const known = {
	domain: domains,
	domainA: domains,
	domainB: domains,
	agencyName: ["Harbour & Sons", "", " x ", "https://a.example"],
	fixes: [[], CHECKS.slice(0, 3).map(({ id }) => id), ["no-such-check"], ["__proto__"]],
	cursor: Object.values(WALL_EXAMPLES.output).flatMap((page) => (page as WallPage).nextCursor ?? []),
};
const app = createFakeApp({
	audits: Object.fromEntries(hosts.map((host, at) => [host, at < 2 ? ready : failed])),
	ageSeconds: 7,
	wall: Object.values(WALL_EXAMPLES.output).flatMap((page) => (page as WallPage).entries),
});

const ANN = { id: "account-1", email: "ann@example.com", name: "Ann", createdAt: "2026-11-01T00:00:00.000Z" };
const { domain, auditedAt, methodology, scores } = BOOKSHOP.receipt;
const OWN_AUDIT: OwnAudit = {
	...{ id: BOOKSHOP.id, domain, mode: "light", source: "network", auditedAt, foundAt: auditedAt, methodology },
	...(scores && { scores }),
	place: { state: "pending" },
};
const WATCHED: WatchedDomain = {
	...{ domain, mode: "light", addedAt: auditedAt },
	control: { record: "", text: "", file: "", member: "", says: [] },
};
/** Data of an account, for endpoints that need one. */
const people = stubPeople({
	accounts: { find: async () => ANN },
	audits: {
		record: async () => {},
		list: async (_, { limit }) => ({ audits: [OWN_AUDIT, { ...OWN_AUDIT, id: "f".repeat(64) }].slice(0, limit) }),
		get: async (_, id) => (id === OWN_AUDIT.id ? { audit: OWN_AUDIT, stored: BOOKSHOP, text: "" } : undefined),
	},
	watched: {
		list: async () => [WATCHED],
		get: async () => undefined,
		unwatch: async () => false,
		watch: async () => WATCHED,
	},
	keys: { holderOf: async (key) => (key === "sl_ann" ? { account: ANN.id, scopes: KEY_SCOPES } : undefined) },
	agencies: { members: { agenciesOf: async () => [] } as never },
	secret: async () => "a secret of the installation",
});

/** Sends a request and checks the response against the description. */
async function expectAnswer(endpoint: Endpoint, request: Request): Promise<number> {
	const { serve } = createStubServe({ app, people });
	if (endpoint.account === "required" && !request.headers.has("authorization"))
		request.headers.set("authorization", "Bearer sl_ann");
	const late = new Promise<never>((_resolve, reject) => {
		setTimeout(
			() => reject(new Error(`${endpoint.operationId} took longer than ${PATIENCE_MS} ms.`)),
			PATIENCE_MS,
		).unref();
	});
	const response = await Promise.race([serve(endpoint, request, PEER), late]);
	const text = await response.text();
	expect(response.status, text).toBeLessThan(500);
	expectDocumented(endpoint.operationId, response, JSON.parse(text));
	return response.status;
}

const addressOf = (endpoint: Endpoint) => `https://audit.example.com${endpoint.path}`;
const schemaOf = ({ input }: Endpoint) => {
	const schemas = createSchemaCollection();
	const schema = input ? schemas.request(input) : {};
	return Object.values(schemas.named())[0] ?? schema;
};

describe("any request gets a documented response", () => {
	it("with a body", async () => {
		const posts = ENDPOINTS.filter(({ method }) => method === "POST");
		const sent = fc.oneof(
			...posts.map((endpoint) => bodiesAround(schemaOf(endpoint), known).map((body) => ({ endpoint, body }))),
		);
		const seen = new Set<number>();
		await fc.assert(
			fc.asyncProperty(sent, async ({ endpoint, body: { bytes, headers } }) => {
				const request = new Request(addressOf(endpoint), { method: "POST", body: bytes, headers });
				seen.add(await expectAnswer(endpoint, request));
			}),
			{ numRuns: RUNS },
		);
		// Whatever endpoints there are: or the requests are not as various as they seem.
		expect([...seen]).toEqual(expect.arrayContaining([200, 400, 413, 415]));
	}, 900_000);

	it("with a query", async () => {
		const gets = ENDPOINTS.filter(({ method }) => method === "GET");
		const sent = fc.oneof(
			...gets.map((endpoint) => queriesAround(schemaOf(endpoint), known).map((query) => ({ endpoint, query }))),
		);
		const seen = new Set<number>();
		await fc.assert(
			fc.asyncProperty(sent, async ({ endpoint, query }) => {
				seen.add(await expectAnswer(endpoint, new Request(addressOf(endpoint) + query)));
			}),
			{ numRuns: RUNS },
		);
		expect([...seen]).toEqual(expect.arrayContaining([200, 400]));
	}, 900_000);

	it.each(ENDPOINTS)("with another method: $operationId", async (endpoint) => {
		const { serve } = createStubServe({ app });
		for (const method of ["GET", "POST", "PUT", "DELETE", "PATCH"].filter((each) => each !== endpoint.method)) {
			const response = await serve(endpoint, new Request(addressOf(endpoint), { method }), PEER);
			expect(response.status).toBe(405);
			expectDocumented(endpoint.operationId, response, await response.json());
		}
	});
});
