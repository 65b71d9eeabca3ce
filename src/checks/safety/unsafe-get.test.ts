import { expect, test } from "vitest";
import type { PageAnchor } from "#evidence/page-digest.ts";
import { anAnchor, aPage, ask } from "../page.testkit.ts";
import { unsafeGet } from "./unsafe-get.ts";

const judge = (...anchors: readonly PageAnchor[]) => ask(unsafeGet, {}, aPage({ digest: { anchors } }));

test.each<[string, readonly PageAnchor[], string]>([
	["no links", [], "not-applicable"],
	["links for reading", [anAnchor("/about"), anAnchor("/blog/how-to-delete-a-branch")], "pass"],
	["another site's action is not ours", [anAnchor("https://other.example.net/logout")], "pass"],
	["mail is no link to follow", [anAnchor("mailto:logout@example.com"), anAnchor("#logout")], "pass"],
	["a command's page", [anAnchor("/cli/destroy"), anAnchor("/terraform/destroy"), anAnchor("/git/remove")], "pass"],
	[
		"a manual's pages",
		[anAnchor("/man/man2/delete"), anAnchor("/v1.2/users/17/delete"), anAnchor("/1.x/remove?id=1")],
		"pass",
	],
	["a tag", [anAnchor("/tags/logout"), anAnchor("/topics/delete/")], "pass"],
	["a documentation host's query", [anAnchor("https://developers.example.com/?cmd=delete")], "pass"],
	["an object's deletion", [anAnchor("/items/17/delete")], "partial"],
	["a deletion by query", [anAnchor("/delete?id=17"), anAnchor("/posts?action=delete&post=9")], "partial"],
	["logging out", [anAnchor("/about"), anAnchor("/logout")], "partial"],
	["on another host of the site", [anAnchor("https://shop.example.com/?add-to-cart=17")], "partial"],
])("%s", (_, anchors, outcome) => {
	expect(judge(...anchors).outcome).toBe(outcome);
});

test("shows the link and the form to put in its place", () => {
	expect(judge(anAnchor("/items/17/delete", "Delete"), anAnchor("/items/18/delete", "Delete"))).toMatchObject({
		ratio: 0.5,
		says: "https://example.com/ has 2 plain links that seem to trigger an action. The first is /items/17/delete.",
		fix: expect.stringContaining('line 1, column 1 with a form: <form method="post" action="/items/17/delete">'),
		exhibits: [{ at: "line 1, column 1", excerpt: '<a href="/items/17/delete">Delete</a>' }, {}],
	});
});

test("the form's address is escaped for HTML", () => {
	expect(judge(anAnchor("/cart/?action=add&book=7"))).toHaveProperty(
		"fix",
		expect.stringContaining('action="/cart/?action=add&amp;book=7"'),
	);
});

test("one link is spoken of as one, and its address is pasted whole", () => {
	expect(judge(anAnchor("/logout")).says).toContain("1 plain link that seems to trigger an action.");
	expect(judge(anAnchor(`/logout?to=${"x".repeat(300)}`))).toHaveProperty("fix", expect.not.stringContaining("…"));
});
