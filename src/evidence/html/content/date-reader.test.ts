import { describe, expect, it } from "vitest";
import { readContent } from "./content.testkit.ts";

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
	])("%s", (html, dates) => {
		expect(read(html)).toEqual(dates);
	});

	it.each([
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

	it("labelled, also in the page's footer", () => {
		expect(read(`<main><h1>x</h1>${PROSE}</main><footer>Last updated: 4 March 2026</footer>`)).toEqual([
			"2026-03-04 updated text",
		]);
	});

	it("show where they stand", () => {
		expect(readContent("<h1>x</h1>\n<p>Posted <time>4 March 2026</time></p>").dates).toMatchObject([
			{ at: "line 2, column 11", excerpt: "<time>4 March 2026</time>" },
		]);
	});
});
