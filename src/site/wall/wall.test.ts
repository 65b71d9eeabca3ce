import { expect, test } from "vitest";
import { PRESETS } from "#core/preset.ts";
import { GATE_SENTENCES, SOURCES } from "../brief/texts.ts";
import { createSiteLinks } from "../page/site-links.ts";
import { makeSite } from "../publication/public-site.testkit.ts";
import { makeReceipt, makeScores, store, storedSamples } from "../publication/receipt.testkit.ts";
import {
	buildWall,
	kindsOnWall,
	pageNumbers,
	SPARK,
	saidOnce,
	sparkline,
	type WallRow,
	wallRows,
	wallTitle,
	wallViews,
} from "./wall.ts";
import { ariaSort } from "./wall-search.ts";

const site = (stored: ReturnType<typeof store>) => makeSite([stored]);
const sites = storedSamples().map(site);

test.each([
	["score", ["www.example.org", "docs.example.org", "shop.example.org", "closed.example.org"]],
	["newest", ["www.example.org", "shop.example.org", "docs.example.org", "closed.example.org"]],
	["name", ["closed.example.org", "docs.example.org", "shop.example.org", "www.example.org"]],
] as const)("in the order %s", (order, slugs) => {
	expect(buildWall(sites, order).map(({ slug }) => slug)).toEqual(slugs);
	expect(buildWall(sites.toReversed(), order).map(({ slug }) => slug)).toEqual(slugs);
});

test("equal scores are sorted by name", () => {
	const twins = ["b.example.org", "a.example.org"].map((domain) => site(store("a", makeReceipt({ domain }))));
	expect(buildWall(twins, "score").map(({ slug }) => slug)).toEqual(["a.example.org", "b.example.org"]);
});

test("a score of 0 comes before no score", () => {
	const zero = site(store("a", makeReceipt({ domain: "zero.example.org", scores: makeScores(0) })));
	const rows = buildWall([...sites, zero], "score");
	expect(rows.slice(-2).map(({ slug }) => slug)).toEqual(["zero.example.org", "closed.example.org"]);
});

test("folders and gates are stated in words", () => {
	const notes = Object.fromEntries(buildWall(sites, "name").map((row) => [row.slug, row.notes]));
	expect(notes).toEqual({
		"closed.example.org": [],
		"docs.example.org": [{ kind: "folder", says: SOURCES.folderNotice }],
		"shop.example.org": [{ kind: "gate", says: GATE_SENTENCES.noindex }],
		"www.example.org": [],
	});
});

test("a site that could not be audited has words and no number", () => {
	const row = buildWall(sites, "score").at(-1);
	expect(row).toMatchObject({ words: "Could not be audited" });
	expect(row).not.toHaveProperty("overallScore");
});

test("the sorted column has aria-sort", () => {
	expect(ariaSort("score", "score")).toBe("descending");
	expect(ariaSort("name", "name")).toBe("ascending");
	expect(ariaSort("name", "score")).toBeUndefined();
});

test("a row links to its receipt and shows its leaf", () => {
	const [newest, older] = [
		store("b2", makeReceipt()),
		store("a1", makeReceipt({ auditedAt: "2026-10-01T00:00:00.000Z" })),
	];
	const waiting = makeSite([older, newest]);
	expect(buildWall([waiting], "name")[0]).toMatchObject({ receipt: newest.id, proof: "pending", preset: "general" });
	const sealed = { ...waiting.history[0], logIndex: 17 };
	expect(buildWall([{ ...waiting, history: [sealed] }], "name")[0]).toMatchObject({ proof: "leaf 17" });
});

test("a row's history includes all audits of the site", () => {
	const then = store("a1", makeReceipt({ auditedAt: "2026-10-01T00:00:00.000Z", scores: makeScores(40) }));
	const [row] = buildWall([makeSite([then, store("b2", makeReceipt())])], "name");
	expect(row?.history?.label).toContain("first 40, last 80");
});

test("an international name is sorted by its display form", () => {
	const munich = makeSite([store("a1", makeReceipt({ domain: "xn--mnchen-3ya.example.de" }))], {
		displayDomain: "münchen.example.de",
	});
	expect(buildWall([...sites, munich], "name").map(({ displayDomain }) => displayDomain)).toEqual([
		"closed.example.org",
		"docs.example.org",
		"münchen.example.de",
		"shop.example.org",
		"www.example.org",
	]);
});

const rows = buildWall(
	Array.from({ length: 23 }, (_, index) => {
		const key = index < 12 ? "general" : index < 22 ? "saas" : "docs";
		const draft = makeReceipt({
			domain: `s${index}.example.org`,
			preset: { key, says: "" },
			scores: makeScores(index % 7),
		});
		return makeSite([store(`a${index}`, draft)]);
	}),
	"name",
);
const views = wallViews(rows, 5);

