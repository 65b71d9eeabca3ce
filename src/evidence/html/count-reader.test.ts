import { expect, it } from "vitest";
import { MAX_DEPTH } from "./page-caps.ts";
import { readPage } from "./read-page.ts";

const read = (html: string) => readPage(html, "https://site.example/").counts;

it("counts elements, scripts and depth of the document, without templates", () => {
	const html =
		"<!doctype html><html><head></head><body><div><p>x</p></div><script></script><template><b></b></template>";
	expect(read(html)).toMatchObject({ elements: 6, depth: 4, scripts: 1 });
});

it("reports no more depth than browsers nest", () => {
	expect(read("<div>".repeat(300)).depth).toBe(302);
	expect(read("<div>".repeat(5_000)).depth).toBe(MAX_DEPTH);
});
