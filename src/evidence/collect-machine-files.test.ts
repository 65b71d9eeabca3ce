import { hash } from "node:crypto";
import { describe, expect, it, test } from "vitest";
import { cpuUnits } from "#core/cpu-units.testkit.ts";
import { collectAnnotations, collectMachineFile, readMachineText } from "./collect-machine-files.ts";
import type { MachineFileKey, Observation, RedirectTrace } from "./evidence-map.ts";
import { type Reply, text, to } from "./fake-site.testkit.ts";
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

	it("reports where JSON is broken", async () => {
		const seen = await collect("aiCatalog", { "/.well-known/ai-catalog.json": json('{"a": }') });
		expect(seen).toMatchObject({
			value: { sniffed: "json", json: null, jsonError: expect.stringContaining("(line 1, column 7)") },
		});
	});

	it.each<[MachineFileKey, string]>([
		["apiCatalog", "/.well-known/api-catalog"],
		["authorizationServer", "/.well-known/oauth-authorization-server"],
		["protectedResource", "/.well-known/oauth-protected-resource"],
	])("requests %s at %s", async (key, path) => {
		expect(await collect(key, { [path]: json("{}") })).toMatchObject({ state: "found", url: new URL(path, HOME).href });
		expect(await collect(key, { "/": "home" })).toEqual({
			state: "absent",
			url: new URL(path, HOME).href,
			status: 404,
		});
	});

	it("shows no excerpt of binary data", async () => {
		const image = { body: Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0, 1, 2) };
		expect(await collect("llmsTxt", { "/llms.txt": image })).toMatchObject({
			value: { sniffed: "binary", excerpt: "" },
		});
	});

	it("fails on a challenge", async () => {
		const challenge = { status: 403, headers: { "cf-mitigated": "challenge" } };
		expect(await collect("llmsTxt", { "/llms.txt": challenge })).toMatchObject({ state: "failed", code: "challenged" });
	});
});

describe("collectMachineFile: sites that answer everything", () => {
	const sha256 = hash("sha256", "the same bytes", "hex");
	const anything: Observation<RedirectTrace> = {
		state: "found",
		url: HOME,
		status: 200,
		value: { start: HOME, hops: [], end: HOME, status: 200, sha256 },
	};

	it("does not count a web page", async () => {
		const replies = { "/llms.txt": to("/"), "/": "<!doctype html><title>Home</title>" };
		expect(await collect("llmsTxt", replies, anything)).toMatchObject({
			state: "found",
			url: HOME,
			value: { path: "/llms.txt", sniffed: "html", softNotFound: true },
		});
		expect(await collect("llmsTxt", replies)).toMatchObject({ value: { sniffed: "html", softNotFound: false } });
	});

	it("does not count the same bytes", async () => {
		const seen = await collect("llmsTxt", { "/llms.txt": text("the same bytes") }, anything);
		expect(seen).toMatchObject({ value: { softNotFound: true } });
	});

	it("counts a different file", async () => {
		const seen = await collect("llmsTxt", { "/llms.txt": text("# Acme") }, anything);
		expect(seen).toMatchObject({ value: { softNotFound: false } });
	});
});

const read = (text: string, truncated = false) =>
	readMachineText({ url: "https://acme-shoes.com/llms.txt", body: new TextEncoder().encode(text), truncated });

test("reads the heading, the links and the addresses", () => {
	expect(
		read(`\ufeff# Acme shoes #

> Shoes. POST to \`/agent/identity\`, then https://acme-shoes.com/oauth/token.

- [Sizes](/sizes.md): all of them, see [more](<https://acme-shoes.com/more> "title")
- [Mail](mailto:a@acme-shoes.com), [Sizes again](/sizes.md#eu)
`),
	).toEqual({
		h1: "Acme shoes",
		characters: 242,
		truncated: false,
		links: ["https://acme-shoes.com/sizes.md", "https://acme-shoes.com/more"],
		mentions: ["/agent/identity", "https://acme-shoes.com/oauth/token", "/sizes.md", "https://acme-shoes.com/more"],
	});
});

