import { expect, test } from "vitest";
import type { UnknownTerm } from "#evidence/page-digest.ts";
import { aNode, aPage, ask } from "../page.testkit.ts";
import { vocabulary } from "./vocabulary.ts";

const TYPO: UnknownTerm = {
	at: "line 12, column 3",
	excerpt: '"@type": "Organisation",',
	kind: "type",
	term: "Organisation",
	on: null,
	form: "json-ld",
	nearest: "Organization",
};
const NAME: UnknownTerm = { ...TYPO, kind: "property", term: "colour", on: "Car", nearest: null };
const BARE: UnknownTerm = { ...TYPO, kind: "context", term: "Course", nearest: null };

const judge = (types: readonly string[], ...unknownTerms: readonly UnknownTerm[]) =>
	ask(vocabulary, {}, aPage({ digest: { jsonLd: { blocks: [], nodes: [aNode(types, {})] }, unknownTerms } }));

test.each([
	["schema.org's own", ["Organization"], [], "pass"],
	["a typing error", ["Organisation"], [TYPO], "partial"],
	["an unknown property", ["Car"], [NAME], "partial"],
	["no context", ["Course"], [BARE], "partial"],
	["another vocabulary", ["http://xmlns.com/foaf/0.1/Person"], [], "not-applicable"],
	["no type at all", [], [], "not-applicable"],
] as const)("%s", (_, types, unknown, outcome) => {
	expect(judge(types, ...unknown).outcome).toBe(outcome);
});

test("names the term, what may be meant, and where", () => {
	expect(judge(["Organisation"], TYPO)).toEqual({
		outcome: "partial",
		ratio: 0.5,
		says: "1 name in the structured data of https://example.com/ is unknown: the type Organisation (Organization?).",
		fix: "Replace Organisation at line 12, column 3 of https://example.com/ with Organization, if you mean that, or with a type of schema.org.",
		exhibits: [{ url: "https://example.com/", at: "line 12, column 3", excerpt: '"@type": "Organisation",' }],
	});
	expect(judge(["Car"], NAME)).toMatchObject({
		says: expect.stringContaining("the property colour of Car"),
		fix: expect.stringContaining("a property that schema.org lists for Car"),
	});
	expect(judge(["Course"], BARE)).toMatchObject({ fix: expect.stringContaining('"@context": "https://schema.org"') });
});

test.each([
	[[aNode(["Book"], { potentialAction: ["#1"] }), { ...aNode(["ReadAction"], {}), top: false }], "book actions"],
	[[aNode(["Course"], { hasCourseInstance: ["x"] })], "course info"],
	[[aNode(["VideoObject", "LearningResource"], {})], "learning videos"],
	[[aNode(["Car"], {})], "vehicle listings"],
	[[aNode(["FAQPage"], {}), aNode(["HowTo"], {})], "how-tos and FAQs"],
	[[aNode(["Car", "Product"], {}), aNode(["Course"], {}), aNode(["VideoObject"], {}), aNode(["Book"], {})], undefined],
])("reports results that Google has ended, without a penalty", (nodes, named) => {
	const verdict = ask(vocabulary, {}, aPage({ digest: { jsonLd: { blocks: [], nodes } } }));
	expect(verdict.outcome).toBe("pass");
	const ended = named === undefined ? "" : ` Google Search no longer shows special results for ${named}.`;
	expect(verdict.says).toMatch(new RegExp(`\\w\\.${ended}$`));
});
