import { expect, test } from "vitest";
import type { Barrier, Operability, PageTable } from "#evidence/page-digest.ts";
import { ask } from "../page.testkit.ts";
import { aBarredPage, aBarrier } from "../shared/barriers.testkit.ts";
import { tables } from "./tables.ts";

const table = (parts: Partial<PageTable> = {}): PageTable => ({
	at: "line 40, column 1",
	excerpt: "<table>",
	rows: 3,
	columns: 2,
	headers: 2,
	caption: "",
	layout: false,
	...parts,
});
const judge = (
	examined: Operability["examined"],
	barriers: readonly Barrier[] = [],
	list: readonly PageTable[] = [table()],
) => ask(tables, {}, aBarredPage(examined, barriers, { tables: list }));
const BARE = aBarrier("table-no-header", '<table class="prices">');
const ASTRAY = aBarrier("table-headers", '<td headers="x">', '"x" is no header of this table');

test("no data tables", () => {
	expect(judge({}, [], [table({ layout: true })]).outcome).toBe("not-applicable");
});

test("headers count even without other signs of data", () => {
	expect(judge({ "table-no-header": 1 })).toMatchObject({
		outcome: "pass",
		says: "1 data table, with header cells.",
		exhibits: [{ excerpt: "<table>" }],
	});
	expect(judge({}, [], [table(), table(), table({ layout: true })]).says).toBe(
		"2 data tables, each with header cells.",
	);
	expect(judge({}, [], [table({ headers: 0 })]).outcome).toBe("not-applicable");
	expect(judge({ "table-no-header": 1 }, [BARE], [table(), table({ headers: 0 })])).toMatchObject({ ratio: 0.5 });
});

test("each table without headers costs its share", () => {
	expect(judge({ "table-no-header": 1 }, [BARE], []).outcome).toBe("fail");
	expect(judge({ "table-no-header": 4 }, [BARE])).toMatchObject({
		outcome: "partial",
		ratio: 0.75,
		says: "https://example.com/ has 1 of 4 data tables without a header cell.",
		fix: expect.stringContaining('the first row of <table class="prices"> (line 20, column 3)'),
		exhibits: [{ excerpt: '<table class="prices">' }],
	});
});

test("dangling headers halve the rest", () => {
	expect(judge({ "table-headers": 2 }, [ASTRAY], [])).toMatchObject({ outcome: "partial", ratio: 0.5 });
	expect(judge({ "table-no-header": 2, "table-headers": 2 }, [BARE, ASTRAY])).toMatchObject({
		ratio: 0.25,
		says: expect.stringContaining(
			'and 1 cell whose headers attribute points to nothing: "x" is no header of this table',
		),
	});
	expect(judge({ "table-no-header": 2, "table-headers": 2 }, [ASTRAY])).toMatchObject({
		ratio: 0.5,
		fix: expect.stringContaining('<td headers="x"> (line 20, column 3) list ids'),
	});
});

test("an empty header cell costs its share of the headers", () => {
	const empty = aBarrier("table-header-empty", "<th>");
	expect(judge({ "table-no-header": 1, "table-header-empty": 3 }, [empty])).toMatchObject({
		outcome: "partial",
		ratio: 0.75,
		fault: "A data table has empty header cells",
		says: "https://example.com/ has 1 empty header cell over a column of data.",
		fix: "Write a name for the column into <th> (line 20, column 3).",
	});
	expect(judge({ "table-no-header": 1, "table-header-empty": 1 }, [empty])).toMatchObject({ ratio: 0.5 });
	expect(judge({ "table-no-header": 2, "table-header-empty": 1 }, [BARE, empty])).toMatchObject({ ratio: 0.25 });
});
