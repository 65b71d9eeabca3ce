import { describe, expect, it } from "vitest";
import { readPage } from "../digest-page.ts";

const readContent = (html: string, url = "https://site.example/blog/") => readPage(html, url);

describe("text", () => {
	it("counts words, and knows where the main part begins", () => {
		const { text } = readContent("<nav>a b</nav><main>\n <h1>One</h1> two <b>th</b>ree</main>");
		expect(text).toMatchObject({ words: 5, mainOffset: 26, fingerprint: [] });
		expect(readContent("<p>a</p><article><p>b").text.mainOffset).toBe(20);
		expect(readContent("<p>a").text.mainOffset).toBe(3);
		expect(readContent("").text).toMatchObject({ words: 0, mainOffset: 0 });
	});

	it("fingerprints the main part alone", () => {
		const main = "<main>one two three four five six seven</main>";
		const print = readContent(main).text.fingerprint;
		expect(print).toHaveLength(128);
		expect(readContent(`<nav>Menu</nav>${main}<footer>Foot</footer>`).text.fingerprint).toEqual(print);
		expect(readContent(main.replace("four", "4")).text.fingerprint).not.toEqual(print);
		expect(readContent("<p>one two three four five six seven").text.fingerprint).toEqual(print);
	});

	it.each([
		["<main>abc <span data-nosnippet>def</span></main><div data-nosnippet>no</div>", 4],
		["<main><div data-nosnippet>ab<div data-nosnippet>cd</div></div></main>", 5],
		["<main><p data-nosnippet>abc</p></main>", 0],
		["<p>x</p><section data-nosnippet=false>abc</section>", 4],
	])("finds what is kept from snippets in %s", (html, characters) => {
		expect(readContent(html).text.noSnippet).toBe(characters);
	});
});

describe("tables", () => {
	it("by their rows, cells, headers and caption", () => {
		const html = "<table><caption>Prices <b>2026</b></caption><tr><th>a<th>b<tr><td>1<td>2<td>3</table>";
		expect(readContent(html).tables).toMatchObject([
			{ rows: 2, columns: 3, headers: 2, caption: "Prices 2026", layout: false, at: "line 1, column 1" },
		]);
	});

	it.each([
		["one column", "<table><tr><td>a<tr><td>b</table>"],
		["one row", "<table><tr><td>a<td>b</table>"],
		["role", "<table role=presentation><tr><td>a<td>b<tr><td>c<td>d</table>"],
	])("that only lay out: %s", (_, html) => {
		expect(readContent(html).tables).toMatchObject([{ layout: true }]);
	});

	it("inside others count for themselves", () => {
		const inner = "<table><tr><td role=columnheader>a<td>b<tr><td>c<td>d</table>";
		expect(readContent(`<table><tr><td>${inner}<td>x<tr><td>y<td>z</table>`).tables).toMatchObject([
			{ layout: true, rows: 2, columns: 2, headers: 0 },
			{ layout: false, rows: 2, columns: 2, headers: 1 },
		]);
		expect(readContent(`<div hidden>${inner}</div>`).tables).toEqual([]);
	});
});

describe("media", () => {
	it.each([
		[
			"<video src=a.mp4><track><track kind=Chapters><track kind=odd></video>",
			{ src: "a.mp4", tracks: ["subtitles", "chapters", "metadata"] },
		],
		["<audio><source src=a.mp3><source src=a.ogg></audio>", { tag: "audio", src: "a.mp3", transcript: false }],
		["<video muted autoplay loop></video>", { background: true }],
		["<video muted autoplay controls></video>", { background: false }],
		["<video></video><h2>Transcripción</h2>", { transcript: true }],
		["<a href=/t>Transcript</a><video></video>", { transcript: true }],
		["<video aria-describedby=t></video>", { transcript: true }],
		[`<video></video><p>${"far ".repeat(500)}</p><h2>Transcript</h2>`, { transcript: false }],
	])("%s", (html, media) => {
		expect(readContent(html).media).toMatchObject([media]);
	});
});

describe("insecure resources", () => {
	it.each([
		["<script src=http://a.example/x.js></script>", "blockable"],
		["<link rel='preload stylesheet' href='HTTP://a.example/x.css'>", "blockable"],
		["<img src=' http://a.example/x.png'>", "upgradeable"],
		["<img srcset='/a.png 1x, http://a.example/x.png 2x'>", "blockable"],
		["<p style=\"background:url('http://a.example/x.png')\">", "upgradeable"],
		["<form action=http://a.example/>", "form"],
		["<button formaction=http://a.example/>", "form"],
		["<base href=http://a.example/><script src=x.js></script>", "blockable"],
	])("%s is %s", (html, kind) => {
		expect(readContent(html).insecure).toMatchObject([{ kind }]);
		expect(readContent(html, "http://site.example/").insecure).toEqual([]);
	});

	it.each([
		"<a href=http://a.example/>x</a>",
		"<link rel=canonical href=http://site.example/>",
		"<img src=//a.example/x.png>",
		"<script src=http://localhost:3000/x.js></script>",
		"<template><img src=http://a.example/x.png></template>",
		"<p title='http://a.example/'>",
	])("not %s", (html) => {
		expect(readContent(html).insecure).toEqual([]);
	});
});

