import { describe, expect, it } from "vitest";
import { cpuUnits } from "#core/cpu-units.testkit.ts";
import { readPage } from "../digest-page.ts";
import { datesIn, daysOf, isOfAnother, isoDay, labelOf, shownDays } from "./dates.ts";

const readContent = (html: string, url = "https://site.example/blog/") => readPage(html, url);

const read = (html: string) =>
	readContent(html).dates.map(({ date, label, from, inArticle }) =>
		[date, label, from, ...(inArticle ? ["own"] : [])].join(" "),
	);
const PROSE = "Here is some prose that says nothing of days at all. ".repeat(40);

describe("dates", () => {
	it.each([
		["<p>Published <time datetime=2026-03-04>4 March</time></p>", ["2026-03-04 published time"]],
		["<p>Updated: <time>4 March 2026</time></p>", ["2026-03-04 updated time"]],
		["<main><h1>x</h1><time datetime=2026-03-04>today</time></main>", ["2026-03-04 unlabelled time"]],
		["<time itemprop=dateModified datetime=2026-03-04>x</time>", ["2026-03-04 updated time"]],
		["<time class='entry-date published' datetime=2026-03-04>x</time>", ["2026-03-04 published time"]],
		["<dl><dt>Published</dt><dd><time datetime=2026-03-04>x</time></dd></dl>", ["2026-03-04 published time"]],
		["<time>12:30</time><time datetime=PT5M>5 min</time>", []],
		["<p>Last <b>updated</b>: 4 March 2026</p>", ["2026-03-04 updated text"]],
		["<main><h1>x</h1><p>4 March 2026 · 5 min read</p></main>", ["2026-03-04 unlabelled text"]],
		["<p>Published 03/04/2026</p>", [" published text"]],
		[
			"<p>Published 4 March 2026, last updated 5 May 2026</p>",
			["2026-03-04 published text", "2026-05-05 updated text"],
		],
		[
			"<p>Published <time datetime=2026-03-04>x</time> · <time datetime=2026-05-05>y</time></p>",
			["2026-03-04 published time", "2026-05-05 unlabelled time"],
		],
		["<time datetime=2026-03-04>Last updated: 4 March 2026</time>", ["2026-03-04 updated time"]],
		["<p>Updated February 2026</p>", [" updated text"]],
		["<main><h1>x</h1><p>February 2026</p></main>", [" unlabelled text"]],
		["<main><h1>x</h1><p class=date>In February 2026, by Ann</p></main>", [" unlabelled text"]],
	])("%s", (html, dates) => {
		expect(read(html)).toEqual(dates);
	});

	it.each([
		["a month in a sentence", "<main><h1>x</h1><p>The best glue of February 2026</p></main>"],
		["of a writer's account", "<main><h1>x</h1><p>Joined: 4 March 2026</p></main>"],
		["in prose", `<main><h1>x</h1><p>${PROSE.slice(0, 140)} On 4 March 2026 it rained.</p></main>`],
		["far down, without a label", `<main><h1>x</h1><p>${PROSE}</p><p>4 March 2026</p></main>`],
		["hidden", "<p hidden>Published 4 March 2026</p>"],
		["of comments", "<section id=comments><p>Posted 4 March 2026</p><time datetime=2026-03-04>x</time></section>"],
		["in a menu", "<nav><time datetime=2026-03-04>x</time></nav>"],
		["beside the text, without a label", "<aside><time datetime=2026-03-04>x</time></aside>"],
		[
			"of teasers",
			"<article><time datetime=2026-03-04>x</time></article><article><time datetime=2026-05-05>y</time></article>",
		],
	])("not %s", (_, html) => {
		expect(read(html)).toEqual([]);
	});

	it("of the page's own article alone, which holds the main heading or is the only one", () => {
		const teaser = "<article><h2>Other</h2><time datetime=2025-01-01>x</time></article>";
		const own = "<article><h1>Glue</h1><time datetime=2026-03-04>x</time>";
		expect(read(`${own}<article class=comment>Posted 5 May 2026</article></article>${teaser}`)).toEqual([
			"2026-03-04 unlabelled time own",
		]);
		expect(read("<h1>x</h1><article>Published 4 March 2026</article>")).toEqual(["2026-03-04 published text own"]);
	});

	it("of the article behind the main heading, or the one with most of the text, among teasers", () => {
		const teasers = "<article>Other <time datetime=2025-01-01>x</time></article>".repeat(3);
		const own = "<article><time datetime=2026-03-04>x</time><p>Glue</article>";
		expect(read(`<h1>x</h1>${own}${teasers}`)).toEqual(["2026-03-04 unlabelled time"]);
		expect(read(`${teasers}<h1>x</h1>${own}${teasers}`)).toEqual(["2026-03-04 unlabelled time"]);
		expect(read(`${teasers}${own.replace("Glue", PROSE)}${teasers}`)).toEqual(["2026-03-04 unlabelled time"]);
		const marked = own.replace("datetime", "itemprop=datePublished datetime");
		expect(read(`<h1>x</h1>${marked}${teasers}`)).toEqual(["2026-03-04 published time"]);
	});

	it.each([
		["<p>4 March 2026</p><h1>x</h1>", ["2026-03-04 unlabelled text"]],
		["<div class=ArticleHeader-Date>6 May 2026 - 2:00</div><h1>x</h1>", ["2026-05-06 unlabelled text"]],
		[
			"<article><aside><b class=entry-date>4 March 2026</b></aside><h1>x</h1></article>",
			["2026-03-04 unlabelled text own"],
		],
		[`<p class=date>4 March 2026</p><p>${PROSE}</p><h1>x</h1>`, []],
		["<nav>4 March 2026</nav><h1>x</h1>", []],
		["<aside class=date>4 March 2026</aside><h1>x</h1>", []],
		["<h2 class=date-header>4 March 2026</h2><h2>x</h2>", ["2026-03-04 unlabelled text"]],
		["<p>4 March 2026</p><h2>x</h2>", []],
	])("above the headline: %s", (html, dates) => {
		expect(read(html)).toEqual(dates);
	});

	it.each([
		[
			`<article><h1>x</h1><p>${PROSE}</p><i class=date>19.10.19, 18:56</i></article>`,
			["2019-10-19 unlabelled text own"],
		],
		["<p class=publish_date>4 March 2026</p>", ["2026-03-04 unlabelled text"]],
		[`<h1>x</h1><p>${PROSE}</p><p class=publish_date>4 March 2026</p>`, []],
		["<p class=posted>4 March 2026</p>", ["2026-03-04 published text"]],
		["<p>Ann, <b class='date updated'>March 7, 2026</b> in Glue</p>", ["2026-03-07 updated text"]],
		[
			"<h1>x</h1><div class='entry-meta x-social-comments'><time datetime=2026-03-04>x</time></div>",
			["2026-03-04 unlabelled time"],
		],
		["<h1>x</h1><div class=y-comments-date>4 March 2026</div>", ["2026-03-04 unlabelled text"]],
		["<h1>x</h1><time class=rubric-date>01.21.2026 07:00</time>", ["2026-01-21 unlabelled time"]],
	])("by what a class says: %s", (html, dates) => {
		expect(read(`<main>${html}</main>`)).toEqual(dates);
	});

	it("labelled, also in the page's footer", () => {
		expect(read(`<main><h1>x</h1>${PROSE}</main><footer>Last updated: 4 March 2026</footer>`)).toEqual([
			"2026-03-04 updated text",
		]);
	});

	it("of teasers below, which markup alone labels, are left out beside a date near the heading", () => {
		const teaser = "<div><h3>Other</h3><time itemprop=datePublished datetime=2025-01-01>1 January 2025</time></div>";
		const own = "<h1>x</h1><p>4 March 2026</p>";
		expect(read(`<main>${own}${PROSE}${teaser}</main>`)).toEqual(["2026-03-04 unlabelled text"]);
		expect(read(`<main><h1>x</h1>${PROSE}${teaser}</main>`)).toEqual(["2025-01-01 published time"]);
		expect(read(`<main>${own}${PROSE}<p>Last updated 5 May 2026</p></main>`)).toEqual([
			"2026-03-04 unlabelled text",
			"2026-05-05 updated text",
		]);
	});

	it("show where they stand", () => {
		expect(readContent("<h1>x</h1>\n<p>Posted <time>4 March 2026</time></p>").dates).toMatchObject([
			{ at: "line 2, column 11", excerpt: "<time>4 March 2026</time>" },
		]);
	});
});

