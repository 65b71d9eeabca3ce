import { describe, expect, it } from "vitest";
import { createSiteLinks } from "../page/site-links.ts";
import { badgeEmbed, htmlSnippet, markdownSnippet, reactSnippet, sealEmbed } from "./embed.ts";
import { makeFacts } from "./picture-facts.testkit.ts";
import { readHtml, readJsx, readMarkdown } from "./snippets.testkit.ts";

const LINKS = createSiteLinks("https://audit.example.com/repo");
const BADGE = badgeEmbed(makeFacts({ slug: "www.example.org~nord" }), LINKS);

it("embeds the badge with its share page, the seal with its proof", () => {
	expect(BADGE).toEqual({
		source: "https://audit.example.com/repo/badge/www.example.org~nord.svg",
		target: "https://audit.example.com/repo/share/www.example.org~nord/",
		alternative: "Sightline audit of www.example.org: 86 of 100, mostly ready, 21 November 2026",
		width: 252,
		height: 20,
	});
	const old = makeFacts({ auditedAt: "2020-01-01T00:00:00.000Z", recheckedAt: "2020-06-01T00:00:00.000Z" });
	expect(sealEmbed(old, LINKS)).toMatchObject({
		source: `https://audit.example.com/repo/seal/${old.receiptId}.svg`,
		target: `https://audit.example.com/repo/receipts/${old.receiptId}/`,
		alternative: "Sightline audit of www.example.org: 86 of 100, mostly ready, 1 January 2020",
	});
});

describe("snippets", () => {
	it("are as short as they can be", () => {
		expect(htmlSnippet(BADGE)).toBe(
			`<a href="${BADGE.target}"><img
src="${BADGE.source}"
alt="${BADGE.alternative}"
width="252" height="20" /></a>`,
		);
		expect(markdownSnippet(BADGE)).toBe(`[![${BADGE.alternative}](${BADGE.source})](${BADGE.target})`);
		expect(reactSnippet(BADGE)).toContain(`alt="${BADGE.alternative}"\nwidth={252} height={20} /></a>`);
	});

	it.each([
		BADGE.alternative,
		`"'><script>alert(1)</script>{alert(1)}`,
		"](https://evil.example) ![x](y) <b> &amp; `code` *a* _b_ ~c~ | # @someone https://evil.example \\",
		"ends in a backslash \\",
		"two\u2028lines\nand\u0000more \ud800",
	])("say %j in every language, and nothing else", (alternative) => {
		const embed = { ...BADGE, alternative };
		const plain = alternative
			.replace("\u2028", " ")
			.replace(/[\n\0]/g, " ")
			.replace("\ud800", "\ufffd");
		const attributes = { src: BADGE.source, alt: plain };
		expect(readHtml(htmlSnippet(embed))).toEqual([
			["a", { href: BADGE.target }, ["img", { ...attributes, width: "252", height: "20" }]],
		]);
		expect(readJsx(reactSnippet(embed))).toEqual([
			"a",
			{ href: BADGE.target },
			["img", { ...attributes, width: 252, height: 20 }],
		]);
		expect(readMarkdown(markdownSnippet(embed))).toEqual({
			alternative: plain,
			source: BADGE.source,
			target: BADGE.target,
		});
	});

	it("keep an address whole", () => {
		const odd = badgeEmbed(makeFacts({ slug: `a)(b"'<>&\\ c` }), LINKS);
		expect(readMarkdown(markdownSnippet(odd))?.source).toBe(
			"https://audit.example.com/repo/badge/a%29%28b%22'%3C%3E%26%5C%20c.svg",
		);
	});
});
