import { describe, expect, it } from "vitest";
import { readContent } from "./content.testkit.ts";

const read = (html: string) => readContent(html).bylines.map(({ name, from }) => `${name} (${from})`);

describe("bylines", () => {
	it.each([
		["<a rel='author me' href=/ada>Ada Quire</a>", ["Ada Quire (rel=author)"]],
		["<span itemprop=author itemscope><b itemprop=name>Ada</b> Quire</span>", ["Ada Quire (itemprop)"]],
		["<p class=byline>By Ada Quire</p>", ["Ada Quire (class)"]],
		["<div class='entry-meta byline'>Posted on 4 March 2026 by <a>Ada Quire</a></div>", ["Ada Quire (class)"]],
		["<div class=post-author><div>Ada</div><div>Quire</div></div>", ["Ada Quire (class)"]],
		["<article><address>Ada Quire</address></article>", ["Ada Quire (address)"]],
		["<p>By Ada Quire</p>", ["Ada Quire (text)"]],
		["<p>Von Ada von der Quire</p>", ["Ada von der Quire (text)"]],
		["<p>4 March 2026 by Ada Quire</p>", ["Ada Quire (text)"]],
		["<p>Date: 4 March 2026 | 5 min | Author: Ada Quire</p>", ["Ada Quire (text)"]],
		["<p>Par Émilie d’Arc</p>", ["Émilie (text)"]],
	])("%s", (html, names) => {
		expect(read(html)).toEqual(names);
	});

	it.each([
		"<p>By the way, it rained.</p>",
		"<p>Books bound by hand</p>",
		"<address>12 Thread Lane</address>",
		"<nav>By Ada Quire</nav>",
		"<div class=author-avatar>AQ</div>",
		"<p class=byline hidden>By Ada Quire</p>",
		"<div class=comment><p class=author>Some Reader</p></div>",
		"<article><p>By Ada</p></article><article><p>By Ben</p></article>",
		"<div class=testimonial-author>Mike T.</div>",
	])("not in %s", (html) => {
		expect(read(html)).toEqual([]);
	});
});
