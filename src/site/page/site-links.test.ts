import fc from "fast-check";
import { describe, expect, it, test } from "vitest";
import { readContact } from "../installation.ts";
import { externalLink } from "./page-text.ts";
import { createSiteLinks, localPath, navigation } from "./site-links.ts";

test.each([
	["https://example.com", "/"],
	["https://example.com/reports", "/reports/"],
])("under %s every page begins with %s and ends in a slash", (baseUrl, prefix) => {
	const links = createSiteLinks(baseUrl);
	const pages = [
		links.home,
		links.checks,
		links.methodologies,
		links.bot,
		links.brief("www.example.org"),
		links.share("www.example.org"),
		links.check("noindex"),
		links.methodology("0.1.0"),
		links.wall(),
		links.wall("name"),
	];
	for (const page of pages) expect(page).toMatch(new RegExp(`^${prefix}([^/]+/)*$`));
	expect(links.brief("www.example.org")).toBe(`${prefix}brief/www.example.org/`);
	expect(links.file("favicon.svg")).toBe(`${prefix}favicon.svg`);
	expect(links.absolute(links.wall())).toBe(`${baseUrl}/wall/`);
});

test("an unknown methodology leads to the list of versions", () => {
	expect(createSiteLinks("https://example.com").methodology("9.9.9")).toBe("/methodology/");
});

test("a segment cannot escape its path", () => {
	expect(createSiteLinks("https://example.com").brief("../x?y")).toBe("/brief/..%2Fx%3Fy/");
});

test.each([
	[undefined, undefined],
	["  ", undefined],
	["hello@example.com", { text: "hello@example.com", href: "mailto:hello@example.com" }],
	["https://example.com/contact", { text: "https://example.com/contact", href: "https://example.com/contact" }],
	["javascript:alert(1)", { text: "javascript:alert(1)" }],
	["Harbour Street 4", { text: "Harbour Street 4" }],
])("contact %o", (setting, contact) => {
	expect(readContact(setting)).toEqual(contact);
});

test("only web addresses become links", () => {
	expect(externalLink("https://www.rfc-editor.org/rfc/rfc9309")).toBe("https://www.rfc-editor.org/rfc/rfc9309");
	expect(externalLink("javascript:alert(1)")).toBeUndefined();
	expect(externalLink("data:text/html,x")).toBeUndefined();
	expect(externalLink("/relative")).toBeUndefined();
});

test("the wall's URL omits defaults", () => {
	const { wall } = createSiteLinks("https://example.com/reports");
	expect([wall(), wall("score", { page: 1 }), wall("score", { preset: undefined })]).toEqual(
		Array(3).fill("/reports/wall/"),
	);
	expect(wall("score", { page: 2 })).toBe("/reports/wall/2/");
	expect(wall("newest", { page: 3 })).toBe("/reports/wall/newest/3/");
	expect(wall("score", { preset: "saas" })).toBe("/reports/wall/saas/");
	expect(wall("name", { preset: "saas", page: 3 })).toBe("/reports/wall/saas/name/3/");
});

describe("localPath", () => {
	it.each([
		["/", "/"],
		["/dashboard/?page=2", "/dashboard/?page=2"],
		["/dashboard/#alerts", "/dashboard/"],
		["/a/../b/", "/b/"],
		["/ä b/", "/%C3%A4%20b/"],
	])("takes %j", (text, path) => {
		expect(localPath(text)).toBe(path);
	});

	it.each([
		undefined,
		null,
		"",
		"dashboard/",
		"//evil.example/",
		"/\\evil.example/",
		"\\\\evil.example",
		"/\t/evil.example/",
		"/..//evil.example/",
		"/.//evil.example/",
		"https://evil.example/",
		"javascript:alert(1)",
		"/a\r\nSet-Cookie: a=b",
		`/${"a".repeat(2000)}`,
	])("refuses %j", (text) => {
		expect(localPath(text)).toBeUndefined();
	});

	it("never leads to another site, for any input and home", () => {
		const part = fc.constantFrom(
			"/",
			"\\",
			".",
			"..",
			"@",
			":",
			"//",
			"?",
			"#",
			"%2f",
			"\t",
			"evil.example",
			"a",
			"https:",
		);
		const text = fc.oneof(
			fc.array(part, { maxLength: 8 }).map((parts) => `/${parts.join("")}`),
			fc.webUrl(),
			fc.string(),
		);
		fc.assert(
			fc.property(text, fc.constantFrom("/", "/base/"), (given, home) => {
				const path = localPath(given);
				if (path === undefined) return;
				const seen = new URL(home + path.slice(1), "https://site.example");
				expect(seen.origin).toBe("https://site.example");
				expect(seen.pathname.startsWith(home)).toBe(true);
			}),
		);
	});
});

const links = createSiteLinks("https://sightline.example/under");
const marks = (current: string, has: Parameters<typeof navigation>[2] = { api: true, account: "in" }) =>
	Object.fromEntries(navigation(links, current, has).map(({ label, current }) => [label, current]));

describe("navigation", () => {
	it("ends with the dashboard or sign-in, and with neither on a static site", () => {
		const parts = ["Scan", "Wall", "Methodology", "Developers"];
		expect(Object.keys(marks(links.home))).toEqual([...parts, "Dashboard"]);
		expect(Object.keys(marks(links.home, { api: true, account: "out" }))).toEqual([...parts, "Sign in"]);
		expect(Object.keys(marks(links.home, { api: false }))).toEqual(["Scan", "Wall", "Methodology"]);
	});

	it("marks the current page or its section, and nothing on the home page", () => {
		expect(marks(links.wall())).toMatchObject({ Wall: "page", Methodology: undefined });
		expect(marks(links.brief("example.com"))).toMatchObject({ Wall: "true", Scan: undefined });
		expect(marks(links.checks)).toMatchObject({ Methodology: "true" });
		expect(marks(links.tools)).toMatchObject({ Developers: "true" });
		expect(marks(links.wall("name"))).toMatchObject({ Wall: "true" });
		expect(marks(links.signIn, { api: true, account: "out" })).toMatchObject({ "Sign in": "true" });
		expect(Object.values(marks(links.home)).filter(Boolean)).toEqual([]);
	});
});
