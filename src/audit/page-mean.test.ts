import fc from "fast-check";
import { describe, expect, it, test } from "vitest";
import { templateOf } from "#checks/shared/page-rows.ts";
import type { Exhibit, Verdict } from "#core/verdict.ts";
import { PageTally, type PageVerdict, pageMean } from "./page-sums.ts";

const pass: Verdict = { outcome: "pass", says: "It is right." };
const fail: Verdict = { outcome: "fail", says: "It is wrong.", fix: "Mend it." };
const silent: Verdict = { outcome: "not-applicable", says: "There is none." };
const part = (ratio: number): Verdict => ({ outcome: "partial", ratio, says: `It is ${ratio} right.`, fix: "Go on." });

/** Verdicts of the home page and of pages 1, 2 … */
function mean(home: Verdict, ...others: readonly Verdict[]): Verdict {
	return meanOf(at("home", home), ...others.map((verdict, index) => at(String(index + 1), verdict)));
}

type Judged = Omit<PageVerdict, "template">;

function meanOf(home: Judged, ...others: readonly Judged[]): Verdict {
	const tally = new PageTally();
	for (const page of [home, ...others]) tally.add({ ...page, template: templateOf(page) });
	return pageMean(home.verdict, tally.sum);
}

function at(name: string, verdict: Verdict): Judged {
	const url = `https://example.com/${name}`;
	return { url, verdict: { ...verdict, exhibits: [{ url, excerpt: `seen on ${name}` }] } };
}

test.each<[string, Verdict, object]>([
	[
		"all pass",
		mean(pass, pass),
		{ outcome: "pass", says: "2 of 2 pages pass. For example, on https://example.com/home: It is right." },
	],
	[
		"all fail",
		mean(fail, fail),
		{
			outcome: "fail",
			says: "0 of 2 pages pass. Worst page, https://example.com/home: It is wrong.",
			fix: "Mend it.",
		},
	],
	[
		"none applies",
		mean(silent, silent),
		{ outcome: "not-applicable", says: "This applies to none of 2 pages. There is none." },
	],
	[
		"one of four fails",
		mean(pass, pass, fail, pass),
		{
			outcome: "partial",
			ratio: 0.75,
			says: "3 of 4 pages pass. Worst page, https://example.com/2: It is wrong.",
			fix: "Mend it.",
		},
	],
	["the home page fails alone", mean(fail, pass, pass, pass), { outcome: "partial", ratio: 0.75 }],
	[
		"parts",
		mean(part(0.25), part(0.75)),
		{
			outcome: "partial",
			ratio: 0.5,
			says: "0 of 2 pages pass. Worst page, https://example.com/home: It is 0.25 right.",
			fix: "Go on.",
		},
	],
	["a part among passes", mean(pass, part(0.5)), { outcome: "partial", ratio: 0.75, fix: "Go on." }],
	["a failure among parts", mean(part(0.5), fail), { outcome: "partial", ratio: 0.25, fix: "Mend it." }],
	[
		"pages to which it does not apply",
		mean(silent, pass, fail),
		{
			outcome: "partial",
			ratio: 0.5,
			says: "1 of 2 pages passes; this does not apply to 1 more. Worst page, https://example.com/2: It is wrong.",
		},
	],
	[
		"one page to which it applies",
		mean(silent, fail),
		{
			outcome: "fail",
			says: "0 of 1 page passes; this does not apply to 1 more. Worst page, https://example.com/1: It is wrong.",
		},
	],
])("%s", (_, verdict, expected) => {
	expect(verdict).toMatchObject(expected);
	expect("ratio" in verdict).toBe(verdict.outcome === "partial");
});

