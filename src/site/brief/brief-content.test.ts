import { describe, expect, it } from "vitest";
import type { Receipt } from "#core/receipt.ts";
import type { ReachRow } from "#core/report.ts";
import { makeFinding, makeReceipt, store } from "../publication/receipt.testkit.ts";
import { buildBrief } from "./brief.ts";
import { briefContent, briefMarkdown } from "./brief-content.ts";
import { briefHtml } from "./brief-html.ts";
import { briefTwin } from "./brief-twin.ts";
import { SEEN, VERDICT } from "./texts.ts";

const HOSTILE = [
	'"><script>alert(1)</script>',
	"](javascript:alert(1)) ![a](https://evil.example/a.png)",
	"| cell |\n# heading\n<img src=x onerror=alert(1)>",
	"\u202Egnol\u0007 `code` <https://evil.example>",
	"'; </style><style>*{display:none}</style>",
];
const because = (excerpt: string) => ({ url: `https://www.example.org/${encodeURI(excerpt)}`, at: "line 3", excerpt });
const reach = (excerpt: string): ReachRow[] => [
	{ name: "Google", kind: "search", state: "blocked", says: "A robots tag says noindex.", because: because(excerpt) },
	{ name: "Claude", kind: "answers", state: "allowed", says: "May read the home page." },
];

function briefOf(parts: Partial<Receipt>) {
	return buildBrief(store("a", makeReceipt(parts)), { baseUrl: "https://sightline.test" });
}

function contentOf(parts: Partial<Receipt>) {
	return briefContent(briefOf(parts), "pending");
}

describe("a brief in words", () => {
	it("begins with the cause, names blocked engines with the responsible line, and quotes what a machine reads", () => {
		const seen = { title: "A shop", text: "We sell.", types: ["Store"], lang: "en" };
		const brief = briefOf({ reach: reach('<meta name="robots">'), seen });
		const markdown = briefMarkdown(briefContent(brief, "pending"));
		expect(markdown).toContain(`**${brief.verdict}**`);
		expect(markdown).toContain("| Google | no |");
		expect(markdown).toContain("- Cause: ");
		expect(markdown).toContain("- Title: `A shop`");
		expect(markdown).toContain(SEEN.absent.description);
	});

	it("puts corrections first, in JSON too", () => {
		const brief = buildBrief(store("a", makeReceipt()), { baseUrl: "https://sightline.test" });
		const corrections = [
			{ at: "2026-05-03T08:00:00.000Z", by: "owner", says: "We moved to www.example.net." },
			{ at: "2026-05-04T08:00:00.000Z", says: "The sitemap was there." },
		] as const;
		const markdown = briefTwin(brief, "md", { corrections });
		expect(markdown).toContain("\n\n> The owner’s statement of 3 May 2026. We moved to `www.example.net`.\n\n");
		expect(markdown.indexOf("> Correction of 4 May 2026. The sitemap was there.")).toBeLessThan(markdown.indexOf("**"));
		expect(JSON.parse(briefTwin(brief, "json", { corrections })).corrections).toEqual(corrections);
		expect(briefTwin(brief, "md")).not.toContain("\n>");
	});

	it("omits what an older receipt lacks", () => {
		const { reach: rows, seen, verdict } = contentOf({});
		expect([rows, seen]).toEqual([[], []]);
		expect(verdict[0]).toBe(VERDICT.nothingLeft);
	});

	it("counts checks by outcome", () => {
		const outcomes = ["pass", "pass", "partial", "fail", "not-applicable", "unknown"] as const;
		const findings = outcomes.map((outcome, index) => makeFinding(`check-${index}`, "content", { outcome }));
		expect(contentOf({ findings }).tally).toEqual([
			"2 of 4 checks pass, 1 partly, 1 failed.",
			"1 does not apply; 1 could not be checked.",
		]);
	});
});

describe.each(HOSTILE)("what a site wrote: %j", (words) => {
	const finding = makeFinding("title", "discovery", {
		outcome: "fail",
		says: words,
		fix: words,
		lift: 2,
		title: words,
	});
	const seen = { title: words, description: words, text: words, types: [words], lang: words };
	const brief = briefOf({ reach: reach(words), seen, findings: [finding] });

	it("is visible in Markdown, and not a heading", () => {
		const markdown = briefMarkdown(briefContent(brief, "pending"));
		expect(markdown).not.toMatch(/[\p{Cf}\u007F]/u);
		expect(markdown.match(/^#+ .*/gm)?.filter((line) => line.includes("heading"))).toEqual([]);
	});

	it("creates no element in HTML", () => {
		const html = briefHtml(brief, "");
		const names = new Set(html.match(/(?<=<)[a-z0-9]+/gi)?.map((name) => name.toLowerCase()));
		for (const name of ["script", "img", "iframe", "a"]) expect(names.has(name)).toBe(false);
		expect(html.match(/<style/g)).toHaveLength(1);
		expect(html).not.toMatch(/\son\w+=(?!\w)/);
	});
});
