import { createHash } from "node:crypto";
import { describe, expect, it } from "vitest";
import { skillsIndexSchema } from "#core/discovery.ts";
import type { Installation } from "../installation.ts";
import { apiCatalog, linkField, llmsTxt, robotsTxt, securityTxt, siteIdentity } from "./discovery.ts";
import { SKILLS, skillsIndex, skillText } from "./skills.ts";

const FILES: Installation = { baseUrl: "https://audits.example.com/site", hasServer: false };
const SERVER: Installation = {
	baseUrl: "https://audit.example.com",
	apiUrl: "https://audit.example.com",
	hasServer: true,
	contact: { text: "ops@example.com", href: "mailto:ops@example.com" },
};
const NOW = Date.parse("2026-11-23T10:00:00Z");

describe("a site of files", () => {
	it("names neither an API nor server endpoints", () => {
		for (const text of [robotsTxt(FILES), llmsTxt(FILES), ...SKILLS.map((skill) => skillText(FILES, skill))]) {
			expect(text).not.toMatch(/\/mcp|auth\.md|openapi|ai-catalog|\/api\/|undefined/);
			for (const [address] of text.matchAll(/https:\/\/audits\.example\.com[^\s)>]*/g))
				expect(address).toMatch(/^https:\/\/audits\.example\.com\/site\//);
		}
		expect(apiCatalog(FILES)).toBeUndefined();
	});

	it("links an API on another host", () => {
		const linked = { ...FILES, apiUrl: "https://api.example.com" };
		expect(apiCatalog(linked)?.linkset[0]).toMatchObject({
			anchor: "https://api.example.com/api/v1/",
			"service-doc": [{ href: "https://audits.example.com/site/api/" }],
		});
		expect(llmsTxt(linked)).toContain("(https://api.example.com/openapi.json)");
	});
});

describe("links of the home page", () => {
	it("point to documents for programs", () => {
		expect(linkField(SERVER)).toBe(
			'</.well-known/api-catalog>; rel="api-catalog"; type="application/linkset+json", ' +
				'</openapi.json>; rel="service-desc"; type="application/json", </api/>; rel="service-doc"; type="text/html", ' +
				'</.well-known/ai-catalog.json>; rel="ai-catalog"; type="application/ai-catalog+json", ' +
				'</llms.txt>; rel="describedby"; type="text/plain", </terms/>; rel="terms-of-service"; type="text/html", ' +
				'</privacy/>; rel="privacy-policy"; type="text/html"',
		);
		expect(linkField(FILES)).toMatch(/^<\/site\/llms\.txt>; rel="describedby"/);
	});
});

describe("the site's identity", () => {
	it("is an organization that publishes a website, both with the site's URL", () => {
		const read = JSON.parse(siteIdentity(SERVER));
		expect(read["@context"]).toBe("https://schema.org");
		expect(read["@graph"]).toMatchObject([
			{ "@type": "Organization", url: "https://audit.example.com/", email: "ops@example.com" },
			{ "@type": "WebSite", publisher: { "@id": "https://audit.example.com/#organization" } },
		]);
		expect(siteIdentity(FILES)).toContain('"url":"https://audits.example.com/site/"');
	});

	it("cannot end the script element, for any contact", () => {
		const contact = { text: "x", href: "mailto:</script><script>alert(1)</script>@example.com" };
		expect(siteIdentity({ ...SERVER, contact })).not.toContain("<");
	});
});

describe("robots.txt", () => {
	it("names our bot's page, and allows quoting", () => {
		expect(robotsTxt(SERVER)).toBe(`# Audits of this installation ask as SightlineBot: https://audit.example.com/bot/
User-agent: *
Content-Signal: search=yes, ai-input=yes, ai-train=no
Allow: /
Disallow: /scan/?
Disallow: /scan?

Sitemap: https://audit.example.com/sitemap-index.xml
`);
	});
});

describe("security.txt", () => {
	it("has the contact, and expires within a year", () => {
		expect(securityTxt(SERVER, NOW)).toBe(`Contact: mailto:ops@example.com
Expires: 2027-09-19T00:00:00.000Z
Preferred-Languages: en
Canonical: https://audit.example.com/.well-known/security.txt
`);
	});

	it.each([undefined, { text: "ask at the desk" }, { text: "x", href: "http://example.com/" }])(
		"is missing without a secure contact: %j",
		(contact) => expect(securityTxt({ ...SERVER, contact }, NOW)).toBeUndefined(),
	);
});

describe("skills", () => {
	it.each([FILES, SERVER])("have an index with the digests of their files", (installation) => {
		const { skills } = skillsIndexSchema.parse(skillsIndex(installation));
		for (const [at, skill] of SKILLS.entries()) {
			const text = skillText(installation, skill);
			expect(text).toMatch(/^---\nname: [a-z-]+\ndescription: ".+"\n---\n\n# /);
			const digest = createHash("sha256").update(Buffer.from(text)).digest("hex");
			expect(skills[at]).toMatchObject({ name: skill.name, digest: `sha256:${digest}` });
		}
	});
});
