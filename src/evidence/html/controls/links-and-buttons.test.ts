import { describe, expect, it } from "vitest";
import { readPage } from "../digest-page.ts";
import { VALUE_LENGTH } from "../page-caps.ts";
import { MAX_ANCHORS } from "./controls.ts";

describe("links", () => {
	const read = (html: string) => readPage(html, "https://site.example/dir/page?q");

	describe("address", () => {
		it.each([
			["<a href=x>", "x", "https://site.example/dir/x"],
			["<a href='/x y'>", "/x y", "https://site.example/x%20y"],
			["<a href=//other.example>", "//other.example", "https://other.example/"],
			["<a href='#top'>", "#top", "https://site.example/dir/page?q#top"],
			["<a href=''>", "", "https://site.example/dir/page?q"],
			["<a href=mailto:a@b.example>", "mailto:a@b.example", "mailto:a@b.example"],
			["<a href=javascript:void(0)>", "javascript:void(0)", "javascript:void(0)"],
			["<a href='https://'>", "https://", null],
			["<a name=x>", null, null],
			["<base href=https://cdn.example/b/><a href=x>", "x", "https://cdn.example/b/x"],
			["<a href=x><base href=../up/>", "x", "https://site.example/up/x"],
			["<base href=javascript:1><a href=x>", "x", "https://site.example/dir/x"],
			["<base href='http://['><a href=x>", "x", "https://site.example/dir/x"],
			["<svg><a href=/s><text>S</text></a></svg>", "/s", "https://site.example/s"],
		])("in %s", (html, href, url) => {
			expect(read(html).anchors).toMatchObject([{ href, url }]);
		});

		it("is cut when nobody could mean it, and then leads nowhere", () => {
			const [anchor] = read(`<a href="/${"x".repeat(1_000_000)}">y</a>`).anchors;
			expect(anchor?.href).toHaveLength(VALUE_LENGTH);
			expect(anchor?.url).toBeNull();
		});
	});

	describe("kind", () => {
		it.each([
			["<a href=/>", false],
			["<a href=/ role=link>", false],
			["<a href=/ onclick='go()'>", true],
			["<a role=button>", true],
			["<a onpointerdown=go()>", true],
			["<a data-on=x once=y onfocus=z>", false],
		])("of %s: scripted is %s", (html, scripted) => {
			expect(read(html).anchors[0]?.scripted).toBe(scripted);
		});

		it("tells navigation, rel and hidden", () => {
			const html = `<nav><ul><li><a href=/a rel="NoFollow ugc">A</a></ul></nav>
				<div role=navigation><a href=/b>B</a></div><a href=/c aria-hidden=true>C</a>`;
			expect(read(html).anchors).toMatchObject([
				{ inNav: true, rel: ["nofollow", "ugc"] },
				{ inNav: true, rel: [] },
				{ inNav: false, hidden: true, name: "C" },
			]);
		});
	});

	it("counts beyond its cap, and leaves templates out", () => {
		const { anchors, counts } = read(
			`${"<a href=/>x</a>".repeat(MAX_ANCHORS + 3)}<template><a href=/>no</a></template>`,
		);
		expect(anchors).toHaveLength(MAX_ANCHORS);
		expect(counts.anchors).toBe(MAX_ANCHORS + 3);
	});
});

describe("buttons", () => {
	const read = (html: string) => readPage(html, "https://site.example/").buttons;

	it.each([
		["<button>Buy</button>", "Buy"],
		["<button aria-label=Close>×</button>", "Close"],
		["<button><img src=x alt=Menu></button>", "Menu"],
		["<button><svg></svg></button>", ""],
		["<div role=button>Open <b>all</b></div>", "Open all"],
		["<input type=submit>", "Submit"],
		["<input type=submit value=''>", ""],
		["<input type=submit value=Send>", "Send"],
		["<input type=reset>", "Reset"],
		["<input type=button title=Help>", "Help"],
		["<input type=image alt=Go>", "Go"],
		["<input type=image title=Go>", "Go"],
		["<input type=image>", ""],
		["<input type=button aria-labelledby=x value=no><i id=x>Yes</i>", "Yes"],
	])("%s is called %j", (html, name) => {
		expect(read(html)).toMatchObject([{ name }]);
	});

	it("leaves out what is no button", () => {
		expect(read("<a href=x>a</a><input><button role=tab>t</button><input type=hidden><summary>s</summary>")).toEqual(
			[],
		);
	});

	it("marks the hidden, and says where they stand", () => {
		expect(read("\n<button hidden>Go</button><input type=submit>")).toEqual([
			{ at: "line 2, column 1", excerpt: "<button hidden>Go</button>", name: "Go", hidden: true },
			{ at: "line 2, column 27", excerpt: "<input type=submit>", name: "Submit" },
		]);
	});

	it("marks what the page's own style sheet hides", () => {
		expect(read("<style>.off { display: none }</style><button class=off>Go</button>")).toMatchObject([
			{ hidden: true },
		]);
	});
});

