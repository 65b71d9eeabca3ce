import { expect, test } from "vitest";
import { aMeta, aPage, ask } from "../page.testkit.ts";
import { metaAuthor } from "./meta-author.ts";

test.each([
	[
		"the tag",
		aPage({ digest: { metas: [aMeta("author", "Ada Binder")] } }),
		'<meta name="author" content="Ada Binder">',
	],
])("%s is seen, and costs nothing", (_, page, excerpt) => {
	const verdict = ask(metaAuthor, {}, page);
	expect(verdict).toMatchObject({ outcome: "pass", exhibits: [{ url: page.url, excerpt }] });
	expect(verdict.says).toContain("without effect");
});

test.each([
	["another tag", aPage({ digest: { metas: [aMeta("description", "author")] } })],
	["nothing", aPage()],
])("%s is no sign of it", (_, page) => {
	expect(ask(metaAuthor, {}, page).outcome).toBe("not-applicable");
});
