import { expect, test } from "vitest";
import { parseTarget } from "#core/target.ts";
import type { PageDigest } from "#evidence/page-digest.ts";
import { aMeta, aNode, anAnchor, aPage } from "../page.testkit.ts";
import { namedBlock, shownName } from "./shown-name.ts";

const PLACE = { at: "line 2, column 1", excerpt: "<title>" };
const nameOf = (host: string, digest: Partial<PageDigest>, title = "Welcome") =>
	shownName(aPage({ digest: { titles: [{ ...PLACE, text: title }], ...digest } }), parseTarget(host));

test("tags and data come first", () => {
	expect(nameOf("acme.com", { metas: [aMeta("og:site_name", " Acme Bindery ")] }, "Acme")).toBe("Acme Bindery");
	const nodes = [aNode(["Organization"], { name: ["Acme Ltd"] })];
	expect(nameOf("acme.com", { jsonLd: { blocks: [], nodes } })).toBe("Acme Ltd");
	expect(nameOf("acme.com", { metas: [aMeta("og:site_name", "acme.com")] }, "Acme | Books")).toBe("Acme");
});

test.each([
	["acme.com", "Books bound by hand | Acme Ltd.", "Acme Ltd."],
	["acme.com", "Acme – Books bound by hand", "Acme"],
	["voteforbooks.org", "Vote for Books!", "Vote for Books!"],
	["wxyz.org", "World Xylophone Youth Zoo (WXYZ)", "WXYZ"],
	["press.acme.org", "Acme Press", "Acme Press"],
	["buchbinderei-muller.de", "Buchbinderei Müller: Einbände", "Buchbinderei Müller"],
])("on %s, the title %j gives the name %j", (host, title, name) => {
	expect(nameOf(host, {}, title)).toBe(name);
});

test("the link to the home page gives it, where the host confirms it", () => {
	const anchors = [anAnchor("/", "Home"), anAnchor("/index.html", "Acme Books"), anAnchor("/a", "acme books and more")];
	expect(nameOf("acmebooks.com", { anchors })).toBe("Acme Books");
});

test.each([
	["acme.com", "Home"],
	["acme.com", "Books bound by hand"],
	["acme.com", "acme.com"],
	["ab.com", "ab"],
])("on %s, the title %j gives no name", (host, title) => {
	expect(nameOf(host, {}, title)).toBeUndefined();
});

test("a block to paste cannot end its script, and makes no name up", () => {
	expect(namedBlock(aPage(), "WebSite", "</script>")).toContain('"name":"\\u003c/script>"');
	expect(namedBlock(aPage(), "Organization", undefined)).toContain('"name":"…","url":"https://example.com/"');
});
