import fc from "fast-check";
import { expect, test } from "vitest";
import type { AgentTool, RenderedPage } from "#evidence/evidence-map.ts";
import { absent, aPage, ask, CONTEXT, failed, found, HOME } from "../page.testkit.ts";
import { webmcp } from "./webmcp.ts";

const TOOL: AgentTool = { name: "a", description: "Does A.", schemaFaults: [], hints: [] };
function judge(tools: readonly AgentTool[] | null, ...toolNames: readonly string[]) {
	const forms = toolNames.map((toolName) => ({ toolName, at: "line 3, column 1", excerpt: "<form>" }));
	const home = aPage({ digest: { forms: forms as never } });
	const rendered = { browser: "Chromium 156", url: HOME, tools } as RenderedPage;
	return ask(webmcp, { rendered: found(rendered), home: found(home) });
}

test.each<[string, Parameters<typeof judge>, string, string]>([
	["a tool", [[TOOL]], "pass", "offers a to agents"],
	["a tool without input", [[{ ...TOOL, schemaFaults: ["/inputSchema is missing"] }]], "pass", "offers a"],
	["a form", [[], "search"], "pass", "offers search"],
	["a form, in a browser that knows no tools", [null, "search"], "pass", "offers search"],
	["a form that registers itself", [[{ ...TOOL, name: "search" }], "search"], "pass", "offers search to"],
	["one name twice", [[TOOL, TOOL]], "fail", '"a" names more than one tool'],
	["no words", [[{ ...TOOL, description: "" }]], "fail", '"a" has no description'],
	[
		"a broken schema",
		[[{ ...TOOL, schemaFaults: ["/inputSchema is not an object"] }]],
		"fail",
		"/inputSchema is not an object",
	],
	["a form with an empty name", [[], ""], "fail", "the form at line 3, column 1"],
	["nothing", [[]], "not-applicable", "registers no tools"],
	["an older browser", [null], "unknown", "Chromium 156 does not support WebMCP,"],
])("%s", (_, given, outcome, words) => {
	expect(judge(...given)).toMatchObject({ outcome, says: expect.stringContaining(words) });
});

test("no page, no verdict", () => {
	expect(ask(webmcp, { rendered: absent(404), home: absent(404) }).outcome).toBe("not-applicable");
});

test.each([
	["not-shown", "not-applicable", "Only a deep audit"],
	["browser-missing", "unknown", "We could not"],
])("without rendering (%s), the verdict is %s", (code, outcome, words) => {
	const verdict = ask(webmcp, { home: found(aPage()), rendered: failed(code) });
	expect(verdict).toMatchObject({ outcome, says: expect.stringContaining(words) });
});

/** The end of the trial of Chrome 149 to 156, 2026-11-17 at midnight. */
const TRIAL = { origin: "https://example.com:443", feature: "WebMCP", expiry: 1_794_873_600 };
const NOW = Date.parse(CONTEXT.auditedAt) / 1000;

function tokenOf(payload: object): string {
	const json = Buffer.from(JSON.stringify(payload));
	const length = Buffer.alloc(4);
	length.writeUInt32BE(json.length);
	return Buffer.concat([Buffer.from([3]), Buffer.alloc(64, 7), length, json]).toString("base64");
}

function withTokens(inHeader: readonly string[], inTags: readonly string[] = []) {
	const place = { at: "line 2, column 1", excerpt: "<meta>", by: "http-equiv", key: "origin-trial" } as const;
	const metas = inTags.map((content) => ({ ...place, content }));
	const headers: Record<string, string> = inHeader.length > 0 ? { "origin-trial": inHeader.join(", ") } : {};
	return ask(webmcp, { home: found(aPage({ headers, digest: { metas } })) });
}

test("a token that ended is told with its day, in header and tag, by the audit's clock", () => {
	for (const verdict of [withTokens([tokenOf(TRIAL)]), withTokens([], [tokenOf(TRIAL)])])
		expect(verdict).toMatchObject({ outcome: "partial", says: expect.stringContaining("ended on 2026-11-17") });
	const expiries = fc.integer({ min: 1, max: 4_000_000_000 });
	fc.assert(
		fc.property(fc.array(expiries, { minLength: 1, maxLength: 4 }), (ends) => {
			const { outcome } = withTokens(ends.map((expiry) => tokenOf({ ...TRIAL, expiry })));
			expect(outcome).toBe(Math.max(...ends) > NOW ? "not-applicable" : "partial");
		}),
	);
});

test("a token of another feature, origin or format is ignored", () => {
	const others = [{ feature: "Other" }, { origin: "https://cdn.shop.com:443", isThirdParty: true }, { expiry: 1e300 }];
	for (const other of others) expect(withTokens([tokenOf({ ...TRIAL, ...other })]).outcome).toBe("not-applicable");
	fc.assert(
		fc.property(fc.oneof(fc.string(), fc.base64String()), (token) => {
			expect(withTokens([token], [token]).outcome).toBe("not-applicable");
		}),
	);
});
