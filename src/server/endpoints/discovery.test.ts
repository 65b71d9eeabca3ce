import { Ajv2020 } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { AGENT_TYPES, type AgentType, canBeClaimed } from "#config/environment.ts";
import { aiCatalogSchema, apiCatalogSchema, DIRECTORY_PATH, DIRECTORY_TYPE } from "#core/discovery.ts";
import {
	authorizationServerSchema,
	openIdConfigurationSchema,
	protectedResourceSchema,
} from "#server/discovery/oauth-metadata.ts";
import { AGENT, botOf, makeBotKey } from "#signing/bot/bot.testkit.ts";
import { KeyDirectory, verifyKeyDirectory } from "#signing/bot/key-directory.ts";
import { readJsonVector } from "#test/vectors/vectors.ts";
import { type Endpoint, pathsOf } from "../api/endpoint.ts";
import { ALL_ENDPOINTS } from "../api/endpoints.ts";
import { createFakeApp } from "../api/live-app.testkit.ts";
import { createStubServe, PEER } from "../api/serve.testkit.ts";
import { botKeyDirectory, discoveryEndpoints } from "./discovery.ts";

const BASE = "https://audit.example.net";
/** Pages of every site and files of every build. */
const PAGES =
	/^(?:\/(?:api|terms|privacy|contact|admin\/api-keys))?\/?$|^\/\.well-known\/agent-skills\/[\w-]+\/SKILL\.md$/;
/** Optional parts, each separately. */
const OPTIONAL = [
	"/oauth/token",
	"/oauth/authorize",
	"/oauth/register",
	"/oauth/revoke",
	"/oauth/userinfo",
	"/.well-known/jwks.json",
	"/agent/identity",
	"/agent/identity/claim",
	"/agent/identity/claim/complete",
	"/agent/event/notify",
	"/mcp",
	"/mcp/server-card",
];
/** Tokens come with everything they need. */
const TOGETHER = ["/oauth/token", "/oauth/authorize", "/.well-known/jwks.json", "/agent/identity/claim/complete"];

const at = (path: string) => ({ path, aliases: [] }) as unknown as Endpoint;

async function documentsOf(paths: readonly string[], agentTypes?: readonly AgentType[]) {
	const endpoints = discoveryEndpoints(paths.map(at));
	const app = {
		...createFakeApp(),
		baseUrl: BASE,
		agentTypes,
		contact: { text: "ops@example.net", href: "mailto:ops@example.net" },
	};
	const { serve } = createStubServe({ app });
	const ask = async (endpoint: Endpoint) => {
		const response = await serve(endpoint, new Request(BASE + endpoint.path), PEER);
		return [endpoint.path, { response, text: await response.text() }] as const;
	};
	return { endpoints, texts: new Map(await Promise.all(endpoints.map(ask))), serve };
}

async function jsonAt(path: `/${string}`, paths: readonly string[] = OPTIONAL) {
	return JSON.parse((await documentsOf(paths)).texts.get(path)?.text ?? "null");
}

