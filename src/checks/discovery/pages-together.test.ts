import { describe, expect, test } from "vitest";
import { FULL } from "#core/long-form.testkit.ts";
import type { Page } from "#evidence/evidence-map.ts";
import type { PageDigest } from "#evidence/page-digest.ts";
import { aLink, aMeta, anAnchor, aPage, askPages, aText, aVisit, HOME } from "../page.testkit.ts";
import { canonicalTargets } from "./canonical-targets.ts";
import { distinctDescriptions } from "./distinct-descriptions.ts";
import { distinctTitles } from "./distinct-titles.ts";
import { hreflangReturn } from "./hreflang-return.ts";
import { internalLinks } from "./internal-links.ts";
import { internalReach } from "./internal-reach.ts";
import { linkTargets } from "./link-targets.ts";
import { noindexLinks } from "./noindex-links.ts";
import { siteNorm } from "./site-norm.ts";
import { sitemapCoverage } from "./sitemap-coverage.ts";

const at = (path: string) => new URL(path, HOME).href;
const page = (path: string, digest: Partial<PageDigest> = {}): Page => aPage({ url: at(path), digest });
const titled = (path: string, text: string, more: Partial<PageDigest> = {}) =>
	page(path, { titles: [{ text, at: "line 3, column 1", excerpt: `<title>${text}</title>` }], ...more });
const linking = (path: string, ...links: readonly string[]) =>
	page(path, { anchors: links.map((link) => anAnchor(link)) });
const fingerprinted = (path: string, from: number, more: Partial<PageDigest> = {}) =>
	page(path, {
		text: aText({ main: 2000, fingerprint: Array.from({ length: 128 }, (_, place) => from + place) }),
		...more,
	});
const noindex = { metas: [aMeta("robots", "noindex")] };
const german = { lang: { text: "de", at: "line 1, column 1", excerpt: "" } };
const outcomes = (verdicts: ReturnType<typeof askPages>) => verdicts.map(({ outcome }) => outcome);

describe("distinct-titles", () => {
	const HOME_PAGE = titled("/", "Acme");
	test.each<[string, Page, Page, string]>([
		["the same words", titled("/a", "Shoes"), titled("/b", " SHOES\n"), "fail"],
		["other words", titled("/a", "Shoes"), titled("/b", "Shoes for all"), "pass"],
		["no title", titled("/a", ""), titled("/b", " "), "not-applicable"],
		["another language", titled("/a", "Shoes"), titled("/b", "Shoes", german), "pass"],
		["a version in another country", titled("/us/a", "Shoes"), titled("/gb/a", "Shoes"), "pass"],
		[
			"a copy that says so",
			titled("/a", "Shoes"),
			titled("/b", "Shoes", { links: [aLink("canonical", at("/a"))] }),
			"pass",
		],
		[
			"its own canonical address",
			titled("/a", "Shoes"),
			titled("/b", "Shoes", { links: [aLink("canonical", "/b")] }),
			"fail",
		],
		["one that is not to be found", titled("/a", "Shoes"), titled("/b", "Shoes", noindex), "pass"],
	])("%s", (_, one, other, outcome) => {
		expect(outcomes(askPages(distinctTitles, [HOME_PAGE, one, other]))).toEqual(["pass", outcome, outcome]);
	});

	test("it names the place, another page and how many more", () => {
		const pages = ["/a", "/b", "/c", "/d"].map((path) => titled(path, "Shoes"));
		expect(askPages(distinctTitles, pages)[1]).toMatchObject({
			says: `${at("/b")} has the same title, "Shoes", as ${at("/a")} and 2 other pages.`,
			exhibits: [{ url: at("/b"), at: "line 3, column 1" }],
		});
	});

	test("thousands of pages with one title are held against each other in time", () => {
		const pages = Array.from({ length: FULL ? 10_000 : 3_000 }, (_, index) => titled(`/${index}`, "Shoes"));
		expect(new Set(outcomes(askPages(distinctTitles, pages)))).toEqual(new Set(["fail"]));
	});
});

test("distinct-descriptions: pages that describe themselves in the same words", () => {
	const described = (path: string, content: string) => page(path, { metas: [aMeta("description", content)] });
	const pages = [described("/", "Shoes."), described("/a", "Boots."), described("/b", "shoes. "), page("/c")];
	expect(outcomes(askPages(distinctDescriptions, pages))).toEqual(["fail", "pass", "fail", "not-applicable"]);
});

