import { describe, expect, it } from "vitest";
import { readPage } from "../digest-page.ts";

const read = (body: string) => readPage(`<!doctype html><body>${body}`, "https://site.example/").text;
const say = (about: string) =>
	`Of ${about} there is much to tell, for it has been here longer than anybody in the village remembers.`;
const paragraphs = (...about: string[]) => about.map((each) => `<p>${say(each)}</p>`).join("");
const SENTENCES = [
	say("the mill"),
	"Its wheel turned until 1961, when a new road took the water away and the last miller sold his stones to a museum.",
	"Children learn to swim below the weir; a rope shows how far they may go, and in August somebody watches them.",
	"Down the lane stands a school with one room, where nine pupils of different ages sit around the same stove.",
	"Whoever crosses the bridge on foot pays nothing, but carts, tractors and vans leave a coin in the iron box.",
];
const ARTICLE = SENTENCES.map((each) => `<p>${each}</p>`).join("");
const TEXT = SENTENCES.join(" ");
const WORDS = TEXT.split(" ").length;

describe("the page's own text", () => {
	it.each([
		["in main", `<header>Name</header><main><h1>Mill</h1>${ARTICLE}</main><footer>${say("us")}</footer>`],
		["in article", `<nav>Menu</nav><article><h1>Mill</h1>${ARTICLE}</article><aside>${say("another page")}</aside>`],
		["in plain elements", `<div id=top>Name</div><div id=text><h1>Mill</h1>${ARTICLE}</div>`],
		[
			"beside a main that holds something else",
			`<main><p>This page counts its visits.</p></main><div>${ARTICLE}</div>`,
		],
		["in a form around the whole page", `<form><div>${ARTICLE}</div><input></form>`],
		["in elements with the names of widgets", `<div class=popup-page><div class=sidebar-left>${ARTICLE}</div></div>`],
		["before comments", `${ARTICLE}<div class="comments-area">${paragraphs("a", "b", "c", "d", "e", "f", "g")}</div>`],
		["before related pages", `${ARTICLE}<div class=RelatedPosts><p>${say("others")}</p></div>`],
		["before lists of links", `${ARTICLE}<ul><li><a href=/a>One page</a><li><a href=/b>Another page</a></ul>`],
		["behind a banner on cookies", `<div class="cookie-notice"><p>${say("cookies")}</p></div>${ARTICLE}`],
		["before a line about rights", `${ARTICLE}<div>© 2026 Mill Trust. All rights reserved.</div>`],
		["behind a line about rights in the same element", `<div>Copyright 2026 Mill Trust ${ARTICLE}</div>`],
		["behind a dialog", `<div role=dialog><p>${say("news")}</p></div><dialog open>x</dialog>${ARTICLE}`],
		["around pictures", `${ARTICLE}<figure><img src=a alt=a><figcaption>${say("a picture")}</figcaption></figure>`],
	])("%s", (_, body) => {
		expect(read(body)).toMatchObject({ content: TEXT.length, contentStart: TEXT.slice(0, 500), contentWords: WORDS });
	});

	it("is what readers wrote where a page has little else", () => {
		const talk = paragraphs("a", "b", "c", "d", "e");
		expect(read(`<h1>Topic</h1><div class=comments>${talk}</div>`).contentStart).toContain("Of a there is");
	});

	it("has no words in numbers that stand alone", () => {
		expect(read("<main><p>Open from nine to six.</p><p>(555) 012-3456</p><p>Room 4</p></main>").contentWords).toBe(7);
	});

	it("is the list on a page of lists", () => {
		const items = SENTENCES.map((each) => `<li><a href=/${each.length}>${each}</a>`).join("");
		expect(read(`<nav><a href=/>Home</a></nav><main><h1>All</h1><ul>${items}</ul></main>`)).toMatchObject({
			contentWords: WORDS,
			content: TEXT.length,
		});
	});

	it.each([
		["an empty main", `<nav>Menu</nav><main></main><div><p>${say("the newsletter")}</p></div><footer>Foot</footer>`],
		["frame alone", `<header>Name</header><nav><a href=/>Home</a></nav><footer>${say("us")}</footer>`],
		["a headline alone", "<main><h1>It works!</h1></main>"],
		["nothing", ""],
	])("is none in %s", (_, body) => {
		expect(read(body)).toMatchObject({ content: 0, contentWords: 0, contentUniqueWords: 0, contentStart: "" });
	});

	it("counts distinct words whatever their case", () => {
		expect(read("<p>Lorem ipsum LOREM dolor</p>")).toMatchObject({ contentWords: 4, contentUniqueWords: 3 });
	});
});