const written = (text: string) => datesIn(text).map(({ date }) => date);

describe("datesIn", () => {
	it.each([
		["4 March 2026", "2026-03-04"],
		["4th of March, 2026", "2026-03-04"],
		["March 4, 2026", "2026-03-04"],
		["Wednesday, Mar. 4 2026, 8 pm", "2026-03-04"],
		["2nd Sept 2025", "2025-09-02"],
		["04-Mar-2026", "2026-03-04"],
		["4. März 2026", "2026-03-04"],
		["4. Jänner 2026", "2026-01-04"],
		["1er août 2026", "2026-08-01"],
		["4 de marzo de 2026", "2026-03-04"],
		["4 de setiembre del 2026", "2026-09-04"],
		["4 marzo 2026", "2026-03-04"],
		["4 de março de 2026", "2026-03-04"],
		["4 maart 2026", "2026-03-04"],
		["2026-03-04", "2026-03-04"],
		["2026/3/4", "2026-03-04"],
		["04.03.2026", "2026-03-04"],
		["2026年3月4日", "2026-03-04"],
		["25/03/2026", "2026-03-25"],
		["03/25/2026", "2026-03-25"],
		["04/04/2026", "2026-04-04"],
		["03/04/2026", null],
		["März 7, 2018", "2018-03-07"],
		["01.21.2020 07:00", "2020-01-21"],
		["28.01.22", "2022-01-28"],
		["10.15.15", "2015-10-15"],
		["12.12.22", "2022-12-12"],
		["11/18/23 5:19pm", "2023-11-18"],
		["05.04.22", null],
		["28.01.99", "1999-01-28"],
		["March 2026", null],
		["Feb. 2026", null],
		["marzo de 2026", null],
		["4 mars 2026", "2026-03-04"],
		["4. marts 2026", "2026-03-04"],
		["4. maaliskuuta 2026", "2026-03-04"],
		["4 października 2026", "2026-10-04"],
		["4. března 2026", "2026-03-04"],
		["4 martie 2026", "2026-03-04"],
		["2026. március 4.", "2026-03-04"],
		["4 Mart 2026", "2026-03-04"],
		["4 марта 2026 г.", "2026-03-04"],
		["4 березня 2026", "2026-03-04"],
		["4 Μαρτίου 2026", "2026-03-04"],
		["4 Agustus 2026", "2026-08-04"],
		["4 de març de 2026", "2026-03-04"],
		["4 tháng 3, 2026", "2026-03-04"],
	])("%s", (text, date) => {
		expect(written(`x ${text} y`)).toEqual([date]);
	});

	it.each([
		"30 February 2026",
		"32.01.2026",
		"13/13/2026",
		"call 555 2026",
		"4 Marsh 2026",
		"2026-13-01",
		"12:30",
		"version 1.10.12",
		"10.11.12.13",
		"08.05.45",
		"31.31.22",
		"24/7/365 and 1/2/10/11",
	])("not in %s", (text) => {
		expect(written(text)).toEqual([]);
	});

	it("finds several, in order, with their places", () => {
		const text = "Published on 4 March 2026, updated on May 5, 2026";
		expect(datesIn(text).map(({ date, start, end }) => [date, text.slice(start, end)])).toEqual([
			["2026-03-04", "4 March 2026"],
			["2026-05-05", "May 5, 2026"],
		]);
	});

	it("ends soon on hostile text", () => {
		const start = cpuUnits();
		for (const part of ["1", "1 a", "a 1, ", "2026-", "1.1.", "de ", "1/1/", "1/11/11 "])
			datesIn(`2026 ${part.repeat(20_000)}`);
		expect(cpuUnits() - start).toBeLessThan(1_500);
	});
});

