import { expect, test } from "vitest";
import { aMeta, aPage, ask } from "../page.testkit.ts";
import { aiMetas } from "./ai-metas.ts";

test.each([
	[
		"a declaration",
		aPage({ digest: { metas: [aMeta("ai-content-declaration", "human-made")] } }),
		'<meta name="ai-content-declaration" content="human-made">',
	],
	[
		"a summary",
		aPage({ digest: { metas: [aMeta("ai:summary", "We bind books.")] } }),
		'<meta name="ai:summary" content="We bind books.">',
	],
	[
		"instructions",
		aPage({ digest: { metas: [aMeta("llms", "read /llms.txt")] } }),
		'<meta name="llms" content="read /llms.txt">',
	],
])("%s is seen, and costs nothing", (_, page, excerpt) => {
	const verdict = ask(aiMetas, {}, page);
	expect(verdict).toMatchObject({ outcome: "pass", exhibits: [{ url: page.url, excerpt }] });
	expect(verdict.says).toContain("without effect");
});

test.each([
	["another word with these letters", aPage({ digest: { metas: [aMeta("air-quality", "good")] } })],
	["a description", aPage({ digest: { metas: [aMeta("description", "ai")] } })],
])("%s is no sign of it", (_, page) => {
	expect(ask(aiMetas, {}, page).outcome).toBe("not-applicable");
});
