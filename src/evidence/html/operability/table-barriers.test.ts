import { expect, it } from "vitest";
import { barriersOf, countsOf } from "./barriers.testkit.ts";

const rows = (...lines: readonly string[]) =>
	`<table>${lines
		.map(
			(line) =>
				`<tr>${line
					.split("|")
					.map((cell) => `<td>${cell.trim()}</td>`)
					.join("")}</tr>`,
		)
		.join("")}</table>`;

it.each([
	["names over figures", rows("Size | Weight | Price", "A4 | 120 g | 4.50", "A5 | 60 g | 3.20")],
	["bold names over figures in two columns", rows("<b>Repair</b> | <b>Price</b>", "Joint | €40", "Spine | €90")],
	["bold names over words", rows("<b>Name</b> | <b>Part</b> | <b>Town</b>", "Ada | lead | York", "Ben | crew | Hull")],
	["an empty corner", rows(" | <strong>Jan</strong> | <strong>Feb</strong>", "Books | 12 | 14", "Boxes | 3 | 4")],
	["names beside figures, without a first row of names", rows("Letter|1|2", "Legal|2|3", "Folio|3|4", "Quarto|4|5")],
])("a table that only its content shows to be data lacks header cells: %s", (_, html) => {
	expect(countsOf("table-no-header", html)).toEqual([1, 1]);
});

it.each([
	["two columns of words", rows("Address | Hours", "Thread Lane | nine to six", "second court | not on Monday")],
	["a form", rows("Name | <input> | required", "Mail | <input> | required", "Town | <input> | 12345")],
	["pictures", rows("<img src=a alt=a> | a | 1", "<img src=b alt=b> | b | 2", "<img src=c alt=c> | c | 3")],
	["paragraphs", rows("One | Two | Three", `${"long text ".repeat(9)} | 1 | 2`, "a | 2 | 3")],
	[
		"a menu in columns",
		rows(
			"<b>Shop</b> | <b>Help</b> | <b>Firm</b>",
			...Array(3).fill("<a href=a>a</a> | <a href=b>b</a> | <a href=c>c</a>"),
		),
	],
	["a month", rows("M|T|W|T|F|S|S", "1|2|3|4|5|6|7", "8|9|10|11|12|13|14")],
	["rows of unequal length", rows("a | b | c", "a | 1 | 2", "a | 1")],
	["cells that span", rows("a | b | c", "a | 1 | 2", "a | 1 | 2").replace("<td>", "<td colspan=1 rowspan=2>")],
	["tables inside", `<table><tr><td>${rows("a | b | 1")}</td></tr></table>`],
	["figures alone", rows("1|2|3", "4|5|6", "7|8|9", "1|2|3")],
	["a presentation", rows("a | b | c", "a | 1 | 2", "b | 1 | 2").replace("<table>", "<table role=presentation>")],
])("a table that may lay out is not judged: %s", (_, html) => {
	expect(countsOf("table-no-header", html)).toEqual([0, 0]);
});

it.each([
	["key and value", "<tr><th>Size<td>A4<tr><th>Price<td>4.50"],
	["a row of headers", "<tr><th>a<th>b<th>c<tr><td>a<td>1<td>2<tr><td>b<td>1<td>2"],
])("%s with header cells has none missing", (_, html) => {
	expect(countsOf("table-no-header", `<table>${html}</table>`)[1]).toBe(0);
});

const under = (head: string, ...body: readonly string[]) =>
	`<table><tr>${head}${body.map((row) => `<tr>${row}`).join("")}</table>`;
it.each([
	["at the top of a column of texts", under("<th>a<th>", "<td>a<td>1", "<td>b<td>2"), 2, 1],
	["in the corner", under("<th><th>b", "<th>a<td>1", "<th>b<td>2"), 4, 0],
	["over controls", under("<th>a<th>", "<td>a<td><a href=x>open</a>", "<td>b<td><button>x</button>"), 2, 0],
	["over nothing", under("<th>a<th>", "<td>a<td>", "<td>b<td>"), 2, 0],
	["with an icon", under("<th>a<th><i class=icon></i>", "<td>a<td>1", "<td>b<td>2"), 2, 0],
	["with a label", under("<th>a<th aria-label=b>", "<td>a<td>1", "<td>b<td>2"), 2, 0],
	["under cells that span", under("<th colspan=2>a<th>", "<td>a<td>1<td>2", "<td>b<td>2<td>3"), 2, 0],
])("an empty header cell %s", (_, html, examined, found) => {
	expect(countsOf("table-header-empty", html)).toEqual([examined, found]);
});

it("says where the empty header cell stands", () => {
	expect(barriersOf(under("<th>a<th>", "<td>a<td>1", "<td>b<td>2")).barriers).toMatchObject([
		{ kind: "table-header-empty", says: "<th> at the top of a column of data is empty", excerpt: "<th>" },
	]);
});