test.each([
	["no heading", "Acme", null],
	["a heading of level 2", "## Acme", null],
	["a comment in code", "```sh\n# build\n```\n# Acme", "Acme"],
	["a hash without a space", "#Acme", null],
	["an empty heading", "# ", null],
	["nothing", "", null],
])("%s", (_, text, h1) => {
	expect(read(text).h1).toBe(h1);
});

test("keeps a bounded part of a hostile file, quickly", () => {
	const start = cpuUnits();
	const many = read(Array.from({ length: 9_000 }, (_, at) => `[a](/${at}) /b${at}`).join("\n"));
	expect([many.links.length, many.mentions.length]).toEqual([200, 200]);
	for (const hostile of ["](", "[a](<", "](a", "/", " /a", "https://", "# ", "`"]) read(hostile.repeat(200_000));
	expect(cpuUnits() - start).toBeLessThan(2_000);
	expect(read(`# ${"x".repeat(50_000)}`, true)).toMatchObject({ h1: "x".repeat(200), truncated: true });
});

const ANNOTATIONS = "/.well-known/sightline.json";
const jsonReply = (value: unknown): Reply => ({
	body: JSON.stringify(value),
	headers: { "content-type": "application/json" },
});
const lookForAnnotations = (reply: Reply | undefined) =>
	collectAnnotations(openSource(reply ? { [ANNOTATIONS]: reply } : { "/": "x" }).source, HOME);
const readAnnotations = async (value: unknown) => {
	const seen = await lookForAnnotations(jsonReply(value));
	if (seen.state !== "found") throw new Error(seen.state);
	return seen.value;
};

describe("collectAnnotations", () => {
	it("reads the owner's answers", async () => {
		expect(
			await lookForAnnotations(
				jsonReply({ annotations: [{ check: "hsts", reason: " Our CDN adds it. " }], proof: "x" }),
			),
		).toEqual({
			state: "found",
			url: HOME.replace(/\/$/, ANNOTATIONS),
			status: 200,
			value: { answers: [{ check: "hsts", reason: "Our CDN adds it." }], faults: [] },
		});
	});

	it("finds none without the file, or with an error page", async () => {
		expect(await lookForAnnotations(undefined)).toMatchObject({ state: "absent", status: 404 });
		expect(await lookForAnnotations({ body: "<!doctype html><title>Home</title>" })).toMatchObject({ state: "absent" });
	});

	it("does not report the file's other use as a fault", async () => {
		expect(await readAnnotations({ control: "abc" })).toEqual({ answers: [], faults: [] });
		expect(await readAnnotations([])).toEqual({ answers: [], faults: [] });
	});

	it("keeps valid answers and reports invalid ones", async () => {
		const { answers, faults } = await readAnnotations({
			annotations: [{ check: "hsts", reason: "Fine." }, { check: "HSTS", reason: "" }, "alt", { check: "alt" }],
		});
		expect(answers).toEqual([{ check: "hsts", reason: "Fine." }]);
		expect(faults.map((fault) => fault.split(":")[0])).toEqual([
			"/annotations/1/check",
			"/annotations/1/reason",
			"/annotations/2",
			"/annotations/3/reason",
		]);
		expect((await readAnnotations({ annotations: "none" })).faults).toEqual(['"annotations" is not a list.']);
		expect(await lookForAnnotations({ body: "{,}" })).toMatchObject({
			value: { faults: [expect.stringContaining("not JSON")] },
		});
	});

	it("reads at most 50 answers, of up to 500 characters", async () => {
		const many = Array.from({ length: 60 }, () => ({ check: "alt", reason: "x" }));
		const { answers, faults } = await readAnnotations({ annotations: many });
		expect(answers).toHaveLength(50);
		expect(faults).toEqual(["Only the first 50 of 60 are read."]);
		expect((await readAnnotations({ annotations: [{ check: "alt", reason: "x".repeat(501) }] })).answers).toEqual([]);
		const ids = [80, 81].map((length) => ({ check: "a".repeat(length), reason: "x" }));
		expect((await readAnnotations({ annotations: ids })).answers.map(({ check }) => check.length)).toEqual([80]);
	});
});