it.each([
	["Published on ", "published"],
	["Last updated: ", "updated"],
	["Posted by Ann on ", "published"],
	["Zuletzt geändert am ", "updated"],
	["Veröffentlicht: ", "published"],
	["Publié le ", "published"],
	["Mis à jour le ", "updated"],
	["Publicado el ", "published"],
	["Actualizado: ", "updated"],
	["Aggiornato il ", "updated"],
	["Publicado em ", "published"],
	["Atualizado em ", "updated"],
	["Gepubliceerd op ", "published"],
	["Laatst bijgewerkt op ", "updated"],
	["Published by Ann, updated ", "updated"],
	["Uppdaterad ", "updated"],
	["Zaktualizowano: ", "updated"],
	["Опубликовано ", "published"],
	["Обновлено: ", "updated"],
	["投稿日：", "published"],
	["The fair opens on ", null],
	["", null],
])("labelOf(%s)", (before, label) => {
	expect(labelOf(before)).toBe(label);
});

it.each([
	["2026-03-04", "2026-03-04"],
	[" 2026-03-04T08:00:00+01:00", "2026-03-04"],
	["2026-02-30", null],
	["PT5M", null],
	["08:00", null],
	["2026-03", null],
])("isoDay(%s)", (value, day) => {
	expect(isoDay(value)).toBe(day);
});

it.each([
	["Joined: ", true],
	["Member since ", true],
	["Offer valid until ", true],
	["Registered on ", true],
	["Published ", false],
	["Ada joined us. Updated ", false],
	["", false],
])("isOfAnother(%s)", (before, is) => {
	expect(isOfAnother(before)).toBe(is);
});

it.each([
	"2026-03-01",
	"2026/3/1",
	"01.03.2026",
	"1. 3. 2026",
	"1/3/2026",
	"03/01/2026",
	"1.3.26",
	"March 1, 2026",
	"Mar. 1st, 2026",
	"1 March 2026",
	"1st of March 2026",
	"1. März 2026",
	"1. Mär. 2026",
	"1er mars 2026",
	"1 de marzo de 2026",
	"1 marzo 2026",
	"1 de março de 2026",
	"1 mrt 2026",
	"1 maart 2026",
	"Posted: 1 MARCH 2026, 10:30",
	"2026年3月1日",
])("%s is the first of March", (text) => {
	expect(shownDays(text)).toContain("2026-03-01");
});

it("keeps days without a year apart", () => {
	expect(shownDays("March 1")).toEqual(new Set(["03-01"]));
	expect(shownDays("may 10:30 be")).toEqual(new Set());
	expect(shownDays("version 1.2.3 of 300.400.500")).toEqual(new Set());
	expect(shownDays("It may be that 12 March 2026 comes")).toContain("2026-03-12");
});

it.each([
	["2026-03-01", ["2026-03-01"]],
	["2026-03-01T23:30:00Z", ["2026-02-28", "2026-03-01", "2026-03-02"]],
	["last week", []],
	["2026-13-01", []],
])("%s may be shown as %j", (stated, days) => {
	expect(daysOf(stated)).toEqual(days);
});
