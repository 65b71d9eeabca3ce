import { expect, test } from "vitest";
import { pageMarkdown } from "./twin-files.ts";

const ADDRESS = "https://audit.example.com/x/checks/title/";
const markdown = (main: string) =>
	pageMarkdown(`<!doctype html><title>T</title><body><nav>Elsewhere</nav><main>${main}</main></body>`, ADDRESS).replace(
		`\n\nPage: <${ADDRESS}>\n`,
		"",
	);

test("a page ends with its address", () => {
	expect(pageMarkdown("<main><h1>A</h1></main>", ADDRESS)).toBe(`# A\n\nPage: <${ADDRESS}>\n`);
});

test.each([
	["<h2>Two <em>words</em></h2><p>Some\n <b>strong</b> text.</p>", "## Two words\n\nSome **strong** text."],
	[
		"<p>See <a href='../noindex/#fix'>it</a> and <a href='/y'>y</a>.</p>",
		`See [it](https://audit.example.com/x/checks/noindex/#fix) and [y](https://audit.example.com/y).`,
	],
	["<ul><li>a<ol><li>b</li></ol></li><li>c</li></ul>", "- a\n\n  1. b\n- c"],
	["<dl><div><dt>Term</dt><dd>Says <code>x</code></dd></div></dl>", "- **Term**: Says `x`"],
	[
		"<table><caption>All</caption><tr><th>A</th></tr><tr><td>1<span>2</span></td></tr></table>",
		"All\n\n| A |\n| --- |\n| 1 2 |",
	],
	["<figure class='code'><figcaption>Shell</figcaption><pre>a\n```b</pre></figure>", "Shell\n\n````\na\n```b\n````"],
	["<figure class='exhibit'><figcaption>At</figcaption><code>&lt;p></code></figure>", "At\n\n```\n<p>\n```"],
	["<svg aria-label='A curve'><path d='M0'/></svg><p>In <time>2026</time>.</p>", "Figure: A curve\n\nIn 2026."],
	["<math><mi>a</mi><mo>=</mo><mfrac><mi>b</mi><mi>c</mi></mfrac></math>", "a = (b) / (c)"],
	["<details><summary>More</summary><p>Inside</p></details>", "More\n\nInside"],
	["<p>It is <q lang='de'>gut</q><!-- no --><script>x</script></p><form><button>Go</button></form>", "It is “gut”"],
	["<p><code>a`b</code><code> </code></p>", "``a`b``"],
])("%s", (html, text) => expect(markdown(html)).toBe(text));

test("foreign words stay words", () => {
	const hostile = "[x](http://evil.example) <b> *a* `c` &amp;lt; | # _i_ snake_case ![i](j)";
	const text = markdown(`<p>${hostile.replaceAll("<", "&lt;")}</p>`);
	expect(text).toBe("`[x](http://evil.example`) `<b>` `*a*` `` `c` `` `&lt;` `|` `#` `_i_` snake_case `![i](j`)");
	expect(markdown("<p><a href='javascript:alert(1)'>x</a></p>")).not.toContain("](javascript");
});
