import { expect, test } from "vitest";
import type { JsonLdNode } from "#evidence/page-digest.ts";
import { absent, aMeta, aNode, aPage, ask, found } from "../page.testkit.ts";
import { identityAgreement } from "./identity-agreement.ts";

function judge(nodes: readonly JsonLdNode[], tag: string | null = null, title = "Home") {
	const digest = {
		jsonLd: { blocks: [], nodes },
		metas: tag === null ? [] : [aMeta("og:site_name", tag)],
		titles: [{ text: title, at: "line 1, column 1", excerpt: `<title>${title}</title>` }],
	};
	return ask(identityAgreement, { home: found(aPage({ digest })) });
}
const org = (name: string, parts: JsonLdNode["properties"] = {}) => aNode(["Organization"], { name: [name], ...parts });
const site = (name: string) => aNode(["WebSite"], { name: [name] });

const publisher = { ...org("Bolt"), id: "#bolt" };
const published = aNode(["WebSite"], { name: ["Acme"], publisher: ["@id:#bolt"] });
const nameless = aNode(["WebSite"], { publisher: ["@id:#bolt"] });

test.each<[string, readonly JsonLdNode[], string | null, string, string]>([
	["one name", [org("Acme"), site("Acme")], "Acme", "Acme", "pass"],
	["a legal form", [org("Acme Tools GmbH")], "Acme Tools", "Home", "pass"],
	["the title alone", [org("Acme Tools")], null, "Drills | ACME Tools", "pass"],
	["the tag but not the website", [org("Acme"), site("Bolt")], "Acme", "Home", "pass"],
	["by alternateName", [org("Bolt", { alternateName: ["Acme"] })], "Acme", "Home", "pass"],
	["another name", [org("Bolt"), site("Acme")], "Acme", "Acme", "partial"],
	["another name than the tag's", [org("Bolt")], "Acme", "Home", "partial"],
	["a site that names its publisher", [publisher, published], null, "Home", "not-applicable"],
	["a nameless site that names its publisher", [publisher, nameless], "Acme", "Home", "partial"],
	["nothing to compare with", [org("Acme")], null, "Home", "not-applicable"],
	["an organization without a name", [aNode(["Organization"], {}), site("Acme")], "Acme", "Acme", "not-applicable"],
	["no organization", [site("Acme")], "Bolt", "Home", "not-applicable"],
])("%s", (_, nodes, tag, title, outcome) => {
	expect(judge(nodes, tag, title).outcome).toBe(outcome);
});

test("names all of them, and the line to write", () => {
	expect(judge([org("Bolt"), site("Acme")], "Acme Inc")).toMatchObject({
		says: 'The Organization of https://example.com/ is called "Bolt", but WebSite says "Acme" and og:site_name says "Acme Inc", and the title does not contain it.',
		fix: 'Write "name": "Acme" in the Organization of https://example.com/, with "alternateName": "Bolt" if it uses both.',
	});
});

test("a home page that is an error", () => {
	expect(ask(identityAgreement, { home: absent(503) }).outcome).toBe("not-applicable");
});
