import { hash } from "node:crypto";
import { describe, expect, it } from "vitest";
import { collectMachineFile } from "./collect-machine-files.ts";
import type { MachineFileKey, RedirectTrace } from "./evidence-map.ts";
import { type Reply, text, to } from "./fake-site.testkit.ts";
import type { Observation } from "./observation.ts";
import { HOME, openSource } from "./open-source.testkit.ts";

const MISSING: Observation<RedirectTrace> = { state: "absent", url: HOME, status: 404 };

async function collect(key: MachineFileKey, replies: Record<string, Reply | string>, random = MISSING) {
	const { source } = openSource(replies);
	return collectMachineFile(source, HOME, key, Promise.resolve(random));
}

function json(body: string, type = "application/json"): Reply {
	return { body, headers: { "content-type": type } };
}

describe("collectMachineFile", () => {
	it("finds a text file", async () => {
		const markdown = { body: "# Acme\n\n> Shoes", headers: { "content-type": "Text/Markdown; charset=utf-8" } };
		expect(await collect("llmsTxt", { "/llms.txt": markdown })).toEqual({
			state: "found",
			url: `${HOME}llms.txt`,
			status: 200,
			value: {
				path: "/llms.txt",
				contentType: "text/markdown",
				bytes: 15,
				sniffed: "markdown",
				json: null,
				jsonError: null,
				text: { h1: "Acme", characters: 15, truncated: false, links: [], mentions: [] },
				excerpt: "# Acme > Shoes",
				softNotFound: false,
			},
		});
	});

	it("finds JSON", async () => {
		const card = json('{"name": "Acme"}');
		expect(await collect("agentCard", { "/.well-known/agent-card.json": card })).toMatchObject({
			state: "found",
			value: { path: "/.well-known/agent-card.json", sniffed: "json", json: { name: "Acme" }, jsonError: null },
		});
	});

	it("says where JSON is broken", async () => {
		const seen = await collect("aiCatalog", { "/.well-known/ai-catalog.json": json('{"a": }') });
		expect(seen).toMatchObject({
			value: { sniffed: "json", json: null, jsonError: expect.stringContaining("(line 1, column 7)") },
		});
	});

	it.each<[MachineFileKey, string]>([
		["apiCatalog", "/.well-known/api-catalog"],
		["authorizationServer", "/.well-known/oauth-authorization-server"],
		["protectedResource", "/.well-known/oauth-protected-resource"],
	])("looks for %s at %s", async (key, path) => {
		expect(await collect(key, { [path]: json("{}") })).toMatchObject({ state: "found", url: new URL(path, HOME).href });
		expect(await collect(key, { "/": "home" })).toEqual({
			state: "absent",
			url: new URL(path, HOME).href,
			status: 404,
		});
	});

	it("shows no excerpt of bytes that are no text", async () => {
		const image = { body: Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0, 1, 2) };
		expect(await collect("llmsTxt", { "/llms.txt": image })).toMatchObject({
			value: { sniffed: "binary", excerpt: "" },
		});
	});

	it("could not look at a challenge", async () => {
		const challenge = { status: 403, headers: { "cf-mitigated": "challenge" } };
		expect(await collect("llmsTxt", { "/llms.txt": challenge })).toMatchObject({ state: "failed", code: "challenged" });
	});
});

describe("collectMachineFile: sites that have an answer to everything", () => {
	const sha256 = hash("sha256", "the same bytes", "hex");
	const anything: Observation<RedirectTrace> = {
		state: "found",
		url: HOME,
		status: 200,
		value: { start: HOME, hops: [], end: HOME, status: 200, sha256 },
	};

	it("is not believed for a web page", async () => {
		const replies = { "/llms.txt": to("/"), "/": "<!doctype html><title>Home</title>" };
		expect(await collect("llmsTxt", replies, anything)).toMatchObject({
			state: "found",
			url: HOME,
			value: { path: "/llms.txt", sniffed: "html", softNotFound: true },
		});
		expect(await collect("llmsTxt", replies)).toMatchObject({ value: { sniffed: "html", softNotFound: false } });
	});

	it("is not believed for the same bytes", async () => {
		const seen = await collect("llmsTxt", { "/llms.txt": text("the same bytes") }, anything);
		expect(seen).toMatchObject({ value: { softNotFound: true } });
	});

	it("is believed for a file of its own", async () => {
		const seen = await collect("llmsTxt", { "/llms.txt": text("# Acme") }, anything);
		expect(seen).toMatchObject({ value: { softNotFound: false } });
	});
});
