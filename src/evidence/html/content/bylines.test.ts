import { describe, expect, it } from "vitest";
import { cpuUnits } from "#core/cpu-units.testkit.ts";
import { readPage } from "../digest-page.ts";
import { authorName, withoutLabel, writtenBy } from "./bylines.ts";

const readContent = (html: string, url = "https://site.example/blog/") => readPage(html, url);

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
		["<p><b>Por: </b><a>Ada Quire</a>, Ben</p>", ["Ada Quire (text)"]],
		["<h5>Autor: </h5>Ada Quire/AP", ["Ada Quire (text)"]],
		["<p>Written by</p><p>Ada Quire</p>", ["Ada Quire (text)"]],
		["<li>von Ada Quire</li>", ["Ada Quire (text)"]],
		["<p>2/26/2026 7:11 AM PST BY ADA QUIRE</p>", ["ADA QUIRE (text)"]],
		["<a href=/about/editors/ada/>Ada Quire</a>", ["Ada Quire (link)"]],
		["<a href='https://site.example/autor/ada'>Ada Quire</a>", ["Ada Quire (link)"]],
		["<a href=/people/ben>Ben</a><p class=byline>Ada Quire</p>", ["Ada Quire (class)"]],
		["<div data-testid=x-byline>ByAda Quire</div>", ["Ada Quire (class)"]],
		["<p class=authorName>Ada Quire</p>", ["Ada Quire (class)"]],
		["<div class=storyByline>Ada Quire</div>", ["Ada Quire (class)"]],
		["<p class=byline>Ada Quire22 Dec 2016651</p>", ["Ada Quire (class)"]],
		["<p class=byline>Ada Quire Updated Jul 24, 2018, 2pm</p>", ["Ada Quire (class)"]],
		["<p class=byline>04.02.2022 | 15:33 Uhr | Ada Quire</p>", ["Ada Quire (class)"]],
		["<p>Written by <a href=/blog/author/ada>Ada Quire</a></p><p>April 8, 2026</p>", ["Ada Quire (text)"]],
		[
			"<div class=author-card><b>Ada Quire</b><p>Head of binding</p><p>Ada has bound books for twenty years.</p></div>",
			["Ada Quire (class)"],
		],
		["<p>Автор: Ада Квайр</p>", ["Ада Квайр (text)"]],
		["<p>Skriven av Ada Quire</p>", ["Ada Quire (text)"]],
		["<p class=byline>via Ada Quire</p>", ["Ada Quire (class)"]],
		["<p class=author>Ada Quire@quire</p>", ["Ada Quire (class)"]],
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
		"<p class=author>作者：</p>",
		"<p class=author>View my complete profile</p>",
		"<p class=author>Posted</p>",
		"<p class=author>Wed</p>",
		"<p>By:</p><p>Search</p>",
		"<p>By: Last Updated</p>",
		"<p class=author>8. November 2021</p>",
		"<p class=author>ada@site.example</p>",
		"<p class=byline>Published: 22:00 GMT, 26 September 2020</p>",
		"<section class='post autor-ada'>Books are bound by hand</section>",
		"<p>Di</p><p>Mi</p>",
		"<p>We met the binder who works in this town, <a href=/people/ada>Ada Quire</a></p>",
		"<a href=/authors/>All authors</a>",
	])("not in %s", (html) => {
		expect(read(html)).toEqual([]);
	});
});

describe("names in bylines", () => {
	it.each([
		["By Ada Quire, binder", "", "Ada Quire"],
		["4 March 2026 | Text: Ada Quire", "", "Ada Quire"],
		["Ada Quire and others", "Written by", "Ada Quire"],
		["Ada Quire", "Books", undefined],
		["von Ada Quire und anderen", "", undefined],
		["Author Ada Quire", "", undefined],
		["Mi", "Di", undefined],
	])("%s, behind %o", (line, before, name) => {
		expect(writtenBy(line, before)).toBe(name);
	});

	it.each([
		["By: Ada Quire", "Ada Quire"],
		["Posted on Monday by Ada Quire", "Ada Quire"],
		["作者： Ada Quire", "Ada Quire"],
		["Ada Quire am 14. Mai 2014, 15:40 Uhr", "Ada Quire"],
		["Ada Quire JAN. 13, 2017", "Ada Quire"],
		["Ada Quire / Oktober 25 2023", "Ada Quire"],
		["Ada Quire 4 Min Read", "Ada Quire"],
		["Ada Quire Thursday", "Ada Quire Thursday"],
		["Ada Quire Thursday, March 5, 2026", "Ada Quire"],
		["Authority for Books", "Authority for Books"],
		["Über", ""],
		["Letzte Aktualisierung: 28.01.2022", ""],
		["Letzte Aktualisierung: 28.01.2022 Autor*in Ada Quire", "Ada Quire"],
		["12", ""],
	])("%s", (said, name) => {
		expect(authorName(withoutLabel(said))).toBe(name);
	});

	it("ends soon on hostile text", () => {
		const start = cpuUnits();
		for (const part of ["Von ", "A ", "on ", "Ada de la ", "| ", "1"]) {
			for (let round = 0; round < 500; round++) {
				const line = `By ${part.repeat(40)}`.slice(0, 160);
				writtenBy(line, line);
				authorName(withoutLabel(line.slice(0, 100)));
			}
		}
		expect(cpuUnits() - start).toBeLessThan(1_500);
	});
});
