import { describe, expect, test } from "vitest";
import type { DeclaredTarget, MachineFile } from "#evidence/evidence-map.ts";
import { absent, aMachineFile, ask, failed, found } from "../page.testkit.ts";
import { declaredIsReal } from "./declared-is-real.ts";

const CARD = "https://example.com/.well-known/agent-card.json";
const card = (parts: Partial<MachineFile> = {}) =>
	ask(declaredIsReal, { agentCard: found(aMachineFile("/.well-known/agent-card.json", parts), CARD) });

describe("real", () => {
	test.each<[string, Partial<MachineFile>]>([
		["JSON", { json: { name: "Acme" } }],
		["a JSON type of its own", { contentType: "application/linkset+json" }],
		["too long to have been parsed", { json: null, bytes: 70_000 }],
		["no type at all", { contentType: "" }],
		["the type of a file without extension", { contentType: "application/octet-stream" }],
	])("%s", (_, parts) => {
		expect(card(parts).outcome).toBe("pass");
	});
});

describe("a false promise", () => {
	test.each<[string, Partial<MachineFile>, string]>([
		["a web page", { sniffed: "html", contentType: "text/html", jsonError: "Unexpected <" }, "is a web page"],
		["broken JSON", { jsonError: "Unexpected end", json: null }, "is not valid JSON (Unexpected end)"],
		["an empty file", { sniffed: "empty", jsonError: "Unexpected end" }, "is empty"],
		["text", { sniffed: "text", json: null }, "contains text, not JSON"],
		["a list", { json: [] }, "is not a JSON object"],
		["null", { json: null }, "is not a JSON object"],
		["the wrong type", { contentType: "text/html" }, "is served as text/html"],
	])("%s", (_, parts, words) => {
		expect(card(parts)).toMatchObject({ outcome: "fail", says: `${CARD} ${words}.`, exhibits: [{ url: CARD }] });
	});

	test("every false one is named", () => {
		const html = { sniffed: "html", contentType: "text/html", excerpt: "<!doctype html>" } as const;
		const verdict = ask(declaredIsReal, {
			agentCard: found(aMachineFile("/.well-known/agent-card.json", html), CARD),
			aiCatalog: found(
				aMachineFile("/.well-known/ai-catalog.json", html),
				"https://example.com/.well-known/ai-catalog.json",
			),
			apiCatalog: found(aMachineFile("/.well-known/api-catalog")),
		});
		expect(verdict.says).toBe(
			`${CARD} is a web page and https://example.com/.well-known/ai-catalog.json is a web page.`,
		);
		expect(verdict.exhibits).toContainEqual({
			url: CARD,
			at: "beginning (text/html)",
			excerpt: "<!doctype html>",
		});
	});
});

describe("no offer, no verdict", () => {
	test.each([
		["absent", absent(404)],
		["not seen", failed("connection-timeout")],
		[
			"the answer that the site gives to every address",
			found(aMachineFile("/x", { sniffed: "html", softNotFound: true })),
		],
	])("%s", (_, agentCard) => {
		expect(ask(declaredIsReal, { agentCard }).outcome).toBe("not-applicable");
	});
});

describe("what the site names", () => {
	const asked = (status: number, sniffed: string) =>
		({ state: "asked", status, contentType: "", sniffed, softNotFound: false }) as const;
	const everything = { ...asked(200, "html"), softNotFound: true };
	const judge = (answer: DeclaredTarget["answer"], parts: Partial<DeclaredTarget> = {}) => {
		const place = { declaredIn: "api-catalog", rel: "service-desc", promised: "", at: "/linkset/0", excerpt: "" };
		return ask(declaredIsReal, { declared: found([{ ...place, url: "https://example.com/a", answer, ...parts }]) });
	};

	test.each<[string, Parameters<typeof judge>, string, string]>([
		["data", [asked(200, "json")], "pass", "valid: https://example.com/a."],
		["XML, as of a WSDL", [asked(200, "xml")], "pass", "valid"],
		["a page in place of data", [asked(200, "html")], "fail", "https://example.com/a is a web page."],
		["a page of documentation", [asked(200, "html"), { rel: "service-doc" }], "pass", "valid"],
		[
			"a page where Markdown is promised",
			[asked(200, "html"), { rel: "alternate", promised: "text/markdown" }],
			"fail",
			"web page",
		],
		["a page where a page is promised", [asked(200, "html"), { promised: "text/html" }], "pass", "valid"],
		["nothing", [asked(200, "empty")], "fail", "is empty"],
		["dead", [asked(404, "html")], "fail", "listed in api-catalog and returns 404."],
		[
			"dead, by a link of the page",
			[asked(404, "html"), { declaredIn: "link element" }],
			"not-applicable",
			"none of the files",
		],
		["a convention", [asked(200, "html"), { url: "https://example.com/auth.md" }], "not-applicable", "none"],
		["a convention under another name", [asked(200, "html"), { rel: "agent_auth.skill" }], "not-applicable", "none"],
		[
			"the answer to everything, by a link of the page",
			[everything, { declaredIn: "Link header" }],
			"not-applicable",
			"none",
		],
		[
			"the answer to everything, by a catalog",
			[everything],
			"fail",
			"returns the same response as every other address",
		],
		["documentation, where every address has a page", [everything, { rel: "service-doc" }], "not-applicable", "none"],
		["closed", [asked(401, "json")], "not-applicable", "none"],
		["slow", [{ state: "failed", code: "headers-timeout", reason: "" }], "not-applicable", "none"],
		["not asked", [{ state: "not-asked", reason: "" }], "not-applicable", "none"],
	])("%s", (_, given, outcome, words) => {
		expect(judge(...given)).toMatchObject({ outcome, says: expect.stringContaining(words) });
	});

	test("llms.txt and auth.md are conventions, whatever they hold", () => {
		const html = found(aMachineFile("/x", { sniffed: "html" }), "https://example.com/x");
		expect(ask(declaredIsReal, { llmsTxt: html, authMd: html }).outcome).toBe("not-applicable");
	});

	test("a file that is judged already is not judged twice", () => {
		const verdict = ask(declaredIsReal, {
			agentCard: found(aMachineFile("/.well-known/agent-card.json"), CARD),
			declared: found([
				{ declaredIn: "anchor", rel: "", promised: "", at: "", excerpt: "", url: CARD, answer: asked(200, "json") },
			]),
		});
		expect(verdict.says).toBe("Machine-readable and valid: /.well-known/agent-card.json.");
	});
});
