import { expect, it } from "vitest";
import { sitemapFacts } from "./sitemap-facts.ts";

const page = (head: string) =>
	Buffer.from(`<!DOCTYPE html><html lang="en"><head>${head}</head><body><p>Text</p></body></html>`);

it("lists a page with the time of what it shows", () => {
	const head = '<meta property="article:modified_time" content="2026-11-21T05:35:00.000Z">';
	expect(sitemapFacts(page(head))).toEqual({ listed: true, lastmod: "2026-11-21T05:35:00.000Z" });
	expect(sitemapFacts(page(""))).toEqual({ listed: true });
});

it("leaves out a page that search engines are kept from, in whatever order its attributes stand", () => {
	expect(sitemapFacts(page('<meta content="noindex" name="robots">'))).toEqual({ listed: false });
	const leadsElsewhere = '<!doctype html><title>Redirecting</title><meta name="robots" content="noindex"><body></body>';
	expect(sitemapFacts(Buffer.from(leadsElsewhere))).toEqual({ listed: false });
	expect(sitemapFacts(page('<title>&lt;meta name="robots" content="noindex"&gt;</title>'))).toEqual({ listed: true });
});
