import { describe, expect, test } from "vitest";
import { aMeta, aPage, ask, aText } from "../page.testkit.ts";
import { snippetEligible } from "./snippet-eligible.ts";

const byMeta = (key: string, content: string) =>
	ask(snippetEligible, {}, aPage({ digest: { metas: [aMeta(key, content)] } }));
const byText = (main: number, noSnippet: number) =>
	ask(snippetEligible, {}, aPage({ digest: { text: aText({ main, noSnippet }) } }));

describe("directives", () => {
	test.each([
		["robots", "nosnippet"],
		["robots", "index, NOSNIPPET"],
		["googlebot", "max-snippet:0"],
		["bingbot", "max-snippet: 0"],
	])("%s: %s fails", (key, content) => {
		const verdict = byMeta(key, content);
		expect(verdict).toMatchObject({ outcome: "fail", exhibits: [{ at: "line 1, column 1" }] });
		expect(verdict).toHaveProperty("fix", expect.stringContaining(`<meta name="${key}"`));
	});

	test.each([
		["robots", "max-snippet:-1"],
		["robots", "max-snippet:20, max-image-preview:none"],
		["robots", "max-video-preview:0"],
		["somebot", "nosnippet"],
		["description", "nosnippet"],
	])("%s: %s passes", (key, content) => {
		expect(byMeta(key, content).outcome).toBe("pass");
	});

	test("in the header", () => {
		const page = (value: string) => ask(snippetEligible, {}, aPage({ headers: { "x-robots-tag": value } }));
		expect(page("googlebot: nosnippet")).toMatchObject({ outcome: "fail", exhibits: [{ at: "header x-robots-tag" }] });
		expect(page("otherbot: nosnippet").outcome).toBe("pass");
	});
});

describe("data-nosnippet", () => {
	test.each([
		[1000, 0, "pass"],
		[1000, 200, "pass"],
		[1000, 201, "partial"],
		[1000, 999, "partial"],
		[1000, 1000, "fail"],
		[0, 0, "pass"],
	])("of %i characters, %i withheld: %s", (main, noSnippet, outcome) => {
		expect(byText(main, noSnippet).outcome).toBe(outcome);
	});

	test("states the withheld share", () => {
		expect(byText(1000, 333).says).toContain("33 %");
	});
});