describe("pageMean", () => {
	it.each([pass, fail, silent, part(0.3)])("keeps the verdict of a single page: $outcome", (verdict) => {
		expect(meanOf({ url: "https://example.com/", verdict })).toBe(verdict);
	});

	it("does not name a page twice", () => {
		const says = "https://example.com/1 has no title.";
		expect(mean(pass, { ...fail, says }).says).toBe(`1 of 2 pages passes. Worst page: ${says}`);
	});

	it("counts pages, not faults on them", () => {
		const exhibits = Array.from({ length: 5 }, () => ({ url: "u", excerpt: "x" }));
		const crowded = { url: "https://example.com/1", verdict: { ...fail, exhibits } };
		expect(meanOf(at("home", pass), crowded)).toMatchObject({ ratio: 0.5 });
	});

	it("shows the exhibits of three faulty pages, worst first, and none of passing pages", () => {
		const shown = (verdict: Verdict) => verdict.exhibits?.map(({ excerpt }) => excerpt.replace("seen on ", ""));
		expect(shown(mean(part(0.5), pass, fail, pass))).toEqual(["2", "home"]);
		expect(shown(mean(fail, fail, fail, fail, part(0.1)))).toEqual(["home", "1", "2"]);
		expect(shown(mean(pass, pass, silent, pass, pass))).toEqual(["home", "1", "3"]);
	});

	it("lies between the worst and the best page, whatever the order", () => {
		const anyVerdict = fc.oneof(
			fc.constantFrom(pass, fail, silent),
			fc.double({ min: 0.001, max: 0.999, noNaN: true }).map(part),
		);
		const value = (verdict: Verdict) =>
			verdict.outcome === "partial" ? verdict.ratio : Number(verdict.outcome === "pass");
		fc.assert(
			fc.property(fc.array(anyVerdict, { minLength: 2, maxLength: 25 }), (verdicts) => {
				const [home = pass, ...others] = verdicts;
				const result = mean(home, ...others);
				const values = verdicts.filter(({ outcome }) => outcome !== "not-applicable").map(value);
				expect(result.outcome === "not-applicable").toBe(values.length === 0);
				if (values.length === 0) return;
				expect(value(result)).toBeGreaterThanOrEqual(Math.min(...values) - 1e-12);
				expect(value(result)).toBeLessThanOrEqual(Math.max(...values) + 1e-12);
				expect(result.outcome === "pass").toBe(Math.min(...values) === 1);
				expect(result.outcome === "fail").toBe(Math.max(...values) === 0);
				if (result.outcome === "partial") expect(result.ratio > 0 && result.ratio < 1).toBe(true);
				const [last = pass, ...rest] = verdicts.toReversed();
				expect(value(mean(last, ...rest))).toBeCloseTo(value(result), 10);
			}),
		);
	});
});

it("is the same whether pages are added one by one or as sums", () => {
	const verdicts = fc.array(fc.constantFrom(pass, fail, silent, part(0.2), part(0.7)), { minLength: 1, maxLength: 12 });
	fc.assert(
		fc.property(verdicts, fc.nat(11), (all, cut) => {
			const placed = (page: Judged): PageVerdict => ({ ...page, template: templateOf(page) });
			const pages = all.map((verdict, index) => placed(at(String(index), verdict)));
			const [home = placed(at("home", pass)), ...others] = pages;
			const [whole, first, rest] = [new PageTally(), new PageTally(), new PageTally()];
			for (const page of pages) whole.add(page);
			for (const page of [home, ...others.slice(0, cut)]) first.add(page);
			for (const page of others.slice(cut)) rest.add(page);
			first.addAll(JSON.parse(JSON.stringify(rest.sum)));
			const [one, other] = [whole, first].map(({ sum }) => pageMean(home.verdict, sum));
			expect({ ...other, ratio: 0 }).toEqual({ ...one, ratio: 0 });
			if (one?.outcome === "partial") expect((other as typeof one).ratio).toBeCloseTo(one.ratio, 10);
		}),
	);
});

