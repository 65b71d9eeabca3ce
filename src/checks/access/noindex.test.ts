import { describe, expect, test } from "vitest";
import type { Sitemap } from "#evidence/evidence-map.ts";
import { absent, aMeta, aPage, ask, found } from "../page.testkit.ts";
import { noindex } from "./noindex.ts";

const byMeta = (...metas: readonly (readonly [string, string])[]) =>
	ask(noindex, {}, aPage({ digest: { metas: metas.map(([key, content]) => aMeta(key, content)) } }));
const byHeader = (value: string) => ask(noindex, {}, aPage({ headers: { "x-robots-tag": value } }));

describe("meta tags", () => {
	test.each([
		["robots", "noindex"],
		["robots", "NOINDEX, nofollow"],
		["robots", "follow,noindex"],
		["robots", "none"],
		["googlebot", "noindex"],
		["bingbot", "noindex"],
		["robots", "unavailable_after: 2026-01-01"],
		["robots", "max-snippet:20, unavailable_after: Wed, 25 Jun 2025 15:00:00 GMT, nofollow"],
		["robots", "unavailable_after: Wednesday, 25-Jun-25 15:00:00 UTC"],
	])("%s: %s keeps the page out", (key, content) => {
		const verdict = byMeta([key, content]);
		expect(verdict).toMatchObject({ outcome: "fail", exhibits: [{ at: "line 1, column 1" }] });
		expect(verdict).toHaveProperty("fix", expect.stringContaining(`<meta name="${key}"`));
	});

	test.each([
		["robots", "index, follow"],
		["robots", "nofollow, noarchive, max-image-preview:none"],
		["robots", "noindexing"],
		["robots", "unavailable_after: 2030-01-01"],
		["robots", "unavailable_after: some day"],
		["googlebot-news", "noindex"],
		["somebot", "noindex"],
		["description", "How to use noindex, nofollow"],
	])("%s: %s does not", (key, content) => {
		expect(byMeta([key, content]).outcome).toBe("pass");
	});

	test("the most restrictive tag counts", () => {
		const verdict = byMeta(["robots", "index"], ["googlebot", "noindex"]);
		expect(verdict.outcome).toBe("fail");
		expect(verdict.says).toContain("to Google,");
	});
});

describe("X-Robots-Tag", () => {
	test.each([
		["noindex"],
		["nofollow, noindex"],
		["googlebot: noindex, nofollow"],
		["otherbot: noarchive, bingbot: none"],
		["noindex, otherbot: nofollow"],
		["unavailable_after: 25 Jun 2010 15:00:00 PST"],
		["googlebot: unavailable_after: 2025-06-25T15:00:00+02:00"],
	])("%s keeps the page out", (value) => {
		const verdict = byHeader(value);
		expect(verdict).toMatchObject({ outcome: "fail", exhibits: [{ at: "header x-robots-tag", excerpt: value }] });
	});

	test.each([
		["otherbot: noindex\nnoindex", '"X-Robots-Tag: noindex"'],
		["noindex\notherbot: nofollow", '"X-Robots-Tag: noindex"'],
		["nofollow\ngooglebot: noindex", '"X-Robots-Tag: googlebot: noindex"'],
	])("of two lines, a crawler's name ends with its own: %j", (value, line) => {
		expect(byHeader(value)).toMatchObject({
			outcome: "fail",
			fix: expect.stringContaining(`Stop sending ${line} with`),
		});
	});

	test.each([
		["otherbot: noindex"],
		["otherbot: nofollow, noindex\nfollow"],
		["otherbot: noindex, nofollow"],
		["googlebot: nofollow, otherbot: noindex"],
		["max-snippet: 0, noai, noimageai"],
		[""],
	])("%s does not", (value) => {
		expect(byHeader(value).outcome).toBe("pass");
	});
});

test("an unlisted page may be noindex on purpose; a page in the sitemap may not", () => {
	const page = aPage({ url: "https://example.com/thanks", digest: { metas: [aMeta("robots", "noindex")] } });
	const listing = (...locs: readonly string[]) =>
		found<Sitemap>({
			declaredIn: "robots.txt",
			kind: "urlset",
			contentType: "application/xml",
			bytes: 900,
			count: locs.length,
			entries: locs.map((loc) => ({ loc, lastmod: null })),
			child: null,
			faults: [],
			excerpt: "<urlset>",
		});
	const home = found(aPage());
	expect(ask(noindex, { home, sitemap: listing("https://example.com/") }, page).outcome).toBe("not-applicable");
	expect(ask(noindex, { home, sitemap: absent() }, page).outcome).toBe("not-applicable");
	expect(ask(noindex, { home, sitemap: listing(page.url) }, page).outcome).toBe("fail");
	expect(ask(noindex, { home: found(page, page.url) }, page).outcome).toBe("fail");
});

test("a date without a zone is read as UTC on every machine", () => {
	const context = { target: { host: "", displayHost: "", registrableDomain: "", url: "" } };
	const page = aPage({ digest: { metas: [aMeta("robots", "unavailable_after: 2026-06-01T12:00:00")] } });
	const at = (auditedAt: string) => ask(noindex, {}, page, { ...context, preset: "general", auditedAt }).outcome;
	expect(at("2026-06-01T11:59:59.000Z")).toBe("pass");
	expect(at("2026-06-01T12:00:01.000Z")).toBe("fail");
});
