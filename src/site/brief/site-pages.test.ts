import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Finding, Site } from "#core/report.ts";
import { exampleReport } from "#receipts/store/report.testkit.ts";
import { ENGLISH } from "./languages.ts";
import {
	causesOf,
	faultRows,
	furtherPages,
	pagesWords,
	placeRows,
	readWords,
	templateRows,
	templateTree,
	worstPlaces,
} from "./site-pages.ts";

const [example] = exampleReport().findings as [Finding];
const template = fc.oneof(fc.constantFrom("/", "/*", "/products/*"), fc.string({ maxLength: 12 }));
const templates = fc.uniqueArray(fc.record({ template, short: fc.integer({ min: 1, max: 3_000 }) }), {
	selector: (each) => each.template,
	maxLength: 3,
});

describe("the pages of a site", () => {
	it("list each template at fault with its pages, and the rest", () => {
		fc.assert(
			fc.property(templates, fc.nat(50), (named, elsewhere) => {
				const short = named.reduce((sum, each) => sum + each.short, elsewhere);
				const words = causesOf({ pages: { judged: 99_999, short, templates: named } }, ENGLISH);
				for (const { template: each } of named.filter(({ template }) => !/^\/\*?$/.test(template)))
					expect(words).toContain(`under ${each.replace(/\*$/, "")}`);
				const isRestNamed = named.length > 0 && elsewhere > 0;
				expect(words.endsWith(`${elsewhere} elsewhere`)).toBe(isRestNamed);
			}),
		);
		const one = { judged: 2_001, short: 1_047, templates: [{ template: "/products/*", short: 1_047 }] };
		expect(causesOf({ pages: one }, ENGLISH)).toBe("1,047 pages under /products/");
	});

	it("are a tree below the home page, with the number of other pages", () => {
		const rows = ["/products/*", "/*", "/"].map((each, at) => ({
			template: each,
			pages: 40 - at,
			score: 50,
			worst: "x",
		}));
		const site: Site = { pages: 130, templates: rows };
		expect(templateTree(site, []).map((each) => [each.template, each.depth])).toEqual([
			["/", 0],
			["/*", 1],
			["/products/*", 1],
		]);
		expect(furtherPages(site)).toBe(130 - 117);
		expect(templateRows(site, [], ENGLISH).text).toContain("further templates");
	});

	it("escape text of a site", () => {
		const hostile = '"><script>alert(1)</script>';
		const places = [
			{ page: `https://a.example/${hostile}`, line: 3, excerpt: hostile },
			{ page: "https://a.example/" },
		];
		const pages = { judged: 9, short: 2, templates: [{ template: hostile, short: 2 }] };
		const findings = [{ ...example, pages, places }];
		const site = { pages: 9, templates: [{ template: hostile, pages: 9, score: 1, worst: example.id }] };
		const written = [templateRows(site, findings, ENGLISH), faultRows(findings, ENGLISH), placeRows(findings)]
			.map(({ text }) => text)
			.join("");
		expect(written).not.toContain("<script");
		expect(written).toContain(`href="#finding-${example.id}"`);
		expect(worstPlaces(findings).map(({ at }) => at)).toEqual(["", "3"]);
	});

	it("are counted in a brief: pages at fault and pages read", () => {
		const pages = { judged: 2_001, short: 214, templates: [{ template: "/products/*", short: 214 }] };
		expect(pagesWords({ outcome: "fail", pages }, ENGLISH)).toBe("On 214 of 2,001 pages, all under /products/.");
		expect(pagesWords({ outcome: "fail", pages: { judged: 9, short: 2 } }, ENGLISH)).toBe("On 2 of 9 pages.");
		const everywhere = {
			judged: 9,
			short: 9,
			templates: [
				{ template: "/*", short: 8 },
				{ template: "/", short: 1 },
			],
		};
		expect(pagesWords({ outcome: "fail", pages: everywhere }, ENGLISH)).toBe("On every page it applies to (9).");
		const some = { ...everywhere, judged: 20 };
		expect(pagesWords({ outcome: "fail", pages: some }, ENGLISH)).toBe(
			"On 9 of 20 pages: 8 pages directly below the home page, the home page.",
		);
		const home = { judged: 4, short: 1, templates: [{ template: "/", short: 1 }] };
		expect(pagesWords({ outcome: "fail", pages: home }, ENGLISH)).toBe("On the home page.");
		expect(pagesWords({ outcome: "pass", pages: { judged: 9, short: 0 } }, ENGLISH)).toBeUndefined();
		expect(readWords({ pages: 25, known: 2_001, templates: [] }, ENGLISH)).toBe("25 of 2,001 pages were read.");
		expect(readWords({ pages: 74, templates: [] }, ENGLISH)).toBe("74 pages were read.");
		expect(readWords(undefined, ENGLISH)).toBeUndefined();
	});

	it("exclude passes and findings about the whole site", () => {
		const passes: Finding = { ...example, outcome: "pass", pages: { judged: 9, short: 0 } };
		expect(faultRows([passes, example], ENGLISH).text).toBe("");
	});
});
