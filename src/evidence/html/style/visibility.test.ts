import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { readPage } from "../digest-page.ts";

const read = (html: string) => readPage(html, "https://site.example/");
const seen = (html: string) => read(html).text.start;
const asked = (html: string) => read(html).operability.found["link-name"] ?? 0;
const LINK = "<div class='menu open' id=m><a href=x></a></div>";

describe("a rule of a sheet", () => {
	it.each([
		".menu { display: none }",
		".a, #m { visibility: hidden !important }",
		"div{color:red;display:none}",
		"/* } */ .menu/**/{display:none}",
		"@import url(x.css); .menu { display: none }",
		"@media print { .menu { display: block } } .menu { display: none }",
		".menu { display: block } .menu { display: none }",
		".menu.open{opacity:0;visibility:hidden}",
		"DIV#m.open { display: none }",
		"body > div:not(.x) { display: none }",
		"body:has(a) [class~=menu]:first-child { display: none }",
		".menu { display: none",
		"@media all { .menu { display: none } ",
		"#m { display: none } .menu { display: block }",
		".menu { display: none !important } #m { display: block }",
		"@layer a, b; @layer b { .menu { display: none } } @layer a { #m { display: block } }",
		":root { --d: none } .menu { display: var(--d) }",
		".open { &.menu { display: none } }",
		"@media (max-width: 600px) { .menu { display: none } } @media (min-width: 601px) { .open { display: none } }",
		"@supports (display: grid) { .menu { display: none } }",
		"html, body { display: none }",
		"a::before { content: '}' } .menu { display: none }",
		"a::before { content: '/*' } .menu { display: none } a::after { content: '*/' }",
		".m\\65nu { d\\69splay: n\\6fne }",
		"html > body .open > a, .gone a { display: none }",
		".gone > p, [title='].gone'], .menu:not(.gone) a { display: none }",
		".menu { display: var(--gone, none) }",
	])("%s hides", (css) => {
		expect(asked(`<style>${css}</style>${LINK}`)).toBe(0);
	});

	it.each([
		".menu .item { display: none }",
		".gone .menu, .menu > .menu a, html > a, .men { display: none }",
		".menu:not(.open) { display: none }",
		".menu.closed { display: none }",
		"p.menu { display: none }",
		".menu.open { display: none } .menu.open { display: grid }",
		"@media print { .menu { display: none } }",
		"@media (width < 600px) { .menu { display: none } }",
		"@media (min-width: 600px) { .menu { display: none } }",
		"@supports not (display: grid) { .menu { display: none } }",
		".menu { display: none } .menu { display: flex }",
		".MENU { display: none }",
		".menu { opacity: 0 }",
		"/* .menu { display: none }",
		".menu:hover { display: none }",
		".menu::after { display: none }",
	])("%s does not", (css) => {
		expect(asked(`<style>${css}</style>${LINK}`)).toBe(1);
	});

	it.each(["<style media=print>", "<template><style>", "<style type=text/x>"])("in %s is none of the page", (tag) => {
		expect(asked(`${tag}.menu{display:none}</style></template>${LINK}`)).toBe(1);
	});

	it("applies to what stands in place of a noscript", () => {
		const page = `<main><h1>a</h1>${"word ".repeat(100)}<p class=k>no</p></main>`;
		const { text } = read(
			`<style>.k{display:none}</style><script src=a></script><section id=main></section><noscript>${page}</noscript>`,
		);
		expect([text.start.includes("word"), text.start.includes("no")]).toEqual([true, false]);
	});

	it.each([
		"x:[;display:block",
		"x:((1);display:block",
		"x:url(';display:block",
		"x:)(;display:block",
		"x:/*;display:block",
	])("in a style attribute ends where CSS ends it: %s", (rest) => {
		expect(asked(`<div style="display:none;${rest}"><a href=x>a</a></div>`)).toBe(0);
	});

	it("applies wherever its sheet is, to text and names alike", () => {
		const page = read(`<a href=y>More<b class=k>Menu</b></a><p class=k>Menu<style>.k{display:none}</style>`);
		expect([page.text.start, page.anchors[0]?.name]).toEqual(["More", "More"]);
		const named = read("<style>#q{display:none}</style><input id=q><a href=x><b id=q>x</b></a>");
		expect([named.fields[0]?.hidden, named.anchors[0]?.name]).toEqual([true, ""]);
	});
});

