import { expect, test } from "vitest";
import { aMeta, aNode, aPage, ask, type PageParts } from "../page.testkit.ts";
import { title } from "./title.ts";

const titled = (...texts: readonly string[]) =>
	aPage({
		digest: { titles: texts.map((text) => ({ text, at: "line 4, column 3", excerpt: `<title>${text}</title>` })) },
	});

test.each([
	["one title", ["Bakery in Graz"], "pass"],
	["the first of two counts", ["Bakery", ""], "pass"],
	["an empty first title", ["", "Bakery"], "fail"],
	["white space only", [" \n "], "fail"],
	["none", [], "fail"],
])("%s", (_, texts, outcome) => {
	expect(ask(title, {}, titled(...texts)).outcome).toBe(outcome);
});

test.each([
	"|",
	"–",
	"🏠",
	"Untitled Document",
	"Untitled-2",
	"Page 1",
	"Home",
	"Welcome!",
	"React App",
	"Vite + React + TS",
	"Startseite",
	"Unbenanntes Dokument",
	"Page d’accueil",
	"Inicio",
	"Início",
	"Strona główna",
	"Главная страница",
	"ホーム",
	"首页",
	"홈",
	"الصفحة الرئيسية",
	"Lorem ipsum dolor sit amet",
	"{{ page.title }}",
	"[Page Title]",
])("%s says nothing", (text) => {
	expect(ask(title, {}, titled(text))).toMatchObject({
		outcome: "fail",
		fault: "The page's title does not say what the page is about",
		exhibits: [{ excerpt: `<title>${text}</title>` }],
	});
});

test.each([
	"Home | Hops Bakery",
	"Welcome to Graz",
	"example.com",
	"Example",
	"Title 24 energy code",
	"Home insurance",
	"Lorem Ipsum – a generator",
	"Magna",
	"1984",
	"C++",
	"東京靴店",
])("%s says something", (text) => {
	expect(ask(title, {}, titled(text)).outcome).toBe("pass");
});

test("shows the empty tag and the line to write", () => {
	expect(ask(title, {}, titled(""))).toMatchObject({
		says: "The <title> of https://example.com/ (line 4, column 3) is empty.",
		fix: "Replace the title at line 4, column 3 of https://example.com/ with: <title>What the page offers – Example</title>",
		exhibits: [{ at: "line 4, column 3", excerpt: "<title></title>" }],
	});
});

test.each<[string, PageParts["digest"]]>([
	["og:site_name", { metas: [aMeta("og:site_name", "Hops Bakery")] }],
	["WebSite.name", { jsonLd: { blocks: [], nodes: [aNode(["WebSite"], { name: ["Hops Bakery"] })] } }],
])("the fix calls the site by %s", (_, digest) => {
	expect(ask(title, {}, aPage({ digest: { ...digest, titles: [] } }))).toMatchObject({
		fix: expect.stringContaining("<title>What the page offers – Hops Bakery</title>"),
	});
});

test("makes up no name for a site, least of all from its domain", () => {
	const page = aPage({ digest: { titles: [], headings: [] } });
	expect(ask(title, {}, page)).toHaveProperty(
		"fix",
		"Add to the <head> of https://example.com/: <title>What the page offers</title>",
	);
});
