import { describe, expect, it, vi } from "vitest";
import { createSiteLinks } from "../page/site-links.ts";
import {
	answerOembed,
	badgeEmbed,
	htmlSnippet,
	markdownSnippet,
	type OembedQuery,
	oembedBody,
	oembedResponse,
	reactSnippet,
	sealEmbed,
	shieldsEndpoint,
} from "./embed.ts";
import { EVERY_KIND, makeFacts } from "./picture-facts.testkit.ts";
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

	it("keep URLs intact", () => {
		const odd = badgeEmbed(makeFacts({ slug: `a)(b"'<>&\\ c` }), LINKS);
		expect(readMarkdown(markdownSnippet(odd))?.source).toBe(
			"https://audit.example.com/repo/badge/a%29%28b%22'%3C%3E%26%5C%20c.svg",
		);
	});
});

/** Of the endpoint badge's schema, as its documentation lists them. */
const KNOWN = [
	"schemaVersion",
	"label",
	"message",
	"color",
	"labelColor",
	"isError",
	"namedLogo",
	"logoSvg",
	"logoColor",
	"logoSize",
	"style",
	"cacheSeconds",
];

describe("the shields endpoint", () => {
	it("has the badge's text", () => {
		expect(shieldsEndpoint(makeFacts())).toEqual({
			schemaVersion: 1,
			label: "sightline",
			message: "86 mostly ready · 21 Nov 2026",
			color: "#1d6b3f",
			labelColor: "#16191b",
			isError: false,
			cacheSeconds: 21_600,
		});
	});

	it.each(Object.entries(EVERY_KIND))("%s: has no member that an older shields would refuse", (_, facts) => {
		const endpoint = shieldsEndpoint(facts);
		expect(KNOWN).toEqual(expect.arrayContaining(Object.keys(endpoint)));
		expect(endpoint.message).not.toBe("");
	});

	it.each(["not audited", "not yet sealed", "withdrawn"])("never allows %s in the colour of success", (name) => {
		expect(shieldsEndpoint(EVERY_KIND[name] ?? makeFacts())).toMatchObject({ isError: true, color: "lightgrey" });
	});

	it("turns grey when stale", () => {
		expect(shieldsEndpoint(EVERY_KIND.stale ?? makeFacts())).toMatchObject({ isError: false, color: "lightgrey" });
	});
});

const links = createSiteLinks("https://a.example/audits");
const facts = makeFacts();
const page = links.absolute(links.share(facts.slug));

function ask(query: Record<string, string>, method = "GET"): Response {
	const request = new Request(`https://a.example/audits/oembed?${new URLSearchParams(query)}`, { method });
	return oembedResponse(request, links, (address) =>
		"slug" in address && address.slug === facts.slug ? facts : undefined,
	);
}

it("returns what the site shows, within the requested size", async () => {
	const response = ask({ url: page, maxwidth: "120", format: "json" });
	expect(response.status).toBe(200);
	expect(response.headers.get("Content-Type")).toBe("application/json");
	expect(response.headers.get("Cache-Control")).toBe("public, max-age=21600");
	expect(response.headers.get("Access-Control-Allow-Origin")).toBe("*");
	const body = await response.json();
	expect(body).toMatchObject({ version: "1.0", type: "rich", domain: facts.displayDomain });
	expect(body.width).toBeLessThanOrEqual(120);
});

it.each([
	[{ url: page, format: "xml" }, 501],
	[{}, 400],
	[{ url: page, maxwidth: "-1" }, 400],
	[{ url: "https://elsewhere.example/" }, 404],
	[{ url: links.absolute(links.share("example.net")) }, 404],
])("refuses %j with %i, and that is not kept", async (query, status) => {
	const response = ask(query);
	expect(response.status).toBe(status);
	expect(response.headers.get("Cache-Control")).toBe("no-store");
	expect(await response.json()).toEqual({ error: expect.any(String) });
});

it("is read-only", () => {
	const response = ask({ url: page }, "POST");
	expect([response.status, response.headers.get("Allow")]).toEqual([405, "GET, HEAD"]);
});

const ID = makeFacts().receiptId;
const PAGE = "https://audit.example.com/repo/share/www.example.org/";

const answer = (query: OembedQuery, facts = makeFacts()) =>
	answerOembed(query, LINKS, (address) =>
		("slug" in address ? address.slug === facts.slug : address.receiptId === facts.receiptId) ? facts : undefined,
	);