test("there is a page per part, order and kind, but not for an empty kind", () => {
	const pages = (order: string, preset?: string) =>
		views.filter((view) => view.order === order && view.preset === preset);
	for (const order of ["score", "newest", "name"]) {
		expect([pages(order).length, pages(order, "general").length]).toEqual([5, 3]);
		expect([pages(order, "saas").length, pages(order, "docs").length, pages(order, "publisher").length]).toEqual([
			2, 1, 0,
		]);
	}
	expect(views).toHaveLength(33);
});

test("the pages of an order contain every site once, in that order", () => {
	for (const order of ["score", "newest", "name"] as const) {
		const all = views.filter((view) => view.order === order && view.preset === undefined);
		expect(all.map(({ rows: shown }) => shown.length)).toEqual([5, 5, 5, 5, 3]);
		expect(all.map(({ page, pages }) => [page, pages])).toEqual([1, 2, 3, 4, 5].map((page) => [page, 5]));
		expect(all.flatMap((view) => view.rows.map(({ slug }) => slug))).toEqual(
			buildSorted(order).map(({ slug }) => slug),
		);
	}
});

function buildSorted(order: "score" | "newest" | "name") {
	const byName = rows.toSorted((a, b) => (a.slug < b.slug ? -1 : 1));
	return order === "score" ? byName.toSorted((a, b) => (b.overallScore ?? -1) - (a.overallScore ?? -1)) : byName;
}

test("a page has the count and scores of its whole kind", () => {
	const saas = views.filter(({ preset, order }) => preset === "saas" && order === "score");
	for (const view of saas) expect([view.count, view.scores.length]).toEqual([10, 10]);
});

test("an empty wall has one page per order", () => {
	expect(wallViews([]).map(({ page, pages, count }) => [page, pages, count])).toEqual([1, 2, 3].map(() => [1, 1, 0]));
});

test("kinds are counted in the order of the methodology", () => {
	expect(kindsOnWall(rows)).toEqual([
		{ preset: "general", count: 12 },
		{ preset: "saas", count: 10 },
		{ preset: "docs", count: 1 },
	]);
	expect(kindsOnWall(PRESETS.toReversed().map((preset) => ({ preset }))).map(({ preset }) => preset)).toEqual(PRESETS);
});

test("page titles are unique", () => {
	const titles = views.map(wallTitle);
	expect(new Set(titles).size).toBe(titles.length);
	expect(titles[0]).toBe("Wall of briefs");
	expect(wallTitle({ order: "newest", preset: "saas", page: 2, pages: 7 })).toBe(
		"Wall of briefs: Software as a service, newest first, page 2 of 7",
	);
});

test.each([
	[1, 1, [1]],
	[1, 3, [1, 2, 3]],
	[1, 9, [1, 2, "gap", 9]],
	[4, 9, [1, 2, 3, 4, 5, "gap", 9]],
	[5, 9, [1, "gap", 4, 5, 6, "gap", 9]],
	[9, 9, [1, "gap", 8, 9]],
	[50, 102, [1, "gap", 49, 50, 51, "gap", 102]],
])("page %d of %d links to %j", (page, pages, numbers) => {
	expect(pageNumbers(page, pages)).toEqual(numbers);
});

const links = createSiteLinks("https://audit.example.com/prefix");
const HOSTILE = `"><script>alert('1')</script>`;
const row: WallRow = {
	slug: "xn--mnchen-3ya.example",
	displayDomain: "münchen.example",
	preset: "general",
	overallScore: 61,
	words: "Partly ready",
	axes: { structure: 60, accessibility: 62 },
	history: { line: "M69,3Z", area: "", end: { x: 69, y: 3 }, label: "One audit" },
	auditedAt: "2026-11-20T02:00:03.351Z",
	receipt: "a1",
	proof: "leaf 3",
	notes: [{ kind: "gate", says: "Google cannot list it." }],
};

test("a row has both forms of the name, and links to brief and receipt below the site's path", () => {
	const { text } = wallRows([row], links);
	expect(text).toContain('<a href="/prefix/brief/xn--mnchen-3ya.example/">münchen.example</a> <span class="ascii">');
	expect(text.split('<a href="/prefix/receipts/a1/">leaf 3</a>')).toHaveLength(3);
	expect(text).toContain('<time datetime="2026-11-20T02:00:03.351Z">20 November 2026</time>');
	expect(text).toContain('<span class="note" data-kind="gate">Google cannot list it.</span>');
	expect(text).not.toContain("spark-area");
	expect(wallRows([{ ...row, displayDomain: row.slug }], links).text).not.toContain("ascii");
});

test("a site without a score has a dash for each number, and no line", () => {
	const { overallScore: _, axes: __, ...unscored } = row;
	const { text } = wallRows([{ ...unscored, history: undefined }], links);
	expect(text.match(/>–</g)).toHaveLength(3);
	expect(text).toContain('<span class="spark"></span>');
});