describe("internal-reach", () => {
	const pages = [linking("/", "/a", "/moved"), linking("/a"), linking("/b", "/b"), linking("/c")];
	const visits = [aVisit("/moved", { hops: 1, end: at("/c") })];

	test("a page that only itself links to is out of reach; one behind a redirect is not", () => {
		expect(outcomes(askPages(internalReach, pages, { visits }))).toEqual(["not-applicable", "pass", "fail", "pass"]);
	});

	test("with a sitemap it is asked of the pages that it lists", () => {
		expect(outcomes(askPages(internalReach, pages, { visits, listed: ["/", "/a"] }))[2]).toBe("not-applicable");
		expect(outcomes(askPages(internalReach, pages, { visits, listed: ["/", "/b/"] }))[2]).toBe("fail");
	});

	test("reports no fault if pages were skipped", () => {
		expect(new Set(outcomes(askPages(internalReach, pages, { isWhole: false })))).toEqual(new Set(["not-applicable"]));
	});
});

test("internal-links: each dead link at its place, on every page but the home page", () => {
	const pages = [linking("/", "/gone"), linking("/a", "/", "/gone", "/b", "/unknown"), linking("/b", "/gone")];
	const verdicts = askPages(internalLinks, pages, { visits: [aVisit("/gone", { status: 404 })] });
	expect(outcomes(verdicts)).toEqual(["not-applicable", "partial", "fail"]);
	expect(verdicts[1]).toMatchObject({
		ratio: 1 - 1 / 3,
		says: `1 of 3 links on ${at("/a")} leads to an error: ${at("/gone")} (returns 404).`,
		exhibits: [{ url: at("/a"), at: anAnchor("/gone").at }],
	});
});

test("internal-links: a loop of redirects leads nowhere", () => {
	const pages = [linking("/", "/a"), linking("/a", "/loop")];
	const visits = [aVisit("/loop", { status: null, failure: "redirect-loop" })];
	expect(askPages(internalLinks, pages, { visits })[1]).toMatchObject({
		outcome: "fail",
		says: expect.stringContaining("redirects endlessly"),
	});
});

test.each([403, 429, null])("internal-links: %s is an answer to us, and no dead link", (status) => {
	const pages = [linking("/", "/a"), linking("/a", "/closed")];
	expect(askPages(internalLinks, pages, { visits: [aVisit("/closed", { status })] })[1]?.outcome).toBe(
		"not-applicable",
	);
});

test("link-targets: redirects and copies; links to itself and to noindex are let be", () => {
	const pages = [
		linking("/", "/a", "/moved"),
		page("/a", { links: [aLink("canonical", at("/b"))], anchors: [anAnchor("/a")] }),
		linking("/b", "/a"),
		page("/thanks", noindex),
		linking("/c", "/thanks", "/b"),
	];
	const verdicts = askPages(linkTargets, pages, { visits: [aVisit("/moved", { hops: 2, end: at("/b") })] });
	expect(outcomes(verdicts)).toEqual(["fail", "pass", "fail", "not-applicable", "pass"]);
	expect(verdicts[0]).toHaveProperty("says", expect.stringContaining(`redirects 2 times to ${at("/b")}`));
	const foreign = [linking("/", "/a"), page("/a", { links: [aLink("canonical", "https://example.org/a")] })];
	expect(outcomes(askPages(linkTargets, foreign))).toEqual(["pass", "not-applicable"]);
	expect(outcomes(askPages(noindexLinks, pages))).toEqual(["pass", "not-applicable", "pass", "not-applicable", "fail"]);
});

describe("canonical-targets", () => {
	const naming = (path: string, to: string, from = path.length * 1000) =>
		fingerprinted(path, from, { links: [aLink("canonical", at(to))] });
	test.each<[string, readonly Page[], string]>([
		["itself", [naming("/", "/"), naming("/aa", "/aa")], "pass"],
		["a copy of itself", [page("/"), naming("/aa", "/a", 5), naming("/a", "/a", 5)], "pass"],
		["a dead address", [page("/"), naming("/aa", "/gone")], "partial"],
		["an address that redirects", [page("/"), naming("/aa", "/moved")], "partial"],
		["a page that says noindex", [page("/"), naming("/aa", "/b"), page("/b", noindex)], "partial"],
		["a page that names another", [page("/"), naming("/aa", "/b"), naming("/b", "/cccc")], "partial"],
		["the home page", [fingerprinted("/", 9), naming("/aa", "/")], "partial"],
		["one other page", [page("/"), naming("/aa", "/b"), naming("/aaa", "/b"), naming("/b", "/b")], "pass"],
		[
			"a page that three name",
			[page("/"), naming("/aa", "/b"), naming("/aaa", "/b"), naming("/aaaa", "/b"), naming("/b", "/b")],
			"partial",
		],
		[
			"a page of queries",
			[page("/"), naming("/b?s=1", "/b"), naming("/b?s=22", "/b"), naming("/b?s=333", "/b"), naming("/b", "/b")],
			"pass",
		],
		["an address that nobody asked for", [page("/"), naming("/aa", "/unknown")], "pass"],
	])("%s", (_, pages, outcome) => {
		const visits = [aVisit("/gone", { status: 404 }), aVisit("/moved", { hops: 1, end: at("/a") })];
		expect(askPages(canonicalTargets, pages, { visits })[1]?.outcome).toBe(outcome);
	});
});

