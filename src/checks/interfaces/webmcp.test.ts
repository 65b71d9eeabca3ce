import { expect, test } from "vitest";
import type { AgentTool, RenderedPage } from "#evidence/evidence-map.ts";
import { absent, aPage, ask, found, HOME } from "../page.testkit.ts";
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
	["one name twice", [[TOOL, TOOL]], "fail", '"a" is the name of more than one tool'],
	["no words", [[{ ...TOOL, description: "" }]], "fail", 'nothing says what "a" does'],
	[
		"a broken schema",
		[[{ ...TOOL, schemaFaults: ["/inputSchema is no object"] }]],
		"fail",
		"/inputSchema is no object",
	],
	["a form with an empty name", [[], ""], "fail", "the form at line 3, column 1"],
	["nothing", [[]], "not-applicable", "registers no tools"],
	["an older browser", [null], "not-applicable", "Chromium 156 does not know WebMCP"],
])("%s", (_, given, outcome, words) => {
	expect(judge(...given)).toMatchObject({ outcome, says: expect.stringContaining(words) });
});

test("no page, no verdict", () => {
	expect(ask(webmcp, { rendered: absent(404), home: absent(404) }).outcome).toBe("not-applicable");
});
