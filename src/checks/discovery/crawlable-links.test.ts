import { describe, expect, test } from "vitest";
import type { PageAnchor, PageClickTarget } from "#evidence/page-digest.ts";
import { aMeta, anAnchor, aPage, ask, found } from "../page.testkit.ts";
import { crawlableLinks } from "./crawlable-links.ts";

const link = (href: string | null, attributes = "", parts: Partial<PageAnchor> = {}): PageAnchor => ({
	...anAnchor(href ?? ""),
	href,
	...(href === null ? { url: null } : {}),
	excerpt: `<a${href === null ? "" : ` href="${href}"`} ${attributes}>Prices</a>`,
	inNav: true,
	...parts,
});
const judge = (...anchors: readonly PageAnchor[]) => ask(crawlableLinks, {}, aPage({ digest: { anchors } }));
const LIVE = link("/repairs/");

describe("beside a link with an address", () => {
	test.each<[string, PageAnchor]>([
		["another one", link("/prices/", 'onclick="go()"')],
		["a place on the page", link("#contact")],
		["a letter", link("mailto:a@example.com")],
		["a placeholder for the page one is on", link(null, 'aria-current="page"')],
		["a menu button", link("#", 'class="dropdown-toggle" data-toggle="dropdown"')],
		["a menu button by script", link("javascript:void(0)", 'aria-haspopup="true"')],
		["a parent of a submenu", link("javascript:void(0);")],
		["nothing but a semicolon", link("javascript:;")],
		["printing", link("javascript:window.print()")],
		["a link outside the navigation", link("javascript:openPage(1)", "", { inNav: false })],
		["a hidden one", link("javascript:openPage(1)", "", { hidden: true })],
	])("%s does no harm", (_, anchor) => {
		expect(judge(LIVE, anchor).outcome).toBe("pass");
	});

	test.each<[string, PageAnchor]>([
		["script for an address", link("javascript:openPage('prices')")],
		["a click that goes on", link("#", "onclick=\"window.location='/prices/'\"")],
		["no address, a click that goes on", link(null, "onclick=\"navigate('/prices')\"")],
		["a click that hands an address to a function", link(null, "onclick=\"show('/prices', 2)\"")],
		["one in other quotes", link("#", "onclick='load(&quot;prices.html&quot;)'")],
		["an address for a framework alone", link(null, 'routerLink="/prices"')],
	])("%s is not found", (_, anchor) => {
		expect(judge(LIVE, LIVE, LIVE, anchor)).toMatchObject({
			outcome: "partial",
			ratio: 0.75,
			says: expect.stringContaining("1 of 4 links in the navigation"),
			exhibits: [{ excerpt: anchor.excerpt }],
		});
	});
});

describe("substitutes of links", () => {
	const target = (name: string, parts: Partial<PageClickTarget> = {}): PageClickTarget => {
		return { name, inNav: true, at: "line 3, column 1", excerpt: `<span class="${name}">`, leads: true, ...parts };
	};
	const among = (clickTargets: readonly PageClickTarget[], ...anchors: readonly PageAnchor[]) =>
		ask(crawlableLinks, {}, aPage({ digest: { anchors, clickTargets } }));
	const three = (parts: Partial<PageClickTarget>) => ["a", "b", "c"].map((name) => target(name, parts));
	const footer = (count: number) => Array.from({ length: count }, (_, at) => link(`/${at}`, "", { inNav: false }));

	test("fails as a whole navigation, whatever links stand elsewhere", () => {
		expect(among(three({}), ...footer(9)).outcome).toBe("fail");
		expect(among(three({ leads: false }), ...footer(9)).outcome).toBe("fail");
	});

	test("costs its share beside real links", () => {
		expect(among([target("Prices")], LIVE, LIVE, LIVE)).toMatchObject({ outcome: "partial", ratio: 0.75 });
		expect(among([target("Card", { inNav: false })], ...footer(3))).toMatchObject({ outcome: "partial", ratio: 0.75 });
	});

	test("count as plain words only on a page with hardly any links", () => {
		const bare = three({ bare: true, leads: false });
		expect(among(bare, ...footer(2)).outcome).toBe("fail");
		expect(among(bare, ...footer(3)).outcome).toBe("pass");
	});

	test("is let be as the one button of a menu", () => {
		const burger = target("Menu", { leads: false });
		expect(among([burger], LIVE).outcome).toBe("pass");
		expect(among([burger], ...footer(3)).outcome).toBe("pass");
	});
});

describe("a navigation without any address", () => {
	test("fails", () => {
		expect(judge(link("javascript:go(1)"), link("javascript:go(2)")).outcome).toBe("fail");
		expect(judge(link("#"), link("#"), link("javascript:void(0)")).outcome).toBe("fail");
	});

	test("do not count if there are at most 2 buttons", () => {
		expect(judge(link("#"), link("#")).outcome).toBe("not-applicable");
	});
});

test("without navigation all links of the page count", () => {
	const body = { inNav: false };
	expect(judge(link("/a", "", body), link("javascript:go(1)", "", body))).toMatchObject({
		outcome: "partial",
		says: expect.stringContaining("on the page"),
	});
	expect(judge().outcome).toBe("not-applicable");
});

test.each([
	["", 'href="/prices"', null, 'routerLink="/prices"'],
	["", 'href="/a?b=1&amp;c=2"', "#", 'data-href="/a?b=1&c=2"'],
	["", 'href="/prices/"', "#", "onclick=\"window.location='/prices/'\""],
	["", 'href="/prices"', "javascript:location.href='/prices'", ""],
	["no", "the address of the page that", "javascript:openPage('prices')", ""],
	["no", "the address of the page that", "#", 'routerLink="{{ to }}"'],
])("%s address is known: %s", (_, words, href, attributes) => {
	expect(judge(LIVE, link(href, attributes))).toHaveProperty("fix", expect.stringContaining(words));
});

test("an icon is named by its tag", () => {
	expect(judge(LIVE, link("javascript:go(1)", 'class="cart"', { name: "\uf07a" }))).toMatchObject({
		says: expect.stringContaining('<a href="javascript:go(1)" class="cart".'),
		fix: expect.stringContaining('the icon <a href="javascript:go(1)" class="cart"'),
	});
});

test("what logs out or prints is a button, and leads to no page", () => {
	const button = (name: string) => link("javascript:post('x')", "", { name });
	expect(judge(LIVE, button("Log out"), button("Drucken")).outcome).toBe("pass");
	expect(judge(button("Log out")).outcome).toBe("not-applicable");
	expect(judge(LIVE, button("Print shop")).outcome).toBe("partial");
});

test("nofollow on the home page blocks all of its links; other pages may use it", () => {
	const closed = (url?: string) =>
		aPage({ ...(url ? { url } : {}), digest: { anchors: [LIVE], metas: [aMeta("robots", "index, nofollow")] } });
	expect(ask(crawlableLinks, { home: found(closed()) }, closed())).toMatchObject({
		outcome: "fail",
		fault: "The home page tells search engines not to follow its links",
		fix: expect.stringContaining('Delete <meta name="robots"'),
	});
	const byHeader = aPage({ headers: { "x-robots-tag": "bingbot: none" }, digest: { anchors: [LIVE] } });
	expect(ask(crawlableLinks, { home: found(byHeader) }, byHeader).outcome).toBe("fail");
	expect(ask(crawlableLinks, { home: found(aPage()) }, closed("https://example.com/thanks")).outcome).toBe("pass");
});
