import { expect, it } from "vitest";
import { MAX_DEPTH } from "./page-caps.ts";
import { readPage } from "./read-page.ts";

const read = (html: string) => readPage(html, "https://site.example/").counts;

it("counts elements, scripts and depth of the document, without templates", () => {
	const html =
		"<!doctype html><html><head></head><body><div><p>x</p></div><script></script><template><b></b></template>";
	expect(read(html)).toMatchObject({ elements: 6, depth: 4, scripts: 1 });
});

it.each([
	["data", '<script type="application/ld+json">{}</script><script type=importmap>{}</script>', 2],
	[
		"a tag manager and its snippet",
		'<script async src="https://www.googletagmanager.com/gtag/js?id=G-1"></script><script>window.dataLayer=window.dataLayer||[];</script>',
		2,
	],
	["its own Matomo", '<script src="/stats/matomo.js"></script>', 1],
	["a program", '<script src="/app.js"></script><script type=module src="/a.mjs"></script><script>draw()</script>', 0],
	["a program on a host that only ends alike", '<script src="https://notplausible.io/script.js"></script>', 0],
	["a long program that also counts", `<script>gtag("a");${"draw();".repeat(400)}</script>`, 0],
	["classic types", '<script type="text/javascript">draw()</script><script type="">draw()</script>', 0],
])("counts scripts that draw nothing: %s", (_, html, idleScripts) => {
	expect(read(html)).toMatchObject({ idleScripts });
});

it("reports no more depth than browsers nest", () => {
	expect(read("<div>".repeat(300)).depth).toBe(302);
	expect(read("<div>".repeat(5_000)).depth).toBe(MAX_DEPTH);
});
