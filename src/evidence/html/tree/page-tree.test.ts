import { describe, expect, it } from "vitest";
import { readPage } from "../digest-page.ts";
import { MAX_TREE_NODES } from "../page-caps.ts";
import { parseNoscript, parsePage } from "./page-tree.ts";

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
		const page = readPage(`<title>T</title>${"<p>x".repeat(MAX_TREE_NODES)}`, URL);
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