/** Declarations that each hide a block of text; `%` marks where a page may write the same differently. */
const WAYS = [
	"display:none",
	"DISPLAY : None !important",
	"visibility:hidden",
	"visibility:collapse",
	"opacity:0",
	"opacity:.0",
	"opacity:0%",
	"filter:opacity(0)",
	"color:transparent",
	"color:rgb(0 0 0 / 0)",
	"font-size:0",
	"font-size:0px",
	"font:0/0 a",
	"width:0;height:0;overflow:hidden",
	"height:0%;overflow:clip",
	"max-height:0;overflow:hidden",
	"width:1px;height:1px;overflow:hidden",
	"position:absolute;left:-9999px",
	"position:fixed;top:-1000.5px",
	"position:absolute;left:-9999em",
	"margin-left:-9999px",
	"text-indent:-999px",
	"transform:scale(0)",
	"transform:translateX(-9999px)",
	"scale:0",
	"position:absolute;clip:rect(0,0,0,0)",
	"position:absolute;clip:rect(1px 1px 1px 1px)",
	"clip-path:inset(50%)",
	"clip-path:circle(0)",
	"content-visibility:hidden",
	"color:#FFF;background:white",
	"color:#fdfdfd;background-color:#fff",
	"color:rgb(255, 255, 255);background-color:#ffffff",
	"color:red;background-color:hsl(0 100% 50%)",
] as const;

describe("a declaration", () => {
	it.each(WAYS)("%s hides", (style) => {
		expect(seen(`<link rel=stylesheet href=x><div style="${style}">no</div>yes`)).toBe("yes");
	});

	it.each([
		"",
		"display:block",
		"display:none;display:block",
		"opacity:0.5",
		"font-size:10px",
		"height:0",
		"left:-99px",
		"color:#fff;background:#000",
		"color:inherit;background:inherit",
		"color:white;background:url(white.png)",
		"color:white;background:linear-gradient(red,white)",
		"margin:display:none",
		"nonsense",
		";;:;",
		"clip:rect(0,9px,9px,0);position:absolute",
		"clip-path:inset(10%)",
		"transform:scale(.5)",
		"color:transparent;background:red;background-clip:text",
		"color:#fff;background:#fff;text-shadow:0 0 2px #000",
	])("%s does not", (style) => {
		expect(seen(`<div style="${style}">yes</div>`)).toBe("yes");
	});

	it.each([
		["white on the white of the page", "<style>p{color:#fff}</style><p>no</p>", ""],
		[
			"white on white further out",
			"<style>.a{background:#fefefe}p{color:#fff}</style><div class=a><p>no</p></div>",
			"",
		],
		["white on a dark ground between", "<div style='background:#000'><p style='color:#fff'>yes</p></div>", "yes"],
		[
			"white where a sheet that is not read may paint the ground",
			"<link rel=stylesheet href=x><p style='color:#fff'>yes",
			"yes",
		],
		["the ground of old", "<table bgcolor=navy><tr><td><font color=white>yes</font></table>", "yes"],
		["visible again inside", "<div style=visibility:hidden>no<p style=visibility:visible>yes</p></div>", "yes"],
		["of a size again inside", "<div style=font-size:0><p style=font-size:16px>yes</p></div>", "yes"],
		["of no size in its own units", "<div style=font-size:0><p style=font-size:2em>no</p></div>", ""],
		["shown though hidden", "<div hidden style=display:block>yes</div>", "yes"],
	])("%s", (_, html, text) => {
		expect(seen(html)).toBe(text);
	});
});

