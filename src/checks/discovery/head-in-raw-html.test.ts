import { expect, test } from "vitest";
import type { RenderedPage } from "#evidence/evidence-map.ts";
import { organization } from "../data/organization.ts";
import { website } from "../data/website.ts";
import { absent, aLink, aMeta, aNode, aPage, aRenderedPage, ask, found, type PageParts } from "../page.testkit.ts";
import { canonical } from "./canonical.ts";
import { headInRawHtml } from "./head-in-raw-html.ts";
import { metaDescription } from "./meta-description.ts";
import { title } from "./title.ts";

const NOTHING = { title: "Example", canonical: [], robots: [], description: "", jsonLdTypes: [] };
const judge = (head: Partial<RenderedPage["head"]>, digest: PageParts["digest"] = {}) =>
	ask(headInRawHtml, {
		home: found(aPage({ digest })),
		rendered: found(aRenderedPage({ head: { ...NOTHING, ...head } })),
	});

test("what is served is enough", () => {
	expect(judge({}).outcome).toBe("pass");
	const digest = {
		metas: [aMeta("description", "Served."), aMeta("robots", "index")],
		links: [aLink("canonical", "/")],
		jsonLd: { blocks: [], nodes: [aNode(["Organization"], {})] },
	};
	const head = { canonical: ["/"], robots: ["index"], description: "Other.", jsonLdTypes: ["Organization"] };
	expect(judge(head, digest).outcome).toBe("pass");
});

test.each<[string, Partial<RenderedPage["head"]>, PageParts["digest"], string]>([
	["title", { title: "Late" }, { titles: [] }, "title (Late)"],
	["canonical link", { canonical: ["https://example.com/x"] }, {}, "canonical link (https://example.com/x)"],
	["robots tag", { robots: ["noindex"] }, {}, "robots tag (noindex)"],
	["description", { description: "Late." }, {}, "description (Late.)"],
	["structured data", { jsonLdTypes: ["Product"] }, {}, "structured data (Product)"],
])("a %s that comes late is named", (what, head, digest, fix) => {
	expect(judge(head, digest)).toMatchObject({
		outcome: "partial",
		says: expect.stringContaining(`gets its ${what} from scripts`),
		fix: expect.stringContaining(fix),
	});
});

test.each<[string, Partial<RenderedPage["head"]>, PageParts["digest"], string]>([
	["title and canonical", { title: "Late", canonical: ["https://example.com/"] }, { titles: [] }, "fail"],
	["title and structured data", { title: "Late", jsonLdTypes: ["Product"] }, { titles: [] }, "fail"],
	["a title alone", { title: "Late" }, { titles: [] }, "partial"],
	[
		"canonical and structured data, the title being there",
		{ canonical: ["/"], jsonLdTypes: ["Product"] },
		{},
		"partial",
	],
	[
		"title and structured data, the canonical being there",
		{ title: "Late", canonical: ["/"], jsonLdTypes: ["Product"] },
		{ titles: [], links: [aLink("canonical", "/")] },
		"partial",
	],
])("late: %s", (_, head, digest, outcome) => {
	expect(judge(head, digest).outcome).toBe(outcome);
});

test.each(["Loading…", "Loading...", "React App", "Vite + React + TS", "App", " "])("%j is no title yet", (text) => {
	const titles = [{ at: "line 1", excerpt: "<title>", text }];
	expect(judge({ title: "Books" }, { titles }).says).toContain("gets its title from scripts");
	expect(judge({ title: text }, { titles }).outcome).toBe("pass");
});

test.each(["Application forms", "Home bakery", "Loading bays"])("%j is one", (text) => {
	const titles = [{ at: "line 1", excerpt: "<title>", text }];
	expect(judge({ title: "Books" }, { titles }).outcome).toBe("pass");
});

test.each([title, canonical, metaDescription, organization, website])(
	"$id is not charged with the penalty",
	({ yieldsTo }) => {
		expect(yieldsTo).toContain("head-in-raw-html");
	},
);

test("without a page nothing is judged", () => {
	expect(ask(headInRawHtml, { home: absent(503), rendered: absent(503) }).outcome).toBe("not-applicable");
});