describe("answerOembed", () => {
	it("returns the seal with a link to its proof, and the card as thumbnail", () => {
		const { status, body } = answer({ url: PAGE, format: "json" });
		expect(status).toBe(200);
		const { html, ...rest } = body as { html: string };
		const alternative = "Sightline audit of www.example.org: 86 of 100, mostly ready, 21 November 2026";
		expect(rest).toEqual({
			version: "1.0",
			type: "rich",
			title: alternative,
			provider_name: "Sightline",
			provider_url: "https://audit.example.com/repo/",
			cache_age: 21_600,
			width: 384,
			height: 152,
			thumbnail_url: "https://audit.example.com/repo/card/www.example.org.png",
			thumbnail_width: 1200,
			thumbnail_height: 630,
			domain: "www.example.org",
			auditedAt: "2026-11-21T02:00:00.000Z",
			receipt: `https://audit.example.com/repo/receipts/${ID}/`,
			proof: `https://audit.example.com/repo/receipts/${ID}.tlog-proof`,
		});
		const image = {
			src: `https://audit.example.com/repo/seal/${ID}.svg`,
			alt: alternative,
			width: "384",
			height: "152",
		};
		expect(readHtml(html)).toEqual([["a", { href: `https://audit.example.com/repo/receipts/${ID}/` }, ["img", image]]]);
	});

	it.each([
		["400", "", 384, 152, "seal"],
		["384", "152", 384, 152, "seal"],
		["300", "", 300, 118, "seal"],
		["", "114", 288, 114, "seal"],
		["287", "", 252, 20, "badge"],
		["", "100", 252, 20, "badge"],
		["126", "", 126, 10, "badge"],
		["1", "1", 1, 1, "badge"],
	])("into %s by %s puts %i by %i of the %s, and no thumbnail", (maxwidth, maxheight, width, height, picture) => {
		const { body } = answer({ url: PAGE, maxwidth, maxheight });
		expect(body).toMatchObject({ width, height, html: expect.stringContaining(`/repo/${picture}/`) });
		expect(body).toMatchObject({ html: expect.stringContaining(`width="${width}" height="${height}"`) });
		expect(body).not.toHaveProperty("thumbnail_url");
	});

	it.each(["0", "-1", "1.5", "1e3", "all", "9999999999"])("refuses a width of %s", (maxwidth) => {
		expect(answer({ url: PAGE, maxwidth }).status).toBe(400);
		expect(answer({ url: PAGE, maxheight: maxwidth }).status).toBe(400);
	});

	it("refuses XML before anything else", () => {
		expect(answer({ format: "xml" }).status).toBe(501);
		expect(answer({ url: PAGE, format: "" }).status).toBe(200);
	});

	it("requires a URL", () => {
		expect(answer({})).toEqual({ status: 400, body: { error: expect.stringContaining("url parameter") } });
	});

	it.each(["not yet sealed", "withdrawn"])("returns the badge without a proof for %s", (name) => {
		const { body } = answer({ url: PAGE }, EVERY_KIND[name] ?? makeFacts());
		expect(body).toMatchObject({ html: expect.stringContaining("/repo/badge/"), width: 252, height: 20 });
		expect(body).not.toHaveProperty("proof");
		expect(body).not.toHaveProperty("receipt");
	});

	it("equals the static file without limits", () => {
		expect(answer({ url: PAGE }).body).toEqual(oembedBody(makeFacts(), LINKS));
	});
});

describe("an address", () => {
	it.each([
		[PAGE, { slug: "www.example.org" }],
		["https://audit.example.com/repo/share/www.example.org", { slug: "www.example.org" }],
		["HTTPS://Audit.Example.com:443/repo/brief/www.example.org/?utm=1#top", { slug: "www.example.org" }],
		["https://audit.example.com/repo/history/a%7Eb/", { slug: "a~b" }],
		[`https://audit.example.com/repo/share/www.example.org/${ID}/`, { receiptId: ID }],
		[`https://audit.example.com/repo/receipts/${ID}/`, { receiptId: ID }],
	])("%s is ours", (url, address) => {
		const lookup = vi.fn(() => undefined);
		expect(answerOembed({ url }, LINKS, lookup).status).toBe(404);
		expect(lookup).toHaveBeenCalledExactlyOnceWith(address);
	});

	it.each([
		"https://audit.example.com/share/www.example.org/",
		"https://audit.example.com/repo/",
		"https://audit.example.com/repo/share/",
		"https://audit.example.com/repo/share/a/b/",
		"https://audit.example.com/repo/share/%E0%A4%A/",
		`https://audit.example.com/repo/brief/www.example.org/${ID}/`,
		"https://audit.example.com/repo/receipts/abc/",
		"http://audit.example.com/repo/share/www.example.org/",
		"https://user@audit.example.com/repo/share/www.example.org/",
		"https://audit.example.com.evil.example/repo/share/www.example.org/",
		"javascript:alert(1)",
		"/repo/share/www.example.org/",
		"www.example.org",
	])("%s is not", (url) => {
		const lookup = vi.fn(() => makeFacts());
		expect(answerOembed({ url }, LINKS, lookup).status).toBe(404);
		expect(lookup).not.toHaveBeenCalled();
	});
});
