import fc from "fast-check";
import { expect, it } from "vitest";
import type { StructuredNode } from "../../page-digest.ts";
import { readPage } from "../digest-page.ts";

/** Fragments of structured data in all formats, complete and broken. */
const piece = fc.constantFrom(
	"<div itemscope>",
	"<div itemscope itemtype='https://schema.org/Product' itemref='a b' id=a>",
	"<p itemprop='name \ud83d\ude00' id=b>",
	"<a itemprop=url href='&#xD800;/x'>",
	"<p itemprop=offers itemscope itemid=':' itemtype=schema:Offer>",
	"<meta itemprop=price content='1.299,00'>",
	"<table><tr><td itemprop=x>",
	"<div vocab='https://schema.org/' typeof='Article x:T'>",
	"<p property=headline resource='#a' typeof=''>",
	"<b property='x:y datePublished' content='2026-01-01'>",
	"<i prefix='x: http://x.example/ y:' about=''>",
	"<svg><title property=name>",
	"<template><p itemscope>",
	"<script type=application/ld+json>",
	'{"@context":["https://schema.org",{"a":"@id","b":"\\ud800"}],"a":1,"\\udfff":2,"@graph":[{"@type":["Offer","\\ud800"],"price":"5\\ud83d"}]}',
	'[{"@type":"Article","headline":"x","headline":"\\ud800"}]',
	"</script>",
	"</div>",
	"</p>",
	"</a>",
	"€ 1.299,00 on 1 March 2026 \ud83d\ude00",
);

function strings(value: unknown): string[] {
	if (typeof value === "string") return [value];
	return typeof value === "object" && value !== null ? Object.entries(value).flat().flatMap(strings) : [];
}

/** Indexes that values refer to. */
function targets(nodes: readonly StructuredNode[]): number[] {
	const values = nodes.flatMap(({ properties }) => Object.values(properties).flat());
	return values.flatMap((value) => (/^#\d+$/.test(value) ? [Number(value.slice(1))] : []));
}

it("reads any markup, alike every time, into data that survives JSON and points at what is there", () => {
	fc.assert(
		fc.property(fc.array(piece, { maxLength: 40 }), (pieces) => {
			const html = pieces.join("").toWellFormed();
			const { jsonLd, microdata, rdfa, stated, unknownTerms } = readPage(html, "https://site.example/");
			const facts = { jsonLd, microdata, rdfa, stated, unknownTerms };
			expect(JSON.parse(JSON.stringify(facts))).toEqual(facts);
			expect(readPage(html, "https://site.example/")).toMatchObject(facts);
			expect(strings(facts).filter((text) => !text.isWellFormed())).toEqual([]);
			for (const nodes of [jsonLd.nodes, microdata, rdfa]) {
				expect(targets(nodes).filter((index) => index >= nodes.length)).toEqual([]);
			}
		}),
	);
});
