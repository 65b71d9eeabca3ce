import { describe, expect, test } from "vitest";
import { aLink, aMeta, aNode, aPage, ask } from "../page.testkit.ts";
import {
	aiMetas,
	contentSecurityPolicy,
	faqpageMarkup,
	howtoMarkup,
	metaAuthor,
	metaKeywords,
	noaiMeta,
	permissionsPolicy,
	referrerPolicy,
	relPrevNext,
	searchAction,
	speakableMarkup,
} from "./page-signals.ts";

test.each([
	[
		noaiMeta,
		"noai",
		aPage({ digest: { metas: [aMeta("robots", "index, NoAI")] } }),
		'<meta name="robots" content="index, NoAI">',
	],
	[
		noaiMeta,
		"noimageai for one crawler",
		aPage({ digest: { metas: [aMeta("somebot", "noimageai")] } }),
		'<meta name="somebot" content="noimageai">',
	],
	[noaiMeta, "the header", aPage({ headers: { "x-robots-tag": "noai, noimageai" } }), "noai, noimageai"],
	[
		aiMetas,
		"a declaration",
		aPage({ digest: { metas: [aMeta("ai-content-declaration", "human-made")] } }),
		'<meta name="ai-content-declaration" content="human-made">',
	],
	[
		aiMetas,
		"a summary",
		aPage({ digest: { metas: [aMeta("ai:summary", "We bind books.")] } }),
		'<meta name="ai:summary" content="We bind books.">',
	],
	[
		aiMetas,
		"instructions",
		aPage({ digest: { metas: [aMeta("llms", "read /llms.txt")] } }),
		'<meta name="llms" content="read /llms.txt">',
	],
	[
		metaKeywords,
		"the tag",
		aPage({ digest: { metas: [aMeta("keywords", "books, binding")] } }),
		'<meta name="keywords" content="books, binding">',
	],
	[
		metaAuthor,
		"the tag",
		aPage({ digest: { metas: [aMeta("author", "Ada Binder")] } }),
		'<meta name="author" content="Ada Binder">',
	],
	[relPrevNext, "next", aPage({ digest: { links: [aLink("next", "/page/2")] } }), '<link rel="next" href="/page/2">'],
	[relPrevNext, "prev", aPage({ digest: { links: [aLink("prev", "/")] } }), '<link rel="prev" href="/">'],
	[
		contentSecurityPolicy,
		"the header",
		aPage({ headers: { "content-security-policy": "default-src 'self'" } }),
		"default-src 'self'",
	],
	[
		referrerPolicy,
		"the header",
		aPage({ headers: { "referrer-policy": "strict-origin-when-cross-origin" } }),
		"strict-origin-when-cross-origin",
	],
	[permissionsPolicy, "the header", aPage({ headers: { "permissions-policy": "camera=()" } }), "camera=()"],
] as const)("$0.id: $1 is seen, and costs nothing", (check, _, page, excerpt) => {
	const verdict = ask(check, {}, page);
	expect(verdict).toMatchObject({ outcome: "pass", exhibits: [{ url: page.url, excerpt }] });
	expect(verdict.says).toContain("without effect");
});

test.each([
	[noaiMeta, "a description", aPage({ digest: { metas: [aMeta("description", "noaim and noais")] } })],
	[noaiMeta, "a keyword", aPage({ digest: { metas: [aMeta("keywords", "art, noai")] } })],
	[noaiMeta, "an ordinary directive", aPage({ digest: { metas: [aMeta("robots", "noindex")] } })],
	[noaiMeta, "nothing", aPage()],
	[aiMetas, "another word with these letters", aPage({ digest: { metas: [aMeta("air-quality", "good")] } })],
	[aiMetas, "a description", aPage({ digest: { metas: [aMeta("description", "ai")] } })],
	[metaKeywords, "another tag", aPage({ digest: { metas: [aMeta("description", "keywords")] } })],
	[metaKeywords, "nothing", aPage()],
	[metaAuthor, "another tag", aPage({ digest: { metas: [aMeta("description", "author")] } })],
	[metaAuthor, "nothing", aPage()],
	[relPrevNext, "a canonical link", aPage({ digest: { links: [aLink("canonical", "/")] } })],
	[relPrevNext, "prefetch", aPage({ digest: { links: [aLink("prefetch", "/next")] } })],
	[contentSecurityPolicy, "another header", aPage({ headers: { "x-frame-options": "DENY" } })],
	[contentSecurityPolicy, "nothing", aPage()],
	[referrerPolicy, "another header", aPage({ headers: { "x-frame-options": "DENY" } })],
	[referrerPolicy, "nothing", aPage()],
	[permissionsPolicy, "another header", aPage({ headers: { "x-frame-options": "DENY" } })],
	[permissionsPolicy, "nothing", aPage()],
] as const)("$0.id: $1 is no sign of it", (check, _, page) => {
	expect(ask(check, {}, page).outcome).toBe("not-applicable");
});

describe.each([
	[faqpageMarkup, "FAQPage"],
	[howtoMarkup, "HowTo"],
	[searchAction, "SearchAction"],
	[speakableMarkup, "SpeakableSpecification"],
] as const)("$0.id", (check, type) => {
	const block = { at: "line 4, column 1", excerpt: '<script type="application/ld+json">', ok: true };
	const withNode = (types: readonly string[], properties: Readonly<Record<string, readonly string[]>> = {}) =>
		aPage({ digest: { jsonLd: { blocks: [block], nodes: [aNode(types, properties)] } } });

	test("it is seen in JSON-LD, and costs nothing", () => {
		expect(ask(check, {}, withNode([type]))).toMatchObject({
			outcome: "pass",
			exhibits: [{ at: "line 4, column 1", excerpt: block.excerpt }],
		});
	});

	test("it is seen in microdata, too", () => {
		const node = { ...aNode([type], {}), at: "line 9, column 3", excerpt: "<div itemscope>" };
		const page = aPage({ digest: { microdata: [node] } });
		expect(ask(check, {}, page)).toMatchObject({ outcome: "pass", exhibits: [{ at: "line 9, column 3" }] });
	});

	test("other markup is no sign of it", () => {
		expect(ask(check, {}, withNode(["Organization"], { name: [type] })).outcome).toBe("not-applicable");
		expect(ask(check, {}, aPage()).outcome).toBe("not-applicable");
	});
});