describe("apart", () => {
	const read = (html: string) => readPage(html, "https://site.example/");

	it.each([
		["<dialog><button>a</button></dialog>", true],
		["<div role=search><div><button>a</button></div></div>", true],
		["<div class='site-search-overlay'><button>a</button></div>", true],
		["<div id=comments><button>a</button></div>", true],
		["<button class=sbi_load_btn>a</button>", true],
		["<div class=products><button>a</button></div>", false],
		["<body class='search-results comments-open'><div class=search-results><button>a</button></div>", false],
		["<main class='comments'><button>a</button></main>", false],
		["<p class=research-forms><button>a</button></p>", false],
	])("%s: %s", (html, apart) => {
		expect(read(html).buttons[0]?.apart ?? false).toBe(apart);
	});

	it("is set on links only where they lead nowhere", () => {
		const { anchors } = read("<div class=modal><a href=#>a</a><a>b</a><a href=/c>c</a></div>");
		expect(anchors.map(({ apart }) => apart)).toEqual([true, true, undefined]);
	});

	it("asks a bounded number of ancestors", () => {
		const deep = (depth: number) => `<div class=modal>${"<i>".repeat(depth)}<button>a</button>`;
		expect(read(deep(10)).buttons[0]?.apart).toBe(true);
		expect(read(deep(90_000)).buttons[0]?.apart).toBeUndefined();
	});
});

const targetsOf = (body: string) =>
	(readPage(`<!doctype html><body>${body}`, "https://example.com/").clickTargets ?? []).map(
		({ name, inNav, leads = false, bare = false }) => ({ name, inNav, leads, bare }),
	);

describe("collectClickTargets", () => {
	it.each([
		["a handler that leaves the page", `<div onclick="location.href='/a'">Prices</div>`],
		["an address that only script reads", '<tr-like data-href="/a">Prices</tr-like>'],
		["the role of a link", '<span role="link" tabindex="0">Prices</span>'],
	])("finds %s", (_, body) => {
		expect(targetsOf(body)).toEqual([{ name: "Prices", inNav: false, leads: true, bare: false }]);
	});

	it.each([
		["a handler that stays", '<div onclick="toggle()">Menu</div>'],
		["a part of the page that holds a link", `<div onclick="location='/a'"><a href="/a">Prices</a></div>`],
		["a part of a link", `<a href="/a"><span onclick="location='/a'">Prices</span></a>`],
		["a button", `<button onclick="location='/a'">Prices</button>`],
		["what nobody sees", `<div hidden><span onclick="location='/a'">Prices</span></div>`],
		["the page that one is on", '<span role="link" aria-disabled="true" aria-current="page">Prices</span>'],
		["what asks for the place one is at", '<div onclick="useGeolocation()">Near me</div>'],
	])("leaves out %s", (_, body) => {
		expect(targetsOf(body)).toEqual([]);
	});

	it("takes any handler in a navigation", () => {
		expect(targetsOf('<nav><a href="/a">A</a><span onclick="show(1)">B</span></nav>')).toEqual([
			{ name: "B", inNav: true, leads: false, bare: false },
		]);
	});

	it("takes the words of a navigation without a link or control", () => {
		expect(targetsOf("<nav><ul><li>A<li><span>B</span></ul></nav>")).toEqual([
			{ name: "A", inNav: true, leads: false, bare: true },
			{ name: "B", inNav: true, leads: false, bare: true },
		]);
		expect(targetsOf('<nav><a href="/a">A</a><span>B</span></nav>')).toEqual([]);
		expect(targetsOf("<nav><button>Menu</button><span>B</span></nav>")).toEqual([]);
	});
});