describe("hreflang-return", () => {
	const naming = (path: string, versions: Readonly<Record<string, string>>) =>
		page(path, {
			links: Object.entries(versions).map(([hreflang, to]) => ({ ...aLink("alternate", at(to)), hreflang })),
		});
	const all = { en: "/a", de: "/de/a" };
	test.each<[string, readonly Page[], string]>([
		["both name both", [naming("/a", all), naming("/de/a", all)], "pass"],
		["one does not answer in kind", [naming("/a", all), naming("/de/a", { de: "/de/a" })], "partial"],
		["one is dead", [naming("/a", { ...all, fr: "/gone" }), naming("/de/a", all)], "partial"],
		["one is not known", [naming("/a", { ...all, fr: "/unknown" }), naming("/de/a", all)], "pass"],
		["no language at all", [naming("/a", { ...all, xx: "/de/a" }), naming("/de/a", all)], "partial"],
		["not itself", [naming("/a", { de: "/de/a", fr: "/fr" }), naming("/de/a", all), naming("/fr", all)], "partial"],
		["none", [page("/a")], "not-applicable"],
	])("%s", (_, [first = page("/a"), ...others], outcome) => {
		const visits = [aVisit("/gone", { status: 404 })];
		expect(askPages(hreflangReturn, [page("/"), first, ...others], { visits })[1]?.outcome).toBe(outcome);
	});
});

test("sitemap-coverage: pages that may be indexed and are not listed", () => {
	const pages = [page("/"), page("/a"), page("/b", noindex), page("/c", { links: [aLink("canonical", at("/a"))] })];
	const listed = ["/", "/other"];
	expect(outcomes(askPages(sitemapCoverage, pages, { listed }))).toEqual([
		"pass",
		"fail",
		"not-applicable",
		"not-applicable",
	]);
	expect(new Set(outcomes(askPages(sitemapCoverage, pages)))).toEqual(new Set(["not-applicable"]));
});

describe("site-norm", () => {
	const shelf = (count: number, odd: Partial<PageDigest> = {}) =>
		Array.from({ length: count }, (_, index) =>
			titled(`/shelf/${index}`, `Shoe ${index} | Acme`, index === 0 ? odd : {}),
		);

	test.each<[string, Partial<PageDigest>]>([
		["another ending", { titles: [{ text: "Shoe 0", at: "line 1, column 1", excerpt: "" }] }],
		["another language", german],
		["no main part", { landmarks: [] }],
	])("one of ten pages has %s", (_, odd) => {
		const verdicts = askPages(siteNorm, shelf(10, odd));
		expect(outcomes(verdicts)).toEqual(["fail", ...Array.from({ length: 9 }, () => "pass")]);
	});

	test("a part in another language has a norm of its own, and its own ending of titles", () => {
		const french = { lang: { ...german.lang, text: "fr" } };
		const part = (locale: string, ending: string, more: Partial<PageDigest>, count: number) =>
			Array.from({ length: count }, (_, index) => titled(`${locale}/shelf/${index}`, `${index} | ${ending}`, more));
		const site = [...part("", "Acme", {}, 100), ...part("/fr", "Acmé", french, 3), ...part("/de", "Acme", {}, 20)];
		expect(outcomes(askPages(siteNorm, site))).not.toContain("fail");
		// The only translated page is right; one in a third language is not.
		const translated = [...part("/de", "Acme", {}, 20), titled("/de/shelf/x", "x | Akme", german)];
		expect(outcomes(askPages(siteNorm, translated))).not.toContain("fail");
		const third = [...part("/de", "Acme", {}, 20), titled("/de/shelf/x", "x | Acmé", french)];
		expect(outcomes(askPages(siteNorm, third)).filter((outcome) => outcome === "fail")).toHaveLength(1);
	});

	test("nine pages have no norm, and three of thirteen make none", () => {
		expect(new Set(outcomes(askPages(siteNorm, shelf(9, german))))).toEqual(new Set(["not-applicable"]));
		const mixed = [
			...shelf(10),
			...["a", "b", "c"].map((name) => titled(`/shelf/${name}`, name, { ...german, landmarks: [] })),
		];
		expect(outcomes(askPages(siteNorm, mixed))).not.toContain("fail");
	});
});
