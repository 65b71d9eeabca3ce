import { describe, expect, it } from "vitest";
import { text, to } from "../fake-site.testkit.ts";
import { HOME } from "../open-source.testkit.ts";
import { type DeclaringSite, declaredBy, json } from "./declared.testkit.ts";

const OPENAPI = { openapi: "3.1.0", info: { title: "Shoes", version: "1" }, paths: { "/shoes": { get: {} } } };
const brief = async (site: DeclaringSite) =>
	(await declaredBy(site)).seen.declared.state === "found"
		? targetsOf(await declaredBy(site)).map(({ declaredIn, rel, url, answer }) => [
				declaredIn,
				rel,
				url.replace(HOME, "/"),
				answer.state === "asked" ? answer.status : answer.state,
			])
		: [];

function targetsOf({ seen }: Awaited<ReturnType<typeof declaredBy>>) {
	if (seen.declared.state !== "found") throw new Error("not found");
	return seen.declared.value;
}

describe("collectDeclared: where sites declare", () => {
	it.each<[string, DeclaringSite, unknown[]]>([
		["nothing", {}, []],
		[
			"a link element",
			{ html: '<link rel="service-desc" href="/api.json" type="application/json">' },
			["link element", "service-desc", "/api.json", 404],
		],
		[
			"relative to the page's base",
			{ html: '<base href="/v2/"><link rel="service-doc" href="docs">' },
			["link element", "service-doc", "/v2/docs", 404],
		],
		[
			"a Link header",
			{ link: '</docs/>; rel="service-doc"', replies: { "/docs/": "<h1>Docs" } },
			["Link header", "service-doc", "/docs/", 200],
		],
		[
			"an anchor",
			{ html: '<a href="/openapi.yaml#x">API</a><a href="/openapi.yaml">API</a>' },
			["anchor", "", "/openapi.yaml", 404],
		],
		[
			"robots.txt",
			{ robots: `User-agent: *\nAgentmap: ${HOME}agents.json\nAgentmap: /relative.json` },
			["robots.txt", "Agentmap", "/agents.json", 404],
		],
		[
			"a linkset",
			{ files: { apiCatalog: { linkset: [{ anchor: "/v1", "service-desc": [{ href: "/v1/openapi.json" }] }] } } },
			["api-catalog", "service-desc", "/v1/openapi.json", 404],
		],
		[
			"an agent card, which is sent nothing",
			{ files: { agentCard: { supportedInterfaces: [{ url: `${HOME}a2a`, protocolBinding: "JSONRPC" }] } } },
			["agent-card", "supportedInterfaces", "/a2a", "not-asked"],
		],
		[
			"OAuth metadata",
			{ files: { authorizationServer: { agent_auth: { skill: `${HOME}auth.md` } } } },
			["oauth-authorization-server", "agent_auth.skill", "/auth.md", 404],
		],
		[
			"llms.txt",
			{ files: { llmsTxt: "# Acme\n\n- [API](/openapi.json): all of it" } },
			["llms.txt", "", "/openapi.json", 404],
		],
		[
			"Markdown of the page",
			{ html: '<link rel="alternate" type="text/markdown" href="/index.md"><link rel=alternate hreflang=de href=/de>' },
			["link element", "alternate", "/index.md", 404],
		],
	])("%s", async (_, site, expected) => {
		expect(await brief(site)).toEqual(expected.length === 0 ? [] : [expected]);
	});

	it.each(["constructor", "__proto__", "toString"])("reads no declaration out of the type %s", async (type) => {
		expect(await brief({ html: `<link rel=stylesheet type="${type}" href="/style.css">` })).toEqual([]);
	});

	it("limits the length of a declared type", async () => {
		const promised = (
			await targetsOf(await declaredBy({ link: `</docs>; rel="service-doc"; type="${"x".repeat(9_000)}"` }))
		)[0];
		expect(promised?.promised).toBe("x".repeat(100));
	});

	it("does not count foreign files as the site's", async () => {
		expect(await brief({ html: '<a href="https://api.other.example/openapi.json">Their API</a>' })).toEqual([]);
		expect(await brief({ link: '</x>; rel="service-desc"; anchor="https://other.example/"' })).toEqual([]);
	});

	it("skips invalid addresses", async () => {
		const hrefs = [
			"javascript:alert(1)",
			"https://user:secret@acme-shoes.com/openapi.json",
			"/{version}/openapi.json",
			"",
		];
		expect(await brief({ html: hrefs.map((href) => `<link rel="service-desc" href="${href}">`).join("") })).toEqual([]);
	});
});

