import { expect, test } from "vitest";
import type { PageDate } from "#evidence/page-digest.ts";
import { aNode, aPage, ask } from "../page.testkit.ts";
import { visibleDates } from "./visible-dates.ts";

const URL = "https://example.com/blog/glue/";
const aDate = (date: string | null, label: PageDate["label"] = "published"): PageDate => ({
	at: "line 20, column 3",
	excerpt: `<time>${date}</time>`,
	date,
	label,
	from: "time",
});
const judge = (...dates: PageDate[]) =>
	ask(
		visibleDates,
		{},
		aPage({ url: URL, digest: { dates, jsonLd: { blocks: [], nodes: [aNode(["Article"], {})] } } }),
	);

test.each([
	["published", [aDate("2026-03-04")], "pass"],
	["updated", [aDate("2026-03-04", "updated")], "pass"],
	["not labelled", [aDate("2026-03-04", "unlabelled")], "pass"],
	["ambiguous", [aDate(null)], "pass"],
	["today, ahead of UTC", [aDate("2026-11-21")], "pass"],
	["none", [], "fail"],
	["in the future", [aDate("2026-03-04"), aDate("2026-12-01", "updated")], "fail"],
	["of an event in the future", [aDate("2026-03-04"), aDate("2027-05-01", "unlabelled")], "pass"],
] as const)("a date that is %s", (_, dates, outcome) => {
	expect(judge(...dates).outcome).toBe(outcome);
});

test("states the best date, and the wrong one", () => {
	expect(judge(aDate("2025-01-01", "unlabelled"), aDate("2026-03-04")).says).toContain("published 2026-03-04");
	expect(judge(aDate("2031-03-04"))).toMatchObject({ says: expect.stringContaining("2031-03-04"), exhibits: [{}] });
	expect(judge().says).toContain("structured data of type Article");
});

test("what is no article needs no date", () => {
	expect(ask(visibleDates, {}, aPage()).outcome).toBe("not-applicable");
});
