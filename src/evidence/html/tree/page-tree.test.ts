import { describe, expect, it } from "vitest";
import { cpuUnits } from "#core/cpu-units.testkit.ts";
import { EXCERPT_LENGTH } from "#core/verdict.ts";
import { readPage } from "../digest-page.ts";
import { MAX_TREE_NODES } from "../page-caps.ts";
import { PageSource, parseNoscript, parsePage } from "./page-tree.ts";

const URL = "https://site.example/";

describe("parsePage", () => {
	it("reads noscript as a browser with scripting does, so that it cannot end the head", () => {
		const page = "<head><noscript><img src=x></noscript><link rel=canonical href=/></head>";
		const { links, images } = readPage(page, URL);
		expect(links).toMatchObject([{ inHead: true }]);
		expect(images).toEqual([]);
	});

	it("holds whole documents of any size up to the cap", () => {
		const { full } = parsePage("<i></i>".repeat(MAX_TREE_NODES - 10));
		expect(full).toBe(false);
	});

	it("keeps the beginning of a page with more nodes, and says so", () => {
		const page = readPage(`<title>T</title>${"<p>".repeat(MAX_TREE_NODES)}`, URL);
		expect(page.truncated).toBe(true);
		expect(page.titles[0]?.text).toBe("T");
		expect(page.counts.elements).toBe(MAX_TREE_NODES);
	});

	it("counts comments against the cap too", () => {
		expect(parsePage("<!---->".repeat(MAX_TREE_NODES + 1)).full).toBe(true);
	});

	it("counts anew for every page", () => {
		for (let page = 0; page < 3; page++) expect(parsePage("<i></i>".repeat(MAX_TREE_NODES / 2)).full).toBe(false);
	});
});

describe("parseNoscript", () => {
	it("reads elements inside as elements", () => {
		const names = parseNoscript("<p>a</p><noscript><b>c</b></noscript>").childNodes.map((node) => node.nodeName);
		expect(names).toEqual(["p", "noscript"]);
	});
});

describe("PageSource", () => {
	it.each([
		["abc", 2, "line 1, column 3"],
		["a\nbc", 2, "line 2, column 1"],
		["a\r\nb\rc\nd", 3, "line 2, column 1"],
		["a\r\nb\rc\nd", 5, "line 3, column 1"],
		["a\r\nb\rc\nd", 7, "line 4, column 1"],
		["\n\n\n", 3, "line 4, column 1"],
	])("finds the place in %j at offset %i", (text, offset, place) => {
		expect(new PageSource(text).at(offset)).toBe(place);
	});

	it("shows a start tag up to its own end, quoted > included", () => {
		const [image] = readPage('<p>\r\n <img alt="a > b"\n src=x><b>', URL).images;
		expect(image).toMatchObject({ at: "line 2, column 2", excerpt: '<img alt="a > b" src=x>' });
	});

	it("shows an element with its content, and cuts long ones", () => {
		const [title] = readPage("<title>A\u0000\u202eB</TITLE ><p>after", URL).titles;
		expect(title?.excerpt).toBe("<title>AB</TITLE >");
		const [long] = readPage(`<h1>${"word ".repeat(200)}</h1>`, URL).headings;
		expect(long?.excerpt).toHaveLength(EXCERPT_LENGTH);
		expect(long?.excerpt.startsWith("<h1>word word")).toBe(true);
	});

	it("gives copies of a mis-nested link the place of their tag", () => {
		const { anchors } = readPage("<p><a href=/x><div>one</div>two</a>", URL);
		expect(anchors.length).toBeGreaterThan(1);
		for (const anchor of anchors) expect(anchor).toMatchObject({ at: "line 1, column 4", href: "/x" });
	});
});

const read = (html: string) => readPage(html, "https://site.example/");
const TEXT = "The whole story of the harbour, as it was told by those who built it. ".repeat(3).trim();

describe("parts that React sends late", () => {
	it("stand in the place of their template, and what waited there is gone", () => {
		const page = read(
			`<main><!--$?--><template id="B:0"></template><p>Loading</p><!--/$--></main><footer>Foot</footer><div hidden id="S:0"><h1>Story</h1><p>${TEXT}</p></div><script>$RC("B:0","S:0")</script>`,
		);
		expect(page.text).toMatchObject({ start: `Story ${TEXT} Foot`, main: TEXT.length + 6, hidden: 0 });
		expect(page.headings).toMatchObject([{ text: "Story" }]);
		expect(page.hidden).toEqual([]);
	});

	it("may hold places of further parts, with a prefix of their own", () => {
		const page = read(
			`<p>a</p><template id="appP:1"></template><div hidden id="appS:1"><p>b</p><template id="appB:2"></template></div><p>d</p><div hidden id="appS:2"><p>c</p></div>`,
		);
		expect(page.text.start).toBe("a b c d");
	});

	it.each([
		["no place", `<p>a</p><div hidden id="S:0"><p>b</p></div>`, "a b"],
		["a place behind it", `<div hidden id="S:0"><p>b</p></div><template id="B:0"></template><p>a</p>`, "b a"],
		["a place inside it", `<p>a</p><div hidden id="S:0"><template id="B:0"></template><p>b</p></div>`, "a b"],
		[
			"a nested fallback",
			`<p>a</p><!--$?--><template id="B:0"></template><!--$-->x<!--/$-->y<!--/$--><p>z</p><div hidden id="S:0"><p>b</div>`,
			"a b z",
		],
	])("with %s are text where they are", (_, html, text) => {
		expect(read(html).text).toMatchObject({ start: text, hidden: 0 });
	});

	it.each([
		`<div hidden id="Section:1">${TEXT}</div>`,
		`<div hidden id="S:">${TEXT}</div>`,
		`<section hidden id="S:0">${TEXT}</section>`,
	])("are no other hidden elements: %s", (html) => {
		expect(read(html).text).toMatchObject({ visible: 0, hidden: TEXT.length });
	});

	it("are put in place in linear time", () => {
		const ids = Array.from({ length: 20_000 }, (_, index) => index.toString(16));
		const places = ids.map((id) => `<template id="B:${id}"></template><!--/$-->`).join("");
		const parts = ids.map((id) => `<div hidden id="S:${id}">x</div>`).join("");
		const start = cpuUnits();
		expect(read(`<p>${places}${parts}`).text.words).toBeGreaterThan(0);
		expect(cpuUnits() - start).toBeLessThan(5_000);
	});
});

