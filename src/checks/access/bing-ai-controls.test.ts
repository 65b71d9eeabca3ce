import { expect, test } from "vitest";
import { aMeta, aPage, ask } from "../page.testkit.ts";
import { bingAiControls } from "./bing-ai-controls.ts";

test.each([
	["robots", "noarchive", "partial"],
	["bingbot", "index, NoArchive", "partial"],
	["robots", "nocache", "pass"],
	["bingbot", "noarchive, nocache", "pass"],
	["googlebot", "noarchive", "pass"],
	["robots", "index, follow", "pass"],
])("%s: %s gives %s", (key, content, outcome) => {
	const page = aPage({ digest: { metas: [aMeta(key, content)] } });
	expect(ask(bingAiControls, {}, page).outcome).toBe(outcome);
});

test("nocache is shown, noarchive is shown with the tag to delete", () => {
	const verdictOn = (content: string) =>
		ask(bingAiControls, {}, aPage({ digest: { metas: [aMeta("robots", content)] } }));
	expect(verdictOn("nocache")).toMatchObject({ exhibits: [{ excerpt: '<meta name="robots" content="nocache">' }] });
	expect(verdictOn("nocache").says).toContain("title and snippet");
	expect(verdictOn("noarchive")).toHaveProperty("fix", expect.stringContaining('Delete <meta name="robots"'));
});

test("a tag and a header together count as nocache, as Bing documents", () => {
	const page = aPage({
		digest: { metas: [aMeta("robots", "noarchive")] },
		headers: { "x-robots-tag": "bingbot: nocache" },
	});
	expect(ask(bingAiControls, {}, page).outcome).toBe("pass");
});
