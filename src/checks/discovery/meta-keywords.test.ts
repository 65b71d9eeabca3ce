import { expect, test } from "vitest";
import { aMeta, aPage, ask } from "../page.testkit.ts";
import { metaKeywords } from "./meta-keywords.ts";

test.each([
	[
		"the tag",
		aPage({ digest: { metas: [aMeta("keywords", "books, binding")] } }),
		'<meta name="keywords" content="books, binding">',
	],
])("%s is seen, and costs nothing", (_, page, excerpt) => {
	const verdict = ask(metaKeywords, {}, page);
	expect(verdict).toMatchObject({ outcome: "pass", exhibits: [{ url: page.url, excerpt }] });
	expect(verdict.says).toContain("without effect");
});

test.each([
	["another tag", aPage({ digest: { metas: [aMeta("description", "keywords")] } })],
	["nothing", aPage()],
])("%s is no sign of it", (_, page) => {
	expect(ask(metaKeywords, {}, page).outcome).toBe("not-applicable");
});
