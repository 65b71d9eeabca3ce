import { describe, expect, it } from "vitest";
import { MAX_LANDMARKS } from "../page-caps.ts";
import { readPage } from "../read-page.ts";

const read = (html: string) =>
	readPage(html, "https://site.example/").landmarks.map(({ role, label }) => (label ? `${role}: ${label}` : role));

describe("landmarks", () => {
	it.each([
		["<header></header>", ["banner"]],
		["<footer></footer>", ["contentinfo"]],
		["<main></main>", ["main"]],
		["<nav aria-label=Main></nav>", ["navigation: Main"]],
		["<aside></aside>", ["complementary"]],
		["<search></search>", ["search"]],
		["<article><header></header><footer></footer></article>", []],
		["<main><header></header><aside></aside></main>", ["main", "complementary"]],
		["<div role=article><footer></footer></div>", []],
		["<div><header></header></div>", ["banner"]],
		["<section></section><form></form>", []],
		["<section aria-label=News></section><form title=Order></form>", ["region: News", "form: Order"]],
		["<section aria-labelledby=h><h2 id=h>News</h2></section>", ["region: News"]],
		["<section aria-labelledby=missing></section>", []],
		["<div role=region></div><div role=form></div>", []],
		["<article><aside></aside></article>", []],
		["<article><aside aria-label=Notes></aside></article>", ["complementary: Notes"]],
		["<article><div role=banner></div></article>", ["banner"]],
		["<div role=main></div><div role=search></div>", ["main", "search"]],
		["<main role=presentation></main><nav role=tablist></nav>", []],
		["<nav hidden></nav><div aria-hidden=true><main></main></div>", []],
		["<div></div>", []],
	])("of %s", (html, landmarks) => {
		expect(read(html)).toEqual(landmarks);
	});

	it("are cut at their cap, which unnamed sections do not fill", () => {
		expect(read(`${"<section></section>".repeat(MAX_LANDMARKS)}<main></main>`)).toEqual(["main"]);
		expect(read("<nav></nav>".repeat(MAX_LANDMARKS + 1))).toHaveLength(MAX_LANDMARKS);
	});
});
