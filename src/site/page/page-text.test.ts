import { load } from "cheerio/slim";
import fc from "fast-check";
import { markdownToHtml } from "satteri";
import { SaxesParser } from "saxes";
import { describe, expect, it } from "vitest";
import { HOSTILE_TEXTS } from "../badge/hostile-text.testkit.ts";
import { buildBrief, shownBrief } from "../brief/brief.ts";
import { readyReceipt, store } from "../publication/receipt.testkit.ts";
import { pageMarkdown } from "../publication/twin-files.ts";
import {
	escapeMarkup,
	inlineCode,
	markdownCell,
	markdownCode,
	markdownText,
	plainText,
	shownText,
} from "./page-text.ts";

describe("plainText", () => {
	it.each([
		["a\u0000b\u0007\tc\r\nd", "a b c d"],
		["\u202egro.elpmaxe\u2066\u200b", "gro.elpmaxe"],
		["a\ud800b\udc00", "a\ufffdb\ufffd"],
		["\ufffe\uffffx\u{1fffe}", "x"],
		["\u2028line\u2029", "line"],
		["  Nordlicht  &  Partner ", "Nordlicht & Partner"],
		["münchen 😀 é", "münchen 😀 é"],
		["می\u200cخواهم क्\u200dष 👩🏽\u200d💻 ❤️\u200d🔥", "می\u200cخواهم क्\u200dष 👩🏽\u200d💻 ❤️\u200d🔥"],
		["ex\u200cample 1\u200d2 \u200cا\u200c\u200c\u202e", "example 12 ا\u200c"],
	])("%j → %j", (text, plain) => {
		expect(plainText(text)).toBe(plain);
	});
});

it("round-trips any text through XML", () => {
	fc.assert(
		fc.property(fc.string({ unit: "binary", maxLength: 80 }), (text) => {
			let read = "";
			let attribute = "";
			const parser = new SaxesParser();
			parser.on("error", (error) => {
				throw error;
			});
			parser.on("text", (piece) => (read += piece));
			parser.on("opentag", ({ attributes }) => (attribute = String(attributes.a)));
			parser.write(`<t a="${escapeMarkup(text)}">${escapeMarkup(text)}</t>`).close();
			expect(read).toBe(plainText(text));
			expect(attribute).toBe(plainText(text));
		}),
	);
});

it("splits paragraphs and marks code", () => {
	expect(inlineCode("Mode `deep`\nreads more.\n\nThe end.")).toEqual([
		[
			{ text: "Mode ", isCode: false },
			{ text: "deep", isCode: true },
			{ text: " reads more.", isCode: false },
		],
		[{ text: "The end.", isCode: false }],
	]);
});

it("returns nothing for empty text", () => expect(inlineCode(" \n ")).toEqual([]));

const HOSTILE = "a\u202egro.elpmaxe\u2066\u200b\u200f";

it("strips bidi controls and invisible characters, and keeps what scripts need", () => {
	expect(shownText(`The title is “${HOSTILE}”.`)).toBe("The title is “agro.elpmaxe”.");
	expect(shownText("می\u200cخواهم क्\u200dष 👩\u200d💻 שלום")).toBe("می\u200cخواهم क्\u200dष 👩\u200d💻 שלום");
});

it("strips characters that can hide text, and keeps emoji and joiners", () => {
	const hidden = "a\u{E0100}b\uFE00c\u034Fd\u115Fe\u3164f\u2800g\u2062h\u{E0041}i\uFE0Fj\u00ADk";
	for (const shown of [shownText(hidden), plainText(hidden)]) expect(shown).toBe("abcdefghijk");
	const written = "\u2764\uFE0F \u0645\u06CC\u200C\u062E\u0648\u0627\u0647\u0645";
	for (const shown of [shownText(written), plainText(written)]) expect(shown).toBe(written);
});