describe("collectDeclared: requests", () => {
	const LINKS = ["doc", "meta", "desc"].map((kind) => `</${kind}>; rel="service-${kind}"`).join(", ");

	it("requests two in a light audit, scored ones first", async () => {
		const { site, seen } = await declaredBy({ mode: "light", link: LINKS, replies: { "/desc": json(OPENAPI) } });
		expect(site.requests.filter((url) => !url.endsWith("robots.txt"))).toEqual([`${HOME}desc`, `${HOME}doc`]);
		expect(seen.apiDescription).toMatchObject({
			state: "found",
			value: { version: "3.1.0", declaredIn: "Link header" },
		});
		expect(targetsOf({ site, seen }).at(-1)).toMatchObject({
			rel: "service-meta",
			answer: { state: "not-asked", reason: expect.stringContaining("A light audit makes at most 2 requests") },
		});
	});

	it("requests an address once, however often it is declared", async () => {
		const { site, seen } = await declaredBy({ link: LINKS, html: '<link rel="service-desc" href="/desc">' });
		expect(site.requests.filter((url) => url.endsWith("/desc"))).toHaveLength(1);
		expect(targetsOf({ site, seen })).toHaveLength(4);
	});

	it("never exceeds its share for any declarations", async () => {
		const many = Array.from({ length: 500 }, (_, index) => `<link rel="service-doc" href="/${index}">`).join("");
		const { site, seen } = await declaredBy({ html: many, replies: { "/0": to("/moved"), "/moved": to("/again") } });
		expect(site.requests.filter((url) => !url.endsWith("robots.txt")).length).toBeLessThanOrEqual(16);
		expect(targetsOf({ site, seen })).toHaveLength(60);
	});

	it("follows declarations: Agentmap, catalog, card, endpoint", async () => {
		const entries = [{ type: "application/mcp-server-card+json", url: `${HOME}card` }];
		const card = { name: "acme/shoes", remotes: [{ type: "streamable-http", url: `${HOME}mcp` }] };
		const { seen } = await declaredBy({
			mode: "light",
			robots: `Agentmap: ${HOME}agents.json`,
			replies: { "/agents.json": json({ specVersion: "1.0", entries }), "/card": json(card) },
		});
		expect(seen.aiCatalog).toMatchObject({ state: "found", url: `${HOME}agents.json`, value: { json: { entries } } });
		expect(seen.mcpServerCard).toMatchObject({ state: "found", value: { json: card } });
		expect(seen.mcp).toMatchObject({ state: "failed", code: "not-shown", url: `${HOME}mcp` });
	});

	it("finds the server card below a declared endpoint, in a deep audit only", async () => {
		const site = { html: '<link rel="mcp" href="/mcp">', replies: { "/mcp/server-card": json({ name: "a/b" }) } };
		expect((await declaredBy(site)).seen.mcpServerCard).toMatchObject({
			state: "found",
			url: `${HOME}mcp/server-card`,
		});
		expect((await declaredBy({ ...site, mode: "light" })).seen.mcpServerCard).toMatchObject({ code: "not-shown" });
	});

	it("distinguishes failures from skipped requests", async () => {
		const answers = async (link: string, robots = "") => {
			const replies = { "/robots.txt": text(robots) };
			const seen = await declaredBy({ link, replies });
			return targetsOf(seen).map(({ answer }) => answer);
		};
		expect(await answers('<https://gone.acme-shoes.com/>; rel="service-doc"')).toMatchObject([
			{ state: "failed", code: "name-not-found" },
		]);
		expect(await answers("</a>; rel=service-doc", "User-agent: SightlineBot\nDisallow: /a")).toMatchObject([
			{ state: "not-asked" },
		]);
	});

	it("detects the response that a site gives for every address", async () => {
		const page = "<!doctype html><title>Home</title>";
		const seen = await declaredBy({ link: "</docs>; rel=service-doc", replies: { "/docs": page }, answersAll: true });
		expect(targetsOf(seen)).toMatchObject([{ answer: { status: 200, sniffed: "html", softNotFound: true } }]);
	});
});