describe("inline state", () => {
	const data = JSON.stringify({ text: "é".repeat(5000) });
	it.each([
		["<script id=__NEXT_DATA__ type=application/json>{}</script>", { bytes: 2, total: 2 }],
		[`<script>window.__STATE__ = ${data}</script>`, { bytes: 10_030 }],
		[`<script>window["a"].b=JSON.parse('${data}')</script>`, { bytes: 10_039 }],
		[
			"<script type=application/json>[1]</script><script type='application/json; x'>[1,2]</script>",
			{ bytes: 5, total: 8 },
		],
	])("%#", (html, state) => {
		expect(readContent(html).inlineState).toMatchObject(state);
	});

	it.each([
		`<script type=application/ld+json>${data}</script>`,
		"<script>window.x = {}</script>",
		`<script>${"run();".repeat(1000)}</script>`,
		"<script src=x.js></script>",
	])("none: %#", (html) => {
		expect(readContent(html).inlineState).toBeNull();
	});
});

describe("readers' links", () => {
	it("lead out of comments", () => {
		const html = `<a href=https://a.example/>no</a><ol class=comment-list>
			<li class="comment even"><a href=https://a.example/>bare</a> <a rel="ugc nofollow" href=//b.example/>told</a>
			<a href=/own>own</a> <a href=https://www.site.example/>own</a> <a href=https://x.disqus.com/>system</a></ol>
			<div itemscope itemtype=https://schema.org/Comment><a href=http://c.example>bare</a></div>`;
		expect(readContent(html).readerLinks).toMatchObject({
			count: 3,
			bareCount: 2,
			bare: [{ excerpt: "<a href=https://a.example/>bare</a>" }, { excerpt: "<a href=http://c.example>bare</a>" }],
		});
	});

	it.each([
		["beside the comments", "<div class=comments><a href=https://a.example/terms>Terms</a></div>"],
		["of a line of facts", "<div class='entry-meta x-social-comments'><a href=https://a.example/>Share</a></div>"],
		["of a form for answers", "<li class=comment><form><a href=https://a.example/>Terms</a></form></li>"],
		["that share", "<li class=comment><a href=https://a.example/sharer.php?u=x>Share</a></li>"],
		["that share by intent", "<li class=comment><a href=https://a.example/intent/post>Share</a></li>"],
		["that log in", "<li class=comment><a href=https://a.example/fblogin>Log in</a></li>"],
		["that delete", "<li class=comment><a href=https://www.blogger.com/delete-comment.g>Delete</a></li>"],
		["that report", "<li class=comment><a class=comment-report href=https://a.example/>Report</a></li>"],
	])("are none %s", (_, html) => {
		expect(readContent(html).readerLinks.count).toBe(0);
	});

	it("count after a form has ended", () => {
		const html = "<li class=comment><form></form><p><a href=https://a.example/>mine</a></p></li>";
		expect(readContent(html).readerLinks).toMatchObject({ count: 1, bareCount: 1 });
	});
});

describe("paywalls", () => {
	it.each([
		["<div class=paywall>", 1],
		["<div class='article-paywall'><div data-paywall>", 2],
		["<div class=paywalls-explained id=wall>", 0],
		[
			'<script type=application/ld+json>{"hasPart":{"cssSelector":".Premium, #rest","isAccessibleForFree":"False"}}</script><p class=premium><p id=rest>',
			2,
		],
		[
			'<script type=application/ld+json>{"isAccessibleForFree": false, "cssSelector": [".a"]}</script><p class="b a">',
			1,
		],
		["<div class='non-paywall no_paywall'>", 0],
		["<svg><symbol id=icon-paywall></symbol></svg>", 0],
		[
			'<script>{"isAccessibleForFree":false,"speakable":{"cssSelector":[".a"]},"hasPart":[{"cssSelector":".b","isAccessibleForFree":true}]}</script><p class=a><p class=b>',
			0,
		],
		['<script>{"isAccessibleForFree": true}</script><div class=paywall>', 0],
		['<script>{"isAccessibleForFree":true,"x":{"isAccessibleForFree":false}}</script><div class=paywall>', 1],
	])("%s", (html, marks) => {
		expect(readContent(html).paywalls).toHaveLength(marks);
	});
});

const read = (html: string) => readPage(html, "https://site.example/");

it.each([
	["<img src=a.png alt='A  cat'>", { src: "a.png", alt: "A cat", ariaName: "", decorative: false }],
	["<img>", { src: null, alt: null, ariaName: "", decorative: false }],
	["<img alt>", { alt: "" }],
	["<img alt=' '>", { alt: " " }],
	["<img aria-label=L title=T>", { alt: null, ariaName: "L" }],
	["<img aria-labelledby=x><p id=x>Named</p>", { ariaName: "Named" }],
	["<img title=T>", { ariaName: "T" }],
	["<img role=presentation>", { decorative: true }],
	["<img role=none tabindex=0>", { decorative: false }],
	["<div aria-hidden=true><img></div>", { decorative: true }],
	["<img hidden>", { decorative: true }],
	["<image src=a.png>", { src: "a.png" }],
])("reads %s", (html, image) => {
	expect(read(html).images).toMatchObject([image]);
});

it("counts img elements alone", () => {
	expect(read("<svg><image href=x /></svg><picture><source><img></picture><input type=image>").counts.images).toBe(1);
});