function addressesIn(text: string): string[] {
	const found = text.match(/https:\/\/audit\.example\.net[^\s"'`<>()|\\,;]*/g) ?? [];
	return found.map((address) => address.slice(BASE.length).replace(/[.:]+$/, ""));
}

describe("discovery documents", () => {
	it("name only existing addresses in any configuration", async () => {
		await fc.assert(
			fc.asyncProperty(fc.subarray(OPTIONAL), async (some) => {
				const has = some.some(
					(path) => path.startsWith("/oauth/") || path.startsWith("/agent/") || path.startsWith("/mcp"),
				);
				const paths = [...new Set([...some, ...(has ? TOGETHER : [])])];
				const { endpoints, texts } = await documentsOf(paths);
				const there = new Set([
					...paths,
					...endpoints.map(({ path }) => path),
					"/openapi.json",
					"/api/health",
					"/api/v1/",
				]);
				for (const [path, { text }] of texts)
					for (const address of addressesIn(text))
						if (!PAGES.test(address)) expect(there, `${path} names ${address}`).toContain(address);
			}),
		);
	});

	it("match their schemas in full and minimal configurations", async () => {
		const whole = OPTIONAL;
		for (const paths of [whole, TOGETHER]) {
			authorizationServerSchema.parse(await jsonAt("/.well-known/oauth-authorization-server", paths));
			openIdConfigurationSchema.parse(await jsonAt("/.well-known/openid-configuration", paths));
			protectedResourceSchema.parse(await jsonAt("/.well-known/oauth-protected-resource", paths));
		}
		aiCatalogSchema.parse(await jsonAt("/.well-known/ai-catalog.json"));
		apiCatalogSchema.parse(await jsonAt("/.well-known/api-catalog", []));
		expect((await documentsOf([])).endpoints.map(({ path }) => path)).toEqual([
			"/.well-known/api-catalog",
			"/.well-known/ai-catalog.json",
			"/.well-known/security.txt",
		]);
	});

	it("for agents match the published schema", async () => {
		const ajv = new Ajv2020({ strict: false });
		addFormats.default(ajv);
		const fits = ajv.compile(readJsonVector<object>("ai-catalog/ai-catalog.schema.json"));
		fits(await jsonAt("/.well-known/ai-catalog.json"));
		expect(fits.errors).toBeNull();
	});

	it("describe the tokens of both resources", async () => {
		const site = await jsonAt("/.well-known/oauth-protected-resource");
		const mcp = await jsonAt("/.well-known/oauth-protected-resource/mcp");
		expect([site.resource, mcp.resource]).toEqual([BASE, `${BASE}/mcp`]);
		expect(site.scopes_supported).toEqual(["audit:public", "brief:public", "health:read", "audit:read", "audit:write"]);
		expect(site.authorization_servers).toEqual([BASE]);
	});

	it("have the agent policy of the interface specification, and the older member names", async () => {
		const { agent_auth: agents } = await jsonAt("/.well-known/oauth-authorization-server");
		expect(agents.policy).toEqual({
			identity_types: ["jwks", "anonymous", "did"],
			credential: "jwt",
			registration_uri: `${BASE}/admin/api-keys`,
			skill: `${BASE}/auth.md`,
			scopes: ["audit:read", "audit:write", "audit:public", "brief:public"],
		});
		expect(agents.register_uri).toBe(agents.identity_endpoint);
		expect(agents.claim_uri).toBe(agents.claim_endpoint);
		expect(agents.anonymous.credential_types_supported).toEqual(["access_token"]);
		// No trusted provider here.
		expect(agents.identity_types_supported).toEqual(["anonymous", "service_auth", "did"]);
		expect(agents.identity_assertion).toBeUndefined();
	});

	it("agree with auth.md, which says that nothing public needs a token", async () => {
		const { texts } = await documentsOf(OPTIONAL);
		const { text = "", response } = texts.get("/auth.md") ?? {};
		expect(response?.headers.get("content-type")).toBe("text/markdown; charset=utf-8");
		expect(text).toMatch(/^# auth\.md/);
		expect(text).toContain("**No token is needed for anything public**");
		const { agent_auth: agents } = await jsonAt("/.well-known/oauth-authorization-server");
		const named = addressesIn(text);
		for (const member of ["identity_endpoint", "claim_endpoint", "revocation_uri"])
			expect(named, member).toContain(new URL(agents[member]).pathname);
	});

	it("name claims and events only if agent types need them", async () => {
		const sets = fc.subarray([...AGENT_TYPES], { minLength: 1 });
		await fc.assert(
			fc.asyncProperty(sets, async (types) => {
				const { texts } = await documentsOf(OPTIONAL, types);
				const metadata = JSON.parse(texts.get("/.well-known/oauth-authorization-server")?.text ?? "null");
				const { agent_auth: agents } = authorizationServerSchema.parse(metadata);
				const named = addressesIn(texts.get("/auth.md")?.text ?? "");
				const claim = canBeClaimed(types);
				for (const uri of [agents?.claim_endpoint, agents?.claim_uri, agents?.claim_complete_uri])
					expect(uri !== undefined).toBe(claim);
				expect(named.includes("/agent/identity/claim")).toBe(claim);
				const hasEvents = types.includes("identity_assertion");
				expect([agents?.events_endpoint !== undefined, agents?.events_supported !== undefined]).toEqual([
					hasEvents,
					hasEvents,
				]);
				expect(named.includes("/agent/event/notify")).toBe(hasEvents);
			}),
		);
	});

	it("are readable by every origin, and have an ETag", async () => {
		const { endpoints, serve } = await documentsOf(OPTIONAL);
		for (const endpoint of endpoints) {
			const first = await serve(endpoint, new Request(BASE + endpoint.path), PEER);
			expect([first.status, first.headers.get("access-control-allow-origin")], endpoint.path).toEqual([200, "*"]);
			const tag = first.headers.get("etag") ?? "";
			const again = await serve(endpoint, new Request(BASE, { headers: { "If-None-Match": tag } }), PEER);
			expect(again.status).toBe(304);
			const head = await serve(endpoint, new Request(BASE, { method: "HEAD" }), PEER);
			expect([head.status, await head.text(), head.headers.get("etag")]).toEqual([200, "", tag]);
			const post = await serve(endpoint, new Request(BASE, { method: "POST" }), PEER);
			expect([post.status, post.headers.get("allow")]).toEqual([405, "GET, HEAD, OPTIONS"]);
		}
	});
});

describe("the registry", () => {
	it("has unique addresses", () => {
		const paths = ALL_ENDPOINTS.flatMap(pathsOf);
		expect(new Set(paths).size).toBe(paths.length);
	});
});

const URL_OF_IT = `${AGENT}${DIRECTORY_PATH}`;

/** Response of an installation with these keys. */
function ask(keys: readonly unknown[], init: RequestInit = {}, url = URL_OF_IT): Promise<Response> {
	const keyDirectory = keys.length > 0 ? new KeyDirectory(botOf(...keys)) : undefined;
	const { serve } = createStubServe({ app: { ...createFakeApp(), keyDirectory } });
	return serve(botKeyDirectory, new Request(url, init), PEER);
}

async function judge(answer: Response) {
	const { status, headers } = answer;
	const body = new Uint8Array(await answer.arrayBuffer());
	return verifyKeyDirectory({ url: URL_OF_IT, status, headers: Object.fromEntries(headers), body }, Date.now());
}

const one = makeBotKey();

describe("botKeyDirectory", () => {
	it("is verifiable and readable by every site, for any Accept and Host", async () => {
		const accept = { "accept-encoding": "gzip, br, zstd" };
		const answer = await ask([one, makeBotKey()], { headers: accept }, `https://other.example${DIRECTORY_PATH}`);
		expect(Object.fromEntries(answer.headers)).toMatchObject({
			"content-type": DIRECTORY_TYPE,
			"cache-control": "public, max-age=86400",
			"access-control-allow-origin": "*",
		});
		expect(await judge(answer)).toMatchObject({ outcome: "verified", keys: [{ proof: "whole" }, { proof: "whole" }] });
	});

	it("answers HEAD with the same fields, and 304", async () => {
		const head = await ask([one], { method: "HEAD" });
		expect([head.status, await head.text(), head.headers.get("content-type")]).toEqual([200, "", DIRECTORY_TYPE]);
		const again = await ask([one], { headers: { "if-none-match": head.headers.get("etag") ?? "" } });
		expect([again.status, await again.text()]).toEqual([304, ""]);
	});

	it("is a 404 if nothing is signed", async () => {
		const answer = await ask([]);
		expect(answer.status).toBe(404);
		expect(await judge(answer)).toMatchObject({ outcome: "absent" });
	});
});