describe("collectDeclared: API descriptions", () => {
	it("prefers one that is there", async () => {
		const { seen } = await declaredBy({
			html: '<link rel="service-desc" href="/gone.json"><a href="/openapi.json">API</a>',
			replies: { "/openapi.json": json(OPENAPI) },
		});
		expect(seen.apiDescription).toMatchObject({
			state: "found",
			url: `${HOME}openapi.json`,
			value: { declaredIn: "anchor" },
		});
	});

	it("reports one that is missing or too long", async () => {
		const html = '<link rel="service-desc" href="/api.yaml">';
		expect((await declaredBy({ html })).seen.apiDescription).toMatchObject({ state: "absent", status: 404 });
		const long = await declaredBy({
			html,
			replies: { "/api.yaml": `openapi: 3.1.0\n${"# comment\n".repeat(110_000)}` },
		});
		expect(long.seen.apiDescription).toMatchObject({ state: "failed", code: "body-too-large" });
		const gone = await declaredBy({ html: '<link rel="service-desc" href="https://gone.acme-shoes.com/api.yaml">' });
		expect(gone.seen.apiDescription).toMatchObject({ state: "failed", code: "not-shown" });
		const slow = await declaredBy({ html, replies: { "/api.yaml": { failure: "headers-timeout" } } });
		expect(slow.seen.apiDescription).toMatchObject({ state: "failed", code: "headers-timeout" });
		expect((await declaredBy({})).seen.apiDescription).toMatchObject({ state: "failed", code: "not-shown" });
	});
});

describe("collectDeclared: an API's errors", () => {
	const html = '<link rel="service-desc" href="/api.json">';
	const api = (server?: string) => ({ ...OPENAPI, ...(server === undefined ? {} : { servers: [{ url: server }] }) });

	it("requests a path below the described server", async () => {
		const problem = { type: "about:blank", title: "Not Found", status: 404 };
		const { seen } = await declaredBy({
			html,
			replies: { "/api.json": json(api("/v1/")), "/*": json(problem, "application/problem+json", 404) },
		});
		expect(seen.apiError).toMatchObject({ value: { members: ["type", "title", "status"] } });
		expect(seen.apiError.url).toMatch(/^https:\/\/www\.acme-shoes\.com\/v1\/sightline-[0-9a-f]{16}$/);
	});

	it("reads the members of a problem document", async () => {
		const problem = { title: "No such thing", status: 404 };
		const replies = {
			"/api.json": json(api("https://api.acme-shoes.com")),
			"https://api.acme-shoes.com/*": json(problem, "application/problem+json; charset=utf-8", 404),
		};
		expect((await declaredBy({ html, replies })).seen.apiError).toMatchObject({
			value: { contentType: "application/problem+json", members: ["title", "status"], status: 404 },
		});
	});

	it.each([
		["a stranger's server", "https://api.other.example/v1"],
		["the website's own root", "/"],
		["its root without www", "https://acme-shoes.com"],
		["an API that names no server", undefined],
		["a server with a gap", "https://{region}.acme-shoes.com/"],
	])("requests nothing from %s", async (_, server) => {
		const { seen } = await declaredBy({ html, replies: { "/api.json": json(api(server)) } });
		expect(seen.apiError).toMatchObject({ state: "failed", code: "not-shown" });
	});

	it("requests nothing in a light audit", async () => {
		const { seen, site } = await declaredBy({ html, mode: "light", replies: { "/api.json": json(api("/v1")) } });
		expect(seen.apiError).toMatchObject({ code: "not-shown", reason: expect.stringContaining("light") });
		expect(site.requests.some((url) => url.includes("sightline-"))).toBe(false);
	});
});
