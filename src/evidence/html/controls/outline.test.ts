import { describe, expect, it } from "vitest";
import { readPage } from "../digest-page.ts";
import { MAX_LANDMARKS } from "./controls.ts";

describe("headings", () => {
	const read = (html: string) => readPage(html, "https://site.example/");

	it.each([
		["<h1>One</h1>", 1, "One"],
		["<h6><a href=/>Six</a></h6>", 6, "Six"],
		["<h2><img alt=Logo></h2>", 2, "Logo"],
		["<h3 aria-label=L>no</h3>", 3, "L"],
		["<div role=heading aria-level=4>Four</div>", 4, "Four"],
		["<div role=heading>Two</div>", 2, "Two"],
		["<h1 aria-level=3>Three</h1>", 3, "Three"],
		["<h1 aria-level=0>One</h1>", 1, "One"],
		["<h1 aria-level=x>One</h1>", 1, "One"],
		["<div role=heading aria-level=9>Deep</div>", 6, "Deep"],
		["<h1></h1>", 1, ""],
	])("reads %s as level %i, %j", (html, level, text) => {
		expect(read(html).headings).toMatchObject([{ level, text }]);
	});

	it.each(["<h1 role=presentation>no</h1>", "<h2 role=tab>no</h2>", "<h7>no</h7>", "<hr>", "<header>no</header>"])(
		"does not take %s for one",
		(html) => {
			expect(read(html).headings).toEqual([]);
		},
	);

	it("marks hidden ones, and no others", () => {
		const { headings } = read("<h1 hidden>a</h1><div aria-hidden=true><h2>b</h2></div><h3>c</h3>");
		expect(headings.map((heading) => [heading.text, heading.hidden])).toEqual([
			["a", true],
			["b", true],
			["c", undefined],
		]);
		expect(headings[2] && "hidden" in headings[2]).toBe(false);
	});

	it("reads nested ones each with its own text", () => {
		const { headings } = read("<h1>a<div><h2>b</h2>c</div></h1>");
		expect(headings.map(({ level, text }) => [level, text])).toEqual([
			[1, "a b c"],
			[2, "b"],
		]);
	});
});

describe("landmark elements", () => {
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
});
