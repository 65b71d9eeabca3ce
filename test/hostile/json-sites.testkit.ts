/** Structured data and what sites declare for programs: JSON, YAML, MCP. */

import type { Socket } from "node:net";
import { type HostileSite, inHead, inPage, numbered, page, site, typed } from "./hostile-site.testkit.ts";

const ld = (name: string, json: () => string) =>
	inHead(name, () => `<script type="application/ld+json">${json()}</script>`);
const JSON_TYPE = "application/json";

/** Names a description in the page, and serves it. */
function description(name: string, type: string, body: () => string): HostileSite {
	const named = `<link rel="service-desc" type="${type}" href="/api">`;
	return site(name, { "/": { body: page("", named) }, "/api": typed(type, body) }, { mode: "deep" });
}

const wellKnown = (name: string, path: string, body: () => string, mode: "light" | "deep" = "light") =>
	site(name, { [path]: typed(JSON_TYPE, body) }, { mode });

const CATALOG = "/.well-known/api-catalog";
/** A site with this answer at its MCP endpoint. */
function mcp(name: string, answer: (socket: Socket) => void): HostileSite {
	const home = { body: page("", '<link rel="mcp" href="/mcp">') };
	return site(name, { "/": home, "/mcp": { raw: answer } }, { mode: "deep" });
}

const head = (type: string) => `HTTP/1.1 200 OK\r\ncontent-type: ${type}\r\nconnection: close\r\n\r\n`;
const TOOL = '{"name":"x","description":"y","inputSchema":{"type":"object"}},';

/** Writes until the reader disconnects. */
export function streamed(socket: Socket, first: string, piece: string, everyMs: number): void {
	socket.write(first);
	const timer = setInterval(() => socket.write(piece), everyMs);
	socket.on("close", () => clearInterval(timer));
}

const aliases = `a0: &a0 [x,x,x,x,x,x,x,x,x]\n${numbered(40, (at) => `a${at + 1}: &a${at + 1} [${`*a${at},`.repeat(9)}]\n`)}`;
const deep = (count: number, open: string, close: string) => `${open.repeat(count)}1${close.repeat(count)}`;