describe("declarative shadow roots", () => {
	const root = (content: string) => `<template shadowrootmode=open>${content}</template>`;
	const field = (id: string, label: string) => `<label for=${id}>${label}</label><input id=${id}>`;

	it("have ids of their own", () => {
		const page = read(
			`${field("q", "One")}<x-f>${root(field("q", "Two") + root("never"))}</x-f><x-f>${root(field("q", "Three"))}`,
		);
		expect(page.fields.map(({ name }) => name)).toEqual(["One", "Two", "Three"]);
		expect(page.operability.found["id-duplicate"]).toBeUndefined();
		expect(page.text.start).not.toContain("never");
		const across = read(`<label for=z>Length</label><x-f>${root("<input id=z>")}</x-f>`);
		expect(across.fields[0]?.name).toBe("");
		const inward = read(`<x-f>${root("<label for=z>Length</label>")}</x-f><input id=z>`);
		expect(inward.fields[0]?.name).toBe("");
	});

	it("show what fills their slots, and of the rest nothing", () => {
		const slots = "<slot name=a>no a</slot>, <slot>nothing</slot>, <slot name=b>no b</slot>, <slot>never</slot>";
		const text = (light: string) => read(`<p>${root(slots)}${light}</p>`).text.start;
		expect(text("one <b slot=a>two</b> three <i slot=z>lost</i>")).toBe("two, one three , no b, never");
		expect(text("")).toBe("no a, nothing, no b, never");
		expect(read(`<b>${root("x")}y</b>`).text.start).toBe("y");
		expect(read(`<p>${root(`<x-y>${root("(<slot></slot>)")}<slot></slot></x-y>`)}in</p>`).text.start).toBe("(in)");
	});

	it.each(["svg", "math"])("are none in %s", (tag) => {
		expect(read(`<${tag}><main>${root("in")}</main></${tag}><p>out</p>`).text.start).toContain("out");
	});

	it("may be any number, at any depth", () => {
		const deep = `<x-f><template shadowrootmode=open>`.repeat(3_000);
		expect(read(`${deep}<input id=q aria-label=In>`).fields).toHaveLength(1);
	});
});

describe("a page of XML", () => {
	const XHTML = 'xmlns="http://www.w3.org/1999/xhtml"';
	const xml = (body: string, before = "") =>
		readPage(
			`${before}<html ${XHTML} xml:lang="de"><head><title>T</title><script src="/a.js"/></head><body>${body}</body></html>`,
			URL,
			"xml",
		);

	it("is read by the rules of XML", () => {
		const page = xml(
			'<main><h1>A<br/>B</h1><p/>C<![CDATA[<i>]]>&#x44;<a href="/x">E</a></main>',
			"<?xml version='1.0'?>\n",
		);
		expect(page.lang?.text).toBe("de");
		expect(page.titles[0]).toMatchObject({ text: "T", at: "line 2, column 64" });
		expect(page.headings[0]?.text).toBe("A B");
		expect(page.text.start).toBe("A B C<i>DE");
		expect(page.anchors[0]).toMatchObject({ url: `${URL}x`, excerpt: '<a href="/x">E</a>' });
	});

	it("has the entities of HTML where its document type is XHTML's", () => {
		const doctype =
			'<!DOCTYPE html PUBLIC "-//W3C//DTD XHTML 1.0 Strict//EN" "http://www.w3.org/TR/xhtml1/DTD/xhtml1-strict.dtd">';
		expect(xml("a&nbsp;b &auml;", doctype)).toMatchObject({ doctype: true, text: { start: "a b ä" } });
		expect(xml("<p>a</p>b&nbsp;c").text.start).toBe("a");
	});

	it("ends where it is not well-formed", () => {
		expect(xml("<p>before</p><br>after").text.start).toContain("before");
		expect(xml("<p>before</i>after").text.start).toBe("before");
		expect(readPage("no markup", URL, "xml").text.start).toBe("");
	});
});