it("a brief is rendered without them, while evidence and receipt stay unchanged", () => {
	const ready = readyReceipt();
	const findings = ready.findings.map((finding) => ({
		...finding,
		says: HOSTILE,
		fix: HOSTILE,
		evidence: [{ url: "https://www.example.org/", excerpt: HOSTILE }],
	}));
	const gates = [{ id: "noindex", cap: 40, says: HOSTILE }] as const;
	const answers = { url: "x", answers: [{ check: "alt", reason: HOSTILE }], faults: [HOSTILE] };
	const stored = store("a", { ...ready, findings, gates: [...gates], answers });
	const brief = shownBrief(buildBrief(stored, { baseUrl: "https://a.example" }));
	const { findings: shown, actions, ...rest } = brief;
	const said = actions.map(({ exhibit: _, ...action }) => action);
	expect(JSON.stringify([rest, said])).not.toMatch(/[\u202e\u2066\u200b]/);
	for (const { says, fix, evidence } of shown) {
		expect([says, fix]).toEqual(["agro.elpmaxe", "agro.elpmaxe"]);
		expect(evidence[0]?.excerpt).toBe(HOSTILE);
	}
	expect(stored.receipt.findings[0]?.says).toBe(HOSTILE);
});

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

/** Without code spans, whose text nobody reads as anything. */
const bare = (rendered: string) => rendered.replaceAll(/<code>[^<]*<\/code>/g, "");

it("foreign text never changes the structure of Markdown, and stays readable", () => {
	const foreign = fc.oneof(
		fc.string({ unit: "binary", maxLength: 60 }),
		fc.constantFrom(...HOSTILE_TEXTS),
		fc
			.array(fc.constantFrom(...PIECES, ..."#-+=1.)|*~[]!>&$“”", "\n", "GH-1", "amp;", "1234abcd"))
			.map((all) => all.join("")),
	);
	const forms = [
		[(x: string) => markdownText(x), "<p>x</p>"],
		[(x: string) => `- **${markdownText(x)}**: x`, "<ul><li><strong>x</strong>: x</li></ul>"],
		[(x: string) => `## ${markdownText(x)}`, "<h2>x</h2>"],
		[(x: string) => `> ${markdownText(x)}`, "<blockquote><p>x</p></blockquote>"],
		[
			(x: string) => `| a |\n| --- |\n| ${markdownCell(markdownText(x))} |`,
			"<table><thead><tr><th>a</th></tr></thead><tbody><tr><td>x</td></tr></tbody></table>",
		],
	] as const;
	fc.assert(
		fc.property(foreign, (text) => {
			if (plainText(text) === "") return;
			for (const [form, wanted] of forms) {
				const rendered = html(form(text)).replaceAll(/\n/g, "");
				const shell = wanted.split("x", 1)[0] ?? "";
				expect(rendered.startsWith(shell), rendered).toBe(true);
				const inner = rendered.slice(shell.length, rendered.length - (wanted.length - shell.length - 1));
				expect(bare(inner)).not.toMatch(/<|[@#$]|\bGH-\d/i);
				expect(rendered.endsWith(wanted.slice(shell.length + 1)), rendered).toBe(true);
				const read = load(rendered, null, false).text();
				if (!/[|¦]/.test(text)) expect(read.replaceAll(/\s/g, "")).toContain(plainText(text).replaceAll(/\s/g, ""));
			}
		}),
		{ numRuns: 500 },
	);
});

it.each([
	["The title is “Shop”; robots.txt has 1,204 lines.", "The title is “Shop”; robots.txt has 1,204 lines."],
	["See https://shop.example/a_b.", "See `https://shop.example/a_b`."],
	['It is “<script type="x">”, at 10:30:00.', 'It is “`<script type="x">`”, at 10:30:00.'],
	['Write <p class="byline">By …</p>.', 'Write `<p class="byline">By …</p>`.'],
	["In <main> … </main>, not <main>.", "In `<main> … </main>`, not `<main>`."],
	["Nordlicht & Partner, snake_case, a`b", "Nordlicht & Partner, snake_case, ``a`b``"],
	["1. @me #1", "`1`. `@me` `#1`"],
])("%s can be read raw as %s", (text, raw) => expect(markdownText(text)).toBe(raw));

it("foreign text is never autolinked", () => {
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
			expect(bare(page)).toMatch(/^<p>[^<]*<\/p>\s*<p>Page: <a [^<]*<\/a><\/p>\s*$/);
		}),
	);
});
