import { expect, test } from "vitest";
import { aMeta, aPage, ask } from "../page.testkit.ts";
import { noaiMeta } from "./noai-meta.ts";

test.each([
	[
		"noai",
		aPage({ digest: { metas: [aMeta("robots", "index, NoAI")] } }),
		'<meta name="robots" content="index, NoAI">',
	],
	[
		"noimageai for one crawler",
		aPage({ digest: { metas: [aMeta("somebot", "noimageai")] } }),
		'<meta name="somebot" content="noimageai">',
	],
	["the header", aPage({ headers: { "x-robots-tag": "noai, noimageai" } }), "noai, noimageai"],
])("%s is seen, and costs nothing", (_, page, excerpt) => {
	const verdict = ask(noaiMeta, {}, page);
	expect(verdict).toMatchObject({ outcome: "pass", exhibits: [{ url: page.url, excerpt }] });
	expect(verdict.says).toContain("without effect");
});

test.each([
	["a description", aPage({ digest: { metas: [aMeta("description", "noaim and noais")] } })],
	["a keyword", aPage({ digest: { metas: [aMeta("keywords", "art, noai")] } })],
	["an ordinary directive", aPage({ digest: { metas: [aMeta("robots", "noindex")] } })],
	["nothing", aPage()],
])("%s is no sign of it", (_, page) => {
	expect(ask(noaiMeta, {}, page).outcome).toBe("not-applicable");
});