export const JSON_SITES = [
	ld("ld-deep-objects", () => deep(150_000, '{"a":', "}")),
	ld("ld-deep-lists", () => deep(400_000, "[", "]")),
	ld("ld-broken", () => '{"a":\n'.repeat(200_000)),
	ld("ld-wide", () => `[${'{"@type":"Product","offers":[{},{}]},'.repeat(40_000)}1]`),
	ld(
		"ld-prototypes",
		() => '{"@type":"A","__proto__":{"isAdmin":"yes"},"constructor":{"prototype":{"isAdmin":"yes"}}}',
	),
	ld("ld-duplicates", () => `{${'"@type":"Article","author":{"name":"x"},'.repeat(50_000)}"a":1}`),
	ld(
		"ld-references",
		() =>
			`{"@context":"https://schema.org","@graph":[${numbered(15_000, (at) => `{"@id":"#${at}","author":{"@id":"#${(at * 7) % 15_000}"},"isPartOf":{"@id":"#${at + 1}"}},`)}{"@id":"#0"}]}`,
	),
	ld("ld-numbers", () => `[${"1e999,-0,1E-999,123456789012345678901234567890,".repeat(60_000)}0]`),
	ld("ld-strings", () => `{"@type":"Article","headline":"${"\\u0000\\ud800x".repeat(150_000)}"}`),
	ld("ld-one-string", () => `"${"\\".repeat(2_000_000)}"`),
	inHead("ld-blocks", () => '<script type="application/ld+json">{"@type":"Thing"}</script>'.repeat(30_000)),
	inPage("microdata-nested", () => "<div itemscope itemtype=https://schema.org/Product itemprop=a>".repeat(40_000)),
	inPage(
		"microdata-refs",
		() =>
			`<div itemscope itemref="${numbered(5_000, (at) => `r${at} `)}"></div>`.repeat(50) +
			numbered(5_000, (at) => `<p id=r${at} itemprop=x itemscope itemref="r${at + 1} r0">y</p>`),
	),
	inPage("rdfa", () =>
		'<div vocab="https://schema.org/" typeof="Product Offer" property="a b c" resource="#x" prefix="a: b c: d">'.repeat(
			30_000,
		),
	),
	inPage("microformats", () => '<div class="h-entry h-card p-name u-url dt-published">x'.repeat(40_000)),
	description("openapi-deep", JSON_TYPE, () => `{"openapi":"3.1.0","x":${deep(200_000, '{"a":', "}")}}`),
	description(
		"openapi-operations",
		JSON_TYPE,
		() =>
			`{"openapi":"3.1.0","info":{"title":"x","version":"1"},"paths":{${numbered(30_000, (at) => `"/p${at}":{"get":{"responses":{"200":{"$ref":"#/components/responses/r${at}"}}}},`)}"/":{}}}`,
	),
	description(
		"openapi-refs",
		JSON_TYPE,
		() =>
			`{"openapi":"3.1.0","info":{"title":"x","version":"1"},"paths":{"/a":{"$ref":"#/paths/~1b"},"/b":{"$ref":"#/paths/~1a"}},"components":{"schemas":{${numbered(30_000, (at) => `"s${at}":{"$ref":"#/components/schemas/s${at + 1}"},`)}"e":{}}}}`,
	),
	description("yaml-aliases", "application/yaml", () => `openapi: 3.1.0\n${aliases}paths: *a40\n`),
	description(
		"yaml-anchors",
		"application/yaml",
		() => `openapi: 3.1.0\n${numbered(25_000, (at) => `k${at}: &b${at} x\n`)}`,
	),
	description("yaml-nested", "application/yaml", () => `openapi: 3.1.0\nx: ${deep(100_000, "[", "]")}\n`),
	description("yaml-flow", "application/yaml", () => `openapi: 3.1.0\nx: ${"{a: ".repeat(100_000)}`),
	description(
		"yaml-merge",
		"application/yaml",
		() => `openapi: 3.1.0\na: &a {b: 1}\n${"x: {<<: *a}\n".repeat(30_000)}`,
	),
	description(
		"yaml-tags",
		"application/yaml",
		() => `openapi: 3.1.0\nx: !!js/function 'x'\ny: !!binary ${"A".repeat(300_000)}\n`,
	),
	wellKnown("card-deep", "/.well-known/agent-card.json", () => deep(800_000, "[", "]")),
	wellKnown(
		"card-skills",
		"/.well-known/agent-card.json",
		() => `{"name":"x","skills":[${'{"id":"a","name":"b","tags":["c"]},'.repeat(120_000)}{}]}`,
	),
	wellKnown("card-broken", "/.well-known/agent-card.json", () => '{"a":[\n'.repeat(600_000)),
	wellKnown(
		"ai-catalog-flood",
		"/.well-known/ai-catalog.json",
		() =>
			`{"specVersion":"1.0","entries":[${numbered(40_000, (at) => `{"identifier":"urn:${at}","mediaType":"application/json","url":"https://n${at}.names.example.com/"},`)}{}]}`,
		"deep",
	),
	wellKnown(
		"api-catalog-flood",
		CATALOG,
		() => `{"linkset":[${numbered(40_000, (at) => `{"anchor":"/a${at}","service-desc":[{"href":"/d${at}"}]},`)}{}]}`,
		"deep",
	),
	wellKnown(
		"oauth-flood",
		"/.well-known/oauth-authorization-server",
		() => `{"issuer":"x","scopes_supported":[${'"a",'.repeat(1_000_000)}"b"]}`,
	),
	wellKnown(
		"annotations-flood",
		"/.well-known/sightline.json",
		() => `{"annotations":[${'{"check":"x","says":"y"},'.repeat(150_000)}{}]}`,
	),
	site(
		"skills-list",
		{
			"/": { body: page("", '<link rel="agent-skills" href="/skills.json">') },
			"/skills.json": typed(
				JSON_TYPE,
				() =>
					`{"$schema":"x","skills":[${numbered(30_000, (at) => `{"name":"s${at}","type":"skill-md","description":"d","url":"https://n${at}.names.example.com/","digest":"sha256:${"0".repeat(64)}"},`)}{}]}`,
			),
		},
		{ mode: "deep" },
	),
	mcp("mcp-streams-forever", (socket) => streamed(socket, head("text/event-stream"), ": ping\n\ndata: {}\n\n", 20)),
	mcp("mcp-event-flood", (socket) =>
		socket.end(`${head("text/event-stream")}${'data: {"jsonrpc":"2.0","id":9,"result":{}}\n\n'.repeat(100_000)}`),
	),
	mcp("mcp-one-event", (socket) => socket.end(`${head("text/event-stream")}${"data: [\n".repeat(500_000)}\n`)),
	mcp("mcp-tools", (socket) =>
		socket.end(
			`${head(JSON_TYPE)}{"jsonrpc":"2.0","id":1,"result":{"protocolVersion":"2025-11-25","serverInfo":{"name":"x"},"capabilities":{"tools":{}},"tools":[${TOOL.repeat(60_000)}{}]}}`,
		),
	),
	mcp("mcp-deep", (socket) =>
		socket.end(`${head(JSON_TYPE)}{"jsonrpc":"2.0","id":1,"result":${deep(400_000, '{"a":', "}")}}`),
	),
	mcp("mcp-silent", () => undefined),
	inPage("webmcp-tools", () =>
		numbered(20_000, (at) => `<form toolname=t${at} tooldescription="x"><input name=a toolparamdescription=y></form>`),
	),
];