it("counts each template once, however many pages it has", () => {
	const page = (path: string, verdict: Verdict): Judged => ({ url: `https://example.com/${path}`, verdict });
	const products = Array.from({ length: 500 }, (_, index) => page(`products/${index}`, fail));
	const rest = [page("about", pass), page("contact.html", fail), page("blog/one", pass), page("de/blog/two", pass)];
	expect(meanOf(page("", pass), ...products, ...rest)).toMatchObject({
		outcome: "partial",
		ratio: (1 + 0 + 0.5 + 1) / 4,
		says: expect.stringContaining("4 of 505 pages pass."),
	});
});

it("reports a template with faults on many pages once", () => {
	const page = (path: string): Judged => {
		const url = `https://example.com/${path}`;
		const exhibits = [{ url, at: "line 3", excerpt: `<button class="menu-toggle" id="menu-${path.length}"></button>` }];
		return {
			url,
			verdict: { outcome: "partial", ratio: 0.5, says: "1 of 2 buttons has no name.", fix: "Name it.", exhibits },
		};
	};
	const [home, ...sample] = ["", "a", "bb", "ccc"].map(page);
	const { says } = meanOf(home ?? page(""), ...sample);
	expect(says).toContain("The same markup is on all 4 pages with this fault");
	expect(says.match(/same markup/g)).toHaveLength(1);
});

/** The note about a template if exactly these pages have the fault. */
function templateIn(exhibits: readonly Exhibit[]): string | undefined {
	const pages = [...Map.groupBy(exhibits, ({ url }) => url.replace(/#.*/, ""))];
	const [home = at("home", pass), ...others] = pages.map(([url, own]) => ({
		url,
		verdict: { ...fail, exhibits: own },
	}));
	return /The same markup.*/.exec(meanOf(home, ...others, at("beside", silent)).says)?.[0];
}

const on = (pages: number, excerpt: (page: number) => string, from = 0): Exhibit[] =>
	Array.from({ length: pages }, (_, page) => ({ url: `https://example.com/${from + page}`, excerpt: excerpt(page) }));
const ONE_CHANGE = "so one change to the page template fixes them.";

test("the same faulty markup on every page is one template", () => {
	expect(templateIn(on(15, () => '<a class="social" href="#">'))).toBe(
		`The same markup is on all 15 pages with this fault, ${ONE_CHANGE}`,
	);
});

test("ids, numbers, addresses, values and several exhibits per page make no difference", () => {
	const exhibits = on(
		4,
		(page) => `<img id="photo-${page}" class="card card-${page}" src="/p/${page}.jpg" alt="Book ${page}">`,
	);
	expect(templateIn([...exhibits, ...exhibits])).toContain("all 4 pages");
	const quoted = on(3, (page) => `<input type='text' name='field-${page}' data-key=${page}>`);
	expect(templateIn(quoted)).toContain("all 3 pages");
});

test("markup shared by most pages is reported with their number", () => {
	const exhibits = [...on(12, () => '<nav class="menu">'), ...on(3, (page) => `<ul class="list-${"abc"[page]}">`, 12)];
	expect(templateIn(exhibits)).toBe(`The same markup is on 12 of 15 pages with this fault, ${ONE_CHANGE}`);
});

test.each<[string, readonly Exhibit[]]>([
	["nothing", []],
	["two pages", on(2, () => '<nav class="menu">')],
	[
		"three exhibits of one page",
		on(3, () => '<nav class="menu">').map((each, index) => ({ ...each, url: `https://example.com/#${index}` })),
	],
	[
		"half of the pages",
		[...on(3, () => '<nav class="menu">'), ...on(3, (page) => `<ul class="list-${"abc"[page]}">`, 3)],
	],
	["texts that differ", on(5, (page) => `<h2>About ${"abcde"[page]}</h2>`)],
	["markup that stands everywhere", on(5, () => "<div>")],
])("%s identifies no template", (_, exhibits) => {
	expect(templateIn(exhibits)).toBeUndefined();
});

test("another order of pages gives the same sentence", () => {
	const exhibits = [...on(4, () => '<nav class="menu">'), ...on(1, () => '<ul class="list">', 4)];
	expect(templateIn(exhibits.toReversed())).toBe(templateIn(exhibits));
});
