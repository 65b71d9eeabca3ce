import { expect, test } from "vitest";
import { aMeta, aPage, ask } from "../page.testkit.ts";
import { metaDescription } from "./meta-description.ts";

test.each([
	["present", [aMeta("description", "Bread from Graz, baked at night.")], "pass"],
	["a filled one beside an empty one", [aMeta("description", ""), aMeta("description", "Bread.")], "pass"],
	["absent", [aMeta("keywords", "bread")], "fail"],
	["empty", [aMeta("description", "  ")], "fail"],
	["og:description is another thing", [{ ...aMeta("og:description", "Bread."), by: "property" as const }], "fail"],
	["filler", [aMeta("description", "Lorem ipsum dolor sit amet, consectetur adipiscing elit.")], "fail"],
	["a starter project's", [aMeta("description", "Web site created using create-react-app")], "fail"],
	["the field's own name", [aMeta("description", "Meta description")], "fail"],
	["one on filler text", [aMeta("description", "A generator of lorem ipsum for designers.")], "pass"],
])("%s", (_, metas, outcome) => {
	expect(ask(metaDescription, {}, aPage({ digest: { metas } })).outcome).toBe(outcome);
});

test("a default names its own fault", () => {
	const page = aPage({ digest: { metas: [aMeta("description", "Your description here")] } });
	expect(ask(metaDescription, {}, page)).toHaveProperty("fault", "The page's description is only placeholder text");
});

test("quotes the page", () => {
	const page = aPage({ digest: { metas: [aMeta("description", "Bread from Graz.")] } });
	expect(ask(metaDescription, {}, page)).toMatchObject({
		says: `The page's description is "Bread from Graz."`,
		exhibits: [{ excerpt: '<meta name="description" content="Bread from Graz.">' }],
	});
});

test("an empty one is filled, no second one added", () => {
	const page = aPage({ digest: { metas: [aMeta("description", "")] } });
	expect(ask(metaDescription, {}, page)).toHaveProperty(
		"fix",
		'Fill the content of <meta name="description" content=""> (line 1, column 1 of https://example.com/) with 1 or 2 sentences about what this page offers.',
	);
	expect(ask(metaDescription, {}, aPage())).toHaveProperty("fix", expect.stringMatching(/^Add to the <head>/));
});
