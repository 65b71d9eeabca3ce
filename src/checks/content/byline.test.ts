import { expect, test } from "vitest";
import type { JsonLdNode, PageByline } from "#evidence/page-digest.ts";
import { aNode, aPage, ask } from "../page.testkit.ts";
import { byline } from "./byline.ts";

const URL = "https://example.com/blog/glue/";
const ada: PageByline = {
	at: "line 9, column 1",
	excerpt: "<p>By Ada Lovelace</p>",
	name: "Ada Lovelace",
	from: "text",
};
const judge = (bylines: readonly PageByline[], ...nodes: JsonLdNode[]) =>
	ask(byline, {}, aPage({ url: URL, digest: { bylines, jsonLd: { blocks: [], nodes } } }));
const written = (author: string) => aNode(["Article"], { author: [author] });

test("a name passes, and is shown", () => {
	expect(judge([ada], aNode(["Article"], {}))).toMatchObject({ outcome: "pass", says: expect.stringContaining("Ada") });
});

test("without one, the name that the structured data states is put into the fix", () => {
	expect(judge([], aNode(["Article"], {})).outcome).toBe("fail");
	expect(judge([], written("undefined")).outcome).toBe("fail");
	expect(judge([], written("Ada Lovelace"))).toHaveProperty("fix", expect.stringContaining("By Ada Lovelace</p>"));
	const person = aNode(["Person"], { name: ["Ada L."] }, { id: "https://example.com/#ada", top: false });
	expect(judge([], written("@id:https://example.com/#ada"), person)).toHaveProperty(
		"fix",
		expect.stringContaining("Ada L."),
	);
});

test("an organization may speak for itself", () => {
	const house = aNode(["NewsMediaOrganization"], { name: ["The Post"] }, { top: false });
	expect(judge([], written("#1"), house)).toMatchObject({
		outcome: "not-applicable",
		says: expect.stringContaining("The Post"),
	});
});

test("what is no article needs no author", () => {
	expect(judge([]).outcome).toBe("not-applicable");
});
