import fc from "fast-check";
import { markdownToHtml } from "satteri";
import { expect, it } from "vitest";
import { markdownCode, markdownText } from "./markdown-text.ts";
import { pageMarkdown } from "./page-markdown.ts";
import { escapeMarkup } from "./page-text.ts";

const html = (markdown: string) => markdownToHtml(markdown, { features: { gfm: true } }).html;
const PIECES = [
	"www",
	".",
	"evil.example",
	"https",
	"ftp",
	":",
	"//",
	"/",
	"@",
	"a",
	"_",
	"(",
	"\\",
	"`",
	"<",
	"&",
	" ",
];

it("a renderer that makes links of addresses finds none in foreign words", () => {
	expect(html("see www.evil.example")).toContain("<a ");
	const address = "https://audit.example.com/";
	const foreign = fc.array(fc.constantFrom(...PIECES, "\n", "www.evil.example", "https://evil.example"));
	fc.assert(
		fc.property(foreign, (pieces) => {
			const text = `x ${pieces.join("")}`;
			expect(html(markdownText(text))).not.toContain("<a ");
			expect(html(markdownCode(text))).not.toContain("<a ");
			const page = html(pageMarkdown(`<main><p>${escapeMarkup(text)}</p></main>`, address));
			expect(page.match(/<a [^>]*>/g)).toEqual([`<a href="${address}">`]);
		}),
	);
});
