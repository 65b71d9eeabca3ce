import { expect, test } from "vitest";
import { cpuUnits } from "#core/cpu-units.testkit.ts";
import { aLink, aPage, HOME } from "../page.testkit.ts";
import { annotationsOf } from "./hreflang-annotations.ts";
import { countLanguages, namesItself, type Stated, unconfirmed } from "./hreflang-clusters.ts";

const DE = "https://example.com/de/";
function stated(url: string, versions: Readonly<Record<string, string>>, canonical?: string): Stated {
	const named = Object.entries(versions).map(([code, href]) => ({ ...aLink("alternate", href), hreflang: code }));
	const links = canonical === undefined ? named : [...named, aLink("canonical", canonical)];
	const page = aPage({ url, digest: { links } });
	return { page, annotations: annotationsOf(page) };
}

test("a page names itself by its address, or by its canonical one", () => {
	expect(namesItself(stated(HOME, { en: "https://www.example.com" }))).toBe(true);
	expect(namesItself(stated(HOME, { en: "https://example.com/start" }, "https://example.com/start"))).toBe(true);
	expect(namesItself(stated(HOME, { de: DE }))).toBe(false);
	expect(namesItself(stated(HOME, { en: "/" }))).toBe(false);
});

test("a version that does not name the page back is unconfirmed", () => {
	const home = stated(HOME, { en: HOME, de: DE });
	expect(unconfirmed([home, stated(DE, { de: DE, en: HOME })])).toEqual([]);
	expect(unconfirmed([home, stated(DE, { de: DE })])).toMatchObject([{ from: HOME, to: DE, code: "de" }]);
	expect(unconfirmed([home])).toEqual([]);
});

test("languages are those named, and that of the page that names them", () => {
	const count = (each: Stated) => countLanguages(each.annotations, [each]);
	expect(count(stated(HOME, { en: HOME, "x-default": HOME }))).toBe(1);
	expect(count(stated(HOME, { "en-GB": HOME, "en-US": DE }))).toBe(2);
	// The testkit's pages are English.
	expect(count(stated(HOME, { de: DE }))).toBe(2);
	expect(count(stated(HOME, {}))).toBe(0);
});

test("a page that names itself five hundred times is read in time", () => {
	const versions = Object.fromEntries(Array.from({ length: 500 }, (_, index) => [`en-${index}`, HOME]));
	const pages = Array.from({ length: 100 }, (_, index) => stated(`https://example.com/${index}`, versions));
	const start = cpuUnits();
	expect(unconfirmed([...pages, stated(HOME, versions)])).toHaveLength(50_000);
	expect(cpuUnits() - start).toBeLessThan(5_000);
});
