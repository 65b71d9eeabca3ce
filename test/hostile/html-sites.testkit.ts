/** Pages that parsers, and whatever walks their trees, read slowly or not at all. */

import { inHead, inPage, numbered, page, site, typed } from "./hostile-site.testkit.ts";

const html = (name: string, body: () => string | Uint8Array, type = "text/html; charset=utf-8") =>
	site(name, { "/": typed(type, body) });

export const HTML_SITES = [
	inPage("nested-div", () => "<div>".repeat(100_000)),
	inPage("nested-lists", () => "<ul><li>".repeat(50_000)),
	inPage("misnested-b-i", () => "<b><i><p>".repeat(30_000) + "</b></i>".repeat(30_000)),
	inPage("reopened-formatting", () => numbered(20_000, (at) => `<p><b id=${at}><a href=/${at}>x`)),
	inPage("nested-tables", () => "<table><tr><td>".repeat(30_000)),
	inPage("foster-parents", () => `<table>${"<b>x<tr>y".repeat(50_000)}`),
	inPage("wide-table", () => `<table>${`<tr>${"<td colspan=1000 rowspan=65534>x".repeat(100)}`.repeat(200)}</table>`),
	inPage("nested-select", () => "<select><option><optgroup>".repeat(50_000)),
	inPage("nested-svg-math", () => "<svg><foreignObject><math><mtext>".repeat(20_000)),
	inPage("nested-template", () => "<template><div>".repeat(40_000)),
	inPage("nested-iframes", () =>
		numbered(10_000, (at) => `<iframe srcdoc="<iframe srcdoc='${at}'>" src=/f${at}></iframe>`),
	),
	inPage("many-attributes", () => `<p ${numbered(100_000, (at) => `a${at}=1 `)}>x`),
	inPage("long-attribute", () => `<a href="${"x".repeat(2_000_000)}">y</a><img alt="${"z ".repeat(1_000_000)}">`),
	inPage("same-attribute", () => `<p ${"class=a ".repeat(200_000)}>x`),
	inPage("one-text-5mb", () => "word ".repeat(1_000_000)),
	inPage("unclosed-comments", () => "<!-- -- > <!--".repeat(200_000)),
	inPage("many-comments", () => "<!---->".repeat(500_000)),
	inPage("unclosed-quotes", () => '<a href="'.repeat(300_000)),
	inPage("stray-end-tags", () => "<i>".repeat(60_000) + "</x>".repeat(200_000)),
	inPage("entities", () => "&notit;&amp;&#x1F600;&CounterClockwiseContourIntegral;&#0;&#xD800;".repeat(70_000)),
	inPage("noscripts", () => `<noscript>${"<b><p>".repeat(700)}</noscript>`.repeat(300)),
	inPage("plaintext", () => `<plaintext>${"</plaintext><script>".repeat(200_000)}`),
	inHead("title-1mb", () => `<title>${"Title ".repeat(180_000)}</title>`),
	...["robots", "viewport", "description", "refresh"].map((name) =>
		inHead(
			`long-meta-${name}`,
			() => `<meta name=${name} http-equiv=${name} content="${"all, 9; url=".repeat(375_000)}">`,
		),
	),
	inHead("many-titles", () => "<title>x</title>".repeat(100_000)),
	inHead("many-metas", () =>
		numbered(60_000, (at) => `<meta name="m${at}" property="og:m" content="robots, noindex ${at}">`),
	),
	inHead("many-canonicals", () =>
		numbered(40_000, (at) => `<link rel="canonical alternate" href="https://other-${at}.example.com/">`),
	),
	inHead("many-hreflangs", () =>
		numbered(50_000, (at) => `<link rel=alternate hreflang="x-${at % 700}" href="/l/${at}">`),
	),
	inHead(
		"hidden-base",
		() => `<base href="http://[::1]/${"a/".repeat(30_000)}"><base href="javascript:1"><base href="data:,x">`,
	),
	inHead(
		"css-bomb",
		() =>
			`<style>${numbered(60_000, (at) => `.a${at}>*+*~*:not(:has(:is(*))){display:none;position:absolute;left:-9999px}`)}</style>`,
	),
	inHead(
		"css-nested",
		() => `<style>${"@media all{@supports(a:b){a{".repeat(60_000)}</style><style>${"/*".repeat(500_000)}</style>`,
	),
	inHead("inline-scripts", () => numbered(30_000, (at) => `<script>window.__S${at}={"a":[${at}]};</script>`)),
	inHead("one-script-4mb", () => `<script>window.__STATE__=${"{a:[".repeat(1_000_000)}</script>`),
	inPage("links-10000", () => numbered(60_000, (at) => `<a href="/page/${at}?a=${at}#${at}">Link ${at}</a> `), {
		mode: "deep",
	}),
	inPage("links-elsewhere", () => numbered(5_000, (at) => `<a href="https://n${at}.names.example.com/">n${at}</a> `), {
		mode: "deep",
	}),
	inPage("links-own-hosts", () =>
		numbered(500, (at) => `<a href="https://n${at}.own-hosts.links-own-hosts.example.com/">n${at}</a> `),
	),
	inPage("images-10000", () =>
		numbered(30_000, (at) => `<img src="/i/${at}.png" srcset="${"/a.png 1x, ".repeat(20)}">`),
	),
	inPage("forms-10000", () =>
		numbered(
			10_000,
			(at) => `<form action="/f/${at}"><label for=x>n</label><input id=x name=n${at} pattern="(a+)+$"></form>`,
		),
	),
	inPage(
		"fields-one-form",
		() =>
			`<form>${"<label for=f>x</label><input id=f required autocomplete='section-a shipping name'>".repeat(20_000)}</form>`,
	),
	inPage("headings-10000", () => numbered(40_000, (at) => `<h${(at % 6) + 1}>Heading ${at}</h${(at % 6) + 1}>`)),
	inPage("aria-ids", () =>
		numbered(
			10_000,
			(at) =>
				`<div id=i${at} aria-labelledby="${numbered(40, (n) => `i${at + n} `)}" role=button aria-owns="i${at + 1}">x</div>`,
		),
	),
	inPage(
		"aria-loop",
		() =>
			`<p id=a aria-labelledby=b>x</p><p id=b aria-labelledby=a>y</p>${"<input aria-labelledby='a b a b'>".repeat(20_000)}`,
	),
	inPage("roles", () =>
		"<div role='presentation none list listitem row grid tree'><span role=cell tabindex=-1>".repeat(20_000),
	),
	inPage("landmarks", () => "<nav><aside><section aria-label=x><header><footer>".repeat(15_000)),
	inPage("details", () => "<details open><summary>".repeat(40_000)),
	inPage("hidden-parts", () =>
		"<div hidden style='display:none;opacity:0;font-size:0' aria-hidden=true>x".repeat(40_000),
	),
	inPage("objects-in-links", () => "<a href=x><object>y".repeat(20_000)),
	inPage("labels-nested", () => "<label>x<button>".repeat(30_000)),
	inPage("declared-shadows", () => "<div><template shadowrootmode=open><slot>".repeat(30_000)),
	html("empty-html", () => ""),
	html("only-nul", () => new Uint8Array(3_000_000)),
	html("binary-as-html", () => Uint8Array.from({ length: 2_000_000 }, (_, at) => (at * 7919 + (at >> 8)) & 0xff)),
	html("html-cut-in-tag", () => `${page("x").slice(0, 60)}<a href="`),
	html("doctype-1mb", () => `<!doctype html PUBLIC "${"x".repeat(1_000_000)}">${page("")}`),
	html("page-5mb", () => page("<p>A paragraph of <b>some</b> words, with a <a href=/x>link</a>.</p>".repeat(80_000))),
	html("many-bodies", () => page("<body class=a id=b><html lang=de>".repeat(60_000))),
];