test("text of a row is escaped", () => {
	const history = { line: HOSTILE, area: HOSTILE, label: HOSTILE };
	const notes = [{ kind: "gate" as const, says: HOSTILE }];
	const words = { displayDomain: HOSTILE, words: HOSTILE, proof: HOSTILE, history, notes };
	expect(wallRows([{ ...row, ...words }], links).text).not.toMatch(/"><script|<script/);
});

test("notes that all rows share are above them; others and all faults stay with their row", () => {
	const [folder, deep, gate] = (["folder", "mode", "gate"] as const).map((kind) => ({ kind, says: `Note ${kind}` }));
	const notesOf = (...rows: readonly (readonly (typeof folder | undefined)[])[]) => {
		const given = rows.map((notes) => ({ ...row, notes: notes.flatMap((note) => note ?? []) }));
		const { notes, rows: left } = saidOnce(given);
		return { above: notes.map(({ kind }) => kind), beside: left.map((each) => each.notes.map(({ kind }) => kind)) };
	};
	expect(notesOf([folder, gate], [folder, deep, gate])).toEqual({
		above: ["folder"],
		beside: [["gate"], ["mode", "gate"]],
	});
	expect(notesOf([folder], [])).toEqual({ above: [], beside: [["folder"], []] });
	expect(notesOf([folder])).toEqual({ above: [], beside: [["folder"]] });
	expect(notesOf()).toEqual({ above: [], beside: [] });
});

const LEFT = SPARK.margin;
const RIGHT = SPARK.width - SPARK.margin;
const BASE = SPARK.height - SPARK.margin;

/** Audits a day apart, oldest first: a score, or null where the site could not be audited. */
function history(scores: readonly (number | null)[], parts: readonly Parameters<typeof makeReceipt>[0][] = []) {
	const stored = scores.map((score, day) => {
		const at = { auditedAt: `2026-11-${String(day + 1).padStart(2, "0")}T02:00:00.000Z`, ...parts[day] };
		if (score !== null) return store(`a${day}`, makeReceipt({ ...at, scores: makeScores(score) }));
		const { scores: _none, ...failed } = makeReceipt({ ...at, ok: false });
		return store(`a${day}`, failed);
	});
	const [first, ...rest] = stored;
	if (!first) throw new RangeError("A history has an audit.");
	return makeSite([first, ...rest]);
}

const points = (path: string) => path.split(/(?=[ML])/).filter(Boolean);
const runs = (path: string) => path.split("M").filter(Boolean).length;

test("one audit has no line", () => expect(sparkline(history([40]))).toBeUndefined());

test("two audits make a step over the whole width", () => {
	const spark = sparkline(history([0, 100]));
	expect(points(spark?.line ?? "")).toEqual([`M${LEFT},${BASE}`, `L${RIGHT},${BASE}`, `L${RIGHT},${SPARK.margin}`]);
	expect(spark?.end).toEqual({ x: RIGHT, y: SPARK.margin });
});

test("equal scores are a level line at that height, independent of other sites", () => {
	const spark = sparkline(history([50, 50, 50]));
	const heights = new Set([...(spark?.line ?? "").matchAll(/,([\d.]+)/g)].map(([, y]) => Number(y)));
	expect([...heights]).toEqual([SPARK.height / 2]);
});

test("the x axis is time: an audit after a quarter of the time is at a quarter of the width", () => {
	const at = (day: string) => ({ auditedAt: `2026-11-${day}T00:00:00.000Z` });
	const spark = sparkline(history([10, 20, 30], [at("01"), at("02"), at("05")]));
	expect(spark?.line).toContain(`L${LEFT + (RIGHT - LEFT) / 4},`);
});

test("an audit without a score is a gap, and is mentioned", () => {
	const spark = sparkline(history([60, 70, null, 80, 90]));
	expect([runs(spark?.line ?? ""), runs(spark?.area ?? "")]).toEqual([2, 2]);
	expect(spark?.label).toBe(
		"5 audits from 1 November 2026 to 5 November 2026; first 60, last 90, lowest 60, highest 90; 1 audit gave no score",
	);
});

test("there is no end mark if the newest audit has no score", () => {
	const spark = sparkline(history([60, 70, null]));
	expect(spark).not.toHaveProperty("end");
	expect(spark?.line).not.toContain(`${RIGHT},`);
});

test.each([
	["methodology", { methodology: "0.0.9" }],
	["source", { source: "folder" }],
] as const)("a change of %s breaks the line", (_, parts) => {
	const spark = sparkline(history([60, 62, 80, 82], [parts, parts]));
	expect(runs(spark?.line ?? "")).toBe(2);
	expect(spark?.label).toContain("not comparable before and after one change");
	expect(sparkline(history([60, 62, 80, 82]))?.label).not.toContain("comparable");
});

test("a site that never had a score has no drawing", () => {
	expect(sparkline(history([null, null]))).toBeUndefined();
});

test("only the newest 24 audits are drawn", () => {
	const spark = sparkline(history(Array.from({ length: 28 }, (_, day) => day)));
	expect(spark?.label).toContain("24 audits from 5 November 2026 to 28 November 2026; first 4, last 27");
});
