/** Prints PDFs with Chromium, and reads the text of their pages. Never shipped. */

import { inflateSync } from "node:zlib";
import { type Paper, printPage } from "#evidence/rendered/collect-rendered.ts";
import { LastingPage } from "./test-browser.testkit.ts";

/** Prints a document on the page that all files of a process share: a page of its own takes a second of processor time. */
export async function printHere(html: string, paper: Paper): Promise<Uint8Array> {
	const lasting = await LastingPage.shared();
	return printPage(await lasting.show("about:blank"), html, paper);
}

/** @returns the text of each page, decoded with the fonts' ToUnicode maps */
export function printedPages(pdf: Uint8Array): string[] {
	const bytes = Buffer.from(pdf).toString("latin1");
	const objects = new Map(
		Array.from(bytes.matchAll(/(?:^|\n)(\d+) 0 obj\n(.*?)\nendobj/gs), ([, number = "", body = ""]) => [number, body]),
	);
	const pages = [...objects.values()].filter((body) => /\/Type\s*\/Page\b/.test(body));
	return pages.map((page) => {
		const [, contents = ""] = /\/Contents (\d+) 0 R/.exec(page) ?? [];
		const fonts = new Map(
			Array.from(page.matchAll(/\/(F\d+) (\d+) 0 R/g), ([, name = "", number = ""]) => [
				name,
				lettersOf(objects.get(/\/ToUnicode (\d+) 0 R/.exec(objects.get(number) ?? "")?.[1] ?? "") ?? ""),
			]),
		);
		return wordsOf(streamOf(objects.get(contents) ?? ""), fonts);
	});
}

function streamOf(body: string): string {
	const [head = "", stream = ""] = body.split(/stream\r?\n/, 2);
	const bytes = Buffer.from(stream.replace(/\r?\nend$/, ""), "latin1");
	return /\/FlateDecode/.test(head) ? inflateSync(bytes).toString("latin1") : stream;
}

/** Glyph in hex, with the font's number of digits → letters, from the font's ToUnicode map. */
function lettersOf(body: string): ReadonlyMap<string, string> {
	const map = new Map<string, string>();
	const decode = (hex: string) => Buffer.from(hex, "hex").swap16().toString("utf16le");
	const text = body === "" ? "" : streamOf(body);
	for (const [, list = ""] of text.matchAll(/beginbfchar\n(.*?)endbfchar/gs))
		for (const [, glyph = "", letters = ""] of list.matchAll(/<(\w+)> <(\w+)>/g)) map.set(glyph, decode(letters));
	for (const [, list = ""] of text.matchAll(/beginbfrange\n(.*?)endbfrange/gs))
		for (const [, from = "", to = "", letters = ""] of list.matchAll(/<(\w+)> <(\w+)> <(\w+)>/g))
			for (let at = Number.parseInt(from, 16); at <= Number.parseInt(to, 16); at++) {
				const letter = Number.parseInt(letters, 16) + at - Number.parseInt(from, 16);
				map.set(at.toString(16).toUpperCase().padStart(from.length, "0"), String.fromCodePoint(letter));
			}
	return map;
}

function wordsOf(content: string, fonts: ReadonlyMap<string, ReadonlyMap<string, string>>): string {
	let letters: ReadonlyMap<string, string> = new Map();
	const words: string[] = [];
	for (const [, font, shown] of content.matchAll(/\/(F\d+) [\d.]+ Tf|((?:\[[^\]]*\] TJ|<[0-9A-Fa-f]+> Tj))/g)) {
		if (font !== undefined) letters = fonts.get(font) ?? new Map();
		else words.push((shown ?? "").replace(/<(\w+)>|[^<]/g, (_, hex = "") => glyphs(hex, letters)));
	}
	return words.join(" ");
}

function glyphs(hex: string, letters: ReadonlyMap<string, string>): string {
	const [{ length } = ""] = letters.keys();
	const codes = length === 2 ? hex.match(/.{2}/g) : hex.match(/.{4}/g);
	return (codes ?? []).map((glyph) => letters.get(glyph.toUpperCase()) ?? "").join("");
}
