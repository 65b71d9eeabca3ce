import { expect, it } from "vitest";
import { readPage } from "../digest-page.ts";

const asked = (html: string) => readPage(html, "https://site.example/").operability.examined["link-name"] ?? 0;
const LINK = "<div class='menu open' id=m><a href=x>a</a></div>";

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
])("%s hides", (css) => {
	expect(asked(`<style>${css}</style>${LINK}`)).toBe(0);
});

it.each([
	".menu .item { display: none }",
	".menu:not(.open) { display: none }",
	".menu.closed { display: none }",
	"p.menu { display: none }",
	".menu.open { display: none } .menu.open { display: grid }",
	"@media print { .menu { display: none } }",
	".menu { display: none } .menu { display: flex }",
	".MENU { display: none }",
	"body { display: none }",
	".menu { opacity: 0 }",
	".menu { display: none",
	"/* .menu { display: none }",
	"@media all { .menu { display: none } ",
])("%s does not", (css) => {
	expect(asked(`<style>${css}</style>${LINK}`)).toBe(1);
});

it.each(["<style media=print>", "<template><style>"])("%s is no style of the screen's page", (tag) => {
	expect(asked(`${tag}.menu{display:none}</style></template>${LINK}`)).toBe(1);
});

it("applies wherever the style is, and leaves text and names as they are", () => {
	const page = readPage(
		`<a href=y><b class=menu>Menu</b></a>${LINK}<style>.menu{display:none}</style>`,
		"https://s.example/",
	);
	expect(page.operability).toMatchObject({ examined: { "link-name": 1 }, found: {} });
	expect(page.text.start).toBe("Menu a");
	expect(readPage("<style>#q{display:none}</style><input id=q>", "https://s.example/").fields[0]?.hidden).toBe(true);
});