describe("what a reader brings into view", () => {
	const SCRIPT = "<script src=a></script>";
	it.each([
		["details", "<details><p>yes</p></details>"],
		[
			"what opens under the pointer",
			"<style>.k{display:none}li:hover .k{display:block}</style><li><div class=k>yes</div>",
		],
		[
			"what a box that is ticked opens",
			"<style>.k{height:0;overflow:hidden}:checked~.k{height:auto}</style><input type=checkbox><p class=k>yes</p>",
		],
		["a tab", `${SCRIPT}<div role=tabpanel hidden>yes</div>`],
		["what a button names", `${SCRIPT}<button aria-controls=b></button><div id=b style=display:none>yes</div>`],
		["an accordion", `${SCRIPT}<div class=accordion-item><div style=display:none>yes</div></div>`],
		["what a class opens", `${SCRIPT}<style>.k{display:none}.k.is-open{display:block}</style><div class=k>yes</div>`],
		[
			"what fades in by itself",
			"<style>.k{opacity:0;animation:a 1s forwards}@keyframes a{to{opacity:1}}</style><p class=k>yes</p>",
		],
		["what comes in by a script", `${SCRIPT}<div data-aos=fade-up style=opacity:0>yes</div>`],
	])("counts: %s", (_, html) => {
		expect(seen(html)).toBe("yes");
	});

	it.each([
		["a tab without a script", "<div class=tab style=display:none>no</div>"],
		["a message", `${SCRIPT}<style>.k{display:none}.k.is-open{display:block}</style><div class="k modal">no</div>`],
		[
			"an animation that shows nothing",
			"<style>.k{opacity:0;animation:a 1s}@keyframes a{to{opacity:0}}</style><p class=k>no</p>",
		],
		["help for screen readers", "<span style='position:absolute;width:1px;height:1px;overflow:hidden'>no</span>"],
	])("does not: %s", (_, html) => {
		expect(seen(html)).toBe("");
	});
});

describe("a name", () => {
	const field = (label: string, css = "") => read(`<style>${css}</style>${label}<input id=q>`).fields[0]?.name;

	it.each(["display:none", "visibility:hidden", "content-visibility:hidden"])(
		"is none where a label has %s",
		(style) => {
			expect(field(`<label for=q style="${style}">No</label>`)).toBe("");
			expect(field("<div class=k><label for=q>No</label></div>", `.k{${style}}`)).toBe("");
			expect(read(`<a href=x><span style="${style}">No</span></a>`).anchors[0]?.name).toBe("");
		},
	);

	it("is none by a hidden label, one where the field refers to it, and one by a label that is clipped away", () => {
		expect(field("<label for=q hidden>No</label>")).toBe("");
		expect(read("<b id=l hidden>Yes</b><input aria-labelledby=l>").fields[0]?.name).toBe("Yes");
		expect(field("<label for=q class=sr>Yes</label>", ".sr{position:absolute;clip:rect(0,0,0,0)}")).toBe("Yes");
	});
});

/** A block hidden in one of these ways, by a style attribute or a sheet, with any selector, on it or an ancestor. */
const hiddenBlocks = fc
	.record({
		way: fc.constantFrom(...WAYS),
		where: fc.constantFrom("inline", "class", "id", "attribute", "descendant", "media", "layer", "nested", "custom"),
		depth: fc.nat({ max: 4 }),
		sheetBehind: fc.boolean(),
		linked: fc.boolean(),
	})
	.map(({ way, where, depth, sheetBehind, linked }) => {
		const plain = way.replaceAll('"', "");
		const [property = "", value = ""] = plain.replace("!important", "").split(";")[0]?.split(":") ?? [];
		const custom = `:root{--v:${value}} .h{${plain};${property}:var(--v)}`;
		const sheets: Readonly<Record<string, string>> = {
			inline: "",
			class: `.h{${plain}}`,
			id: `#h{${plain}}`,
			attribute: `[data-h]{${plain}}`,
			descendant: `body div.h{${plain}}`,
			media: `@media screen and (min-width:1px){.h{${plain}}}`,
			layer: `@layer a{.h{${plain}}}`,
			nested: `body{& .h{${plain}}}`,
			custom,
		};
		const inline = where === "inline" ? ` style="${plain}"` : "";
		const sheet = `<style>${sheets[where]}</style>`;
		const around = ["<section>".repeat(depth), "</section>".repeat(depth)];
		return (payload: string) =>
			`${linked ? "<link rel=stylesheet href=/s.css>" : ""}${sheetBehind ? "" : sheet}<div class=h id=h data-h${inline}>${around[0]}${payload}${around[1]}</div>${sheetBehind ? sheet : ""}`;
	});

it("hides in every way, wherever it is declared and whatever is around it", () => {
	fc.assert(
		fc.property(hiddenBlocks, (hide) => {
			const page = read(`<p>yes</p>${hide("<p>no <time datetime=2026-01-02>2 January 2026</time> costs $ 5.00</p>")}`);
			expect(page.text).toMatchObject({ start: "yes", words: 1 });
			expect(page.dates).toEqual([]);
			expect(page.customer.amounts).toBe(0);
		}),
	);
});
