import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { digestPage, readPage } from "./digest-page.ts";

const url = "https://site.example/";

describe("digestPage", () => {
	it("decodes as the response says, and counts bytes", () => {
		const body = Uint8Array.from([
			...new TextEncoder().encode("<title>Caf"),
			0xe9,
			...new TextEncoder().encode("</title>"),
		]);
		const page = digestPage({ body, contentType: "text/html; charset=windows-1252", url, truncated: false });
		expect(page).toMatchObject({
			bytes: body.byteLength,
			truncated: false,
			charset: { label: "windows-1252", from: "header" },
			titles: [{ text: "Café" }],
		});
	});

	it("says where it took the charset from otherwise", () => {
		const body = new TextEncoder().encode("<meta charset=utf-8><title>ü</title>");
		const page = digestPage({ body, contentType: undefined, url, truncated: false });
		expect(page).toMatchObject({ charset: { label: "utf-8", from: "meta" }, titles: [{ text: "ü" }] });
	});

	it("passes on that the body was cut", () => {
		const page = digestPage({ body: new Uint8Array(), contentType: "text/html", url, truncated: true });
		expect(page).toMatchObject({ truncated: true, bytes: 0, lang: null, titles: [], text: { visible: 0 } });
	});

	it("reads any bytes", () => {
		const body = Uint8Array.from({ length: 4_096 }, (_, index) => (index * 73) % 256);
		const page = digestPage({ body, contentType: "text/html", url, truncated: false });
		expect(JSON.parse(JSON.stringify(page))).toEqual(page);
	});
});

const URL = "https://site.example/";

/** Fragments of real and hostile pages; combined they reach most states of parser and readers. */
const piece = fc.constantFrom(
	..."<p> <a href=x> </a> <b> </b> <i hidden> </i> <h1> </h2> <table> <td> </table> <svg> <title> </title> <math>".split(
		" ",
	),
	..."<main> </main> <nav aria-label=n> <article> <label for=q> <label> </label> <input id=q> <select> </select>".split(
		" ",
	),
	..."<template> </template> <noscript> </noscript> <head> <body> <html/lang=de> <frameset> <plaintext> <dialog>".split(
		" ",
	),
	..."<base/href=//b> <link/rel=canonical> <meta/name=a> <img/alt=x> <button> </button> <form> <object> <br>".split(
		" ",
	),
	"<script type=application/ld+json>",
	'{"@type":"A","b":[{"@id":1},"\\ud800"],"__proto__":{}}',
	"</script>",
	"<!-- a comment long enough to be kept -->",
	"<div style='display:none'>",
	"</div>",
	"<i id=q aria-labelledby='q q'>",
	"<template shadowrootmode=open>",
	"text &amp; \u0000 \u{e0041}\u200b &#xD800;",
	" \r\n",
	"<",
	">",
	'"',
);
const page = fc.array(fc.oneof({ weight: 5, arbitrary: piece }, fc.string({ unit: "binary" })), { maxLength: 60 });

function strings(value: unknown): string[] {
	if (typeof value === "string") return [value];
	return typeof value === "object" && value !== null ? Object.entries(value).flat().flatMap(strings) : [];
}

describe("readPage", () => {
	it("reads any text, alike every time, into data that survives JSON", () => {
		fc.assert(
			fc.property(page, (pieces) => {
				// Decoding leaves no lone surrogates; character references and JSON escapes may still produce them.
				const html = pieces.join("").toWellFormed();
				const read = readPage(html, URL);
				expect(JSON.parse(JSON.stringify(read))).toEqual(read);
				expect(readPage(html, URL)).toEqual(read);
				expect(strings(read).filter((text) => !text.isWellFormed())).toEqual([]);
			}),
		);
	});

	it("never counts more main text than text, or more items than there are", () => {
		fc.assert(
			fc.property(page, (pieces) => {
				const { text, counts, anchors, images, fields, headings } = readPage(pieces.join(""), URL);
				expect(text.main).toBeLessThanOrEqual(text.visible);
				expect(text.start.length).toBeLessThanOrEqual(text.visible);
				const listed = [anchors.length, images.length, fields.length, headings.length];
				expect(listed).toEqual([counts.anchors, counts.images, counts.fields, counts.headings]);
			}),
		);
	});

	it("takes no script for text, wherever it is", () => {
		fc.assert(
			fc.property(page, page, (before, after) => {
				const script = "<script>let qqqq = 'QQQQ'</script>";
				// An open tag, comment or raw text before the script would change its meaning.
				const { text, headings, anchors } = readPage(`${before.join("")}${script}${after.join("")}`, URL);
				const isScript = readPage(`${before.join("")}<script></script>`, URL).counts.scripts;
				fc.pre(isScript > readPage(before.join(""), URL).counts.scripts);
				const said = [text.start, ...headings.map((heading) => heading.text), ...anchors.map((anchor) => anchor.name)];
				expect(said.join(" ")).not.toContain("QQQQ");
			}),
		);
	});
});
