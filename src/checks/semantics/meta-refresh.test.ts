import { expect, test } from "vitest";
import { refreshOf } from "#core/refresh.ts";
import { aMeta, aPage, ask, type PageParts } from "../page.testkit.ts";
import { metaRefresh } from "./meta-refresh.ts";

const judge = (contents: readonly string[], headers: NonNullable<PageParts["headers"]> = {}) => {
	const metas = contents.map((content) => ({ ...aMeta("refresh", content), by: "http-equiv" as const }));
	return ask(metaRefresh, {}, aPage({ headers, digest: { metas } }));
};

test.each<[readonly string[], string]>([
	[[], "not-applicable"],
	[["foo; URL=/new"], "not-applicable"],
	[["0; URL=/new"], "pass"],
	[["72001; /new"], "pass"],
	[["72000; /new"], "fail"],
	[["30"], "fail"],
	[["0; /a", "5; /b"], "pass"],
	[["0: /a", "5; /b"], "fail"],
])("%j", (contents, outcome) => {
	expect(judge(contents).outcome).toBe(outcome);
});

test("states the delay, and shows the element", () => {
	expect(judge(["1"])).toMatchObject({
		says: "After 1 second, https://example.com/ reloads or redirects by itself.",
		fix: expect.stringContaining("(line 1, column 1)."),
		exhibits: [{ excerpt: '<meta name="refresh" content="1">' }],
	});
});

test("a header takes precedence; a meta by name does not count", () => {
	expect(judge(["0; /a"], { refresh: "9; url=/b" })).toMatchObject({
		outcome: "fail",
		exhibits: [{ at: "header refresh", excerpt: "refresh: 9; url=/b" }],
	});
	expect(judge(["9"], { refresh: "soon" }).outcome).toBe("fail");
	expect(ask(metaRefresh, {}, aPage({ digest: { metas: [aMeta("refresh", "9")] } })).outcome).toBe("not-applicable");
});

test.each([
	["30", 30],
	[" \n30", 30],
	["0; url=/new", 0],
	["5,url=/new", 5],
	["5 /new", 5],
	["5.9;/new", 5],
	["5..9", 5],
	[".5", 0],
	["72001; https://w3.org", 72_001],
	["", null],
	["foo; URL=/new", null],
	["; 30", null],
	["+5; /new", null],
	["-00.12 foo", null],
	["0: https://w3.org", null],
	["5s", null],
])("%j", (content, seconds) => {
	expect(refreshOf(content, [])?.delay ?? null).toBe(seconds);
});
