import { describe, expect, it } from "vitest";
import { readPage } from "../digest-page.ts";

const read = (html: string) => readPage(html, "https://site.example/").text;

describe("visible text", () => {
	it.each([
		["<p>One</p><p>Two</p>", "One Two"],
		["<p>One\n  two&nbsp;\tthree", "One two three"],
		["a<b>b</b>c<br>d<td>e", "abc de"],
		["<ul><li>a<li>b</ul>c", "a b c"],
		["<table><tr><td>a<td>b</table>", "a b"],
		["<title>no</title><script>no</script><style>no</style><p>yes", "yes"],
		["a<script>no</script>b<style>no</style>c", "abc"],
		["<noscript>no</noscript><template><p>no</p></template>yes", "yes"],
		["<p hidden>no</p><p style='display:none'>no</p><p style=visibility:hidden>no</p>yes", "yes"],
		["a<p hidden>no</p>b", "ab"],
		["<p hidden=until-found>yes</p>", "yes"],
		["<dialog>no</dialog><dialog open>yes</dialog>", "yes"],
		["<div popover>no</div>yes", "yes"],
		["<details><summary>S</summary>yes</details>", "S yes"],
		["<p aria-hidden=true>yes</p>", "yes"],
		["<p style=opacity:0>yes</p>", "yes"],
		["<svg><title>no</title><desc>no</desc><text>yes</text></svg>", "yes"],
		["<select><option>no</select><textarea>no</textarea><datalist><option>no</datalist>yes", "yes"],
		["<video>no</video><iframe>no</iframe><canvas>no</canvas>yes", "yes"],
		["<!-- no -->yes", "yes"],
		["<div><template shadowrootmode=open>yes</template></div>", "yes"],
		["\u200b\u200byes\ufeff", "yes"],
		["", ""],
	])("of %s", (html, text) => {
		expect(read(html)).toMatchObject({ start: text, visible: text.length });
	});

	it("is counted in full and kept at its beginning", () => {
		const text = read(`<p>${"abcde ".repeat(1000)}`);
		expect(text.visible).toBe(5999);
		expect(text.start).toBe("abcde ".repeat(84).slice(0, 500));
	});
});

describe("main text", () => {
	it.each([
		["<p>out</p><main><p>in</p><p>too</p></main>", 6],
		["<div role=main>in</div>", 2],
		["<main role=presentation>out</main>", 0],
		["<main>in</main><article>out</article>", 2],
		["<article>first</article><article>out</article>", 5],
		["<div role=article>first<article>nested</article></div>", 12],
		["<main hidden>no</main><article>no</article>", 0],
		["<main></main><article>no</article>", 0],
		["<main>a</main><main>b</main>", 3],
		["<p>out", 0],
	])("of %s has %i characters", (html, main) => {
		expect(read(html).main).toBe(main);
	});
});

describe("text of the page's frame", () => {
	it.each([
		["<header>Name</header><nav>Menu</nav><main>Text</main><footer>Foot</footer>", 14],
		["<header><nav>Menu</nav></header><p>Text</p>", 4],
		["<div role=banner>Name</div><aside>Beside</aside><search>Find</search>", 16],
		["<main><header>Name</header><nav>Menu</nav></main>", 0],
		["<article><header>Head</header><footer>By me</footer></article>", 0],
		["<p>Text</p>", 0],
	])("of %s", (html, length) => {
		expect(read(html).frame).toBe(length);
	});
});

describe("text in noscript", () => {
	const LONG = "<p>The topic, and what was said of it by those who know.</p>".repeat(10);

	it("is what a page without other text says, with its structure", () => {
		const page = readPage(
			`<body><div id=app></div><noscript><header>Name</header><main><h1>Topic</h1>${LONG}</main></noscript><script src=a></script>`,
			"https://site.example/",
		);
		expect(page).toMatchObject({ headings: [{ text: "Topic", at: "line 1, column 62" }], hidden: [] });
		expect(page.text.start).toMatch(/^Name Topic The topic/);
		expect(page.text.content).toBeGreaterThan(500);
	});

	it.each([
		["a page that has text", `${LONG}${LONG}<noscript>${LONG}</noscript>`, 1079],
		["a notice that asks for scripts", `<noscript><p class="${"x".repeat(600)}">Turn JavaScript on.</p></noscript>`, 0],
		["images", `<noscript>${'<img src="/a.jpg" alt="A harbour">'.repeat(40)}</noscript>`, 0],
	])("is left out beside or as %s", (_, html, visible) => {
		expect(read(html).visible).toBe(visible);
	});
});
