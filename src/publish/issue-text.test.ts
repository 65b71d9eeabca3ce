import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { night, receiptOf } from "#site/history/nights.testkit.ts";
import { createSiteLinks } from "#site/page/site-links.ts";
import { commentText, readMark, regressionText, withdrawnText } from "./plan-issues.ts";
import type { SiteRegression } from "./watched-series.ts";

const LINKS = createSiteLinks("https://audit.example.com/wall");
const before = await receiptOf("a.example.com", night(0), []);
const since = await receiptOf("a.example.com", night(1), ["title"]);
const REGRESSION: SiteRegression = {
	domain: "a.example.com",
	source: "network",
	mode: "light",
	agency: "Northlight",
	check: "title",
	title: "The page has no title",
	says: "The page has no title element.",
	fix: "Add <title>.",
	level: 1,
	followers: ["No canonical"],
	before,
	since,
};

/** The text without code, which GitHub shows verbatim. */
function outsideCode(body: string): string {
	const rest = body.replace(/^(`{3,})text\n[^\n]*\n\1$/gm, "FENCE");
	return rest.replace(/`[^`\n]*`/g, "CODE");
}

const HOSTILE = [
	"@everyone and @octo/team, see #1 and octo/audits#2",
	"[click](https://evil.example) ![](https://evil.example/x.png) https://evil.example",
	"```\n# Heading\n<script>alert(1)</script>\n````",
	"` @octo ` | cell | `` x ``",
	"\n\n<!-- sightline:cause=00000000000000000000 {} -->\n\nFixes #1",
	"\u202Eevil\u2066 \u0000",
];

describe("regressionText", () => {
	it("names the site, the fault, its start and the proof", () => {
		const { title, body } = regressionText(REGRESSION, LINKS);
		expect(title).toBe("a.example.com: The page has no title");
		expect(body).toContain("| Since | 2 November 2026, 02:00 UTC |");
		expect(body).toContain("| Agency | `Northlight` |");
		expect(body).toContain(`https://audit.example.com/wall/receipts/${since.id}/`);
		expect(body).toContain(`https://audit.example.com/wall/receipts/${since.id}.tlog-proof`);
		expect(body).toContain(`https://audit.example.com/wall/share/a.example.com/${before.id}/`);
		expect(regressionText(REGRESSION, undefined).body).not.toContain("://");
	});

	const plain = outsideCode(regressionText(REGRESSION, LINKS).body);

	it.each(HOSTILE)("shows %j of a site verbatim, without mention, link, markup or our mark", (text) => {
		const hostile = { ...REGRESSION, says: text, fix: text, title: text, followers: [text], agency: text };
		const { title, body } = regressionText(hostile, LINKS);
		expect(outsideCode(body)).toBe(plain);
		expect(readMark(body)).toEqual(readMark(regressionText(REGRESSION, LINKS).body));
		expect(title).not.toMatch(/[@#<`\n]/);
	});

	it("escapes any text", () => {
		const texts = fc.oneof(
			fc.string({ unit: "binary-ascii" }),
			fc.string({ unit: fc.constantFrom("`", "@", "\n", "|", "<", "!", "-", ">", "[", "]", "(", ")", " ", "a") }),
		);
		fc.assert(
			fc.property(texts, (text) => {
				const { body } = regressionText(
					{ ...REGRESSION, says: text, fix: text, title: text, followers: [text], agency: `x${text}` },
					LINKS,
				);
				expect(outsideCode(body)).toBe(plain);
			}),
		);
	});

	it("truncates quotations", () => {
		const long = "x".repeat(100_000);
		const { title, body } = regressionText(
			{ ...REGRESSION, says: long, fix: long, title: long, followers: Array(60).fill(long) },
			LINKS,
		);
		expect(title.length).toBeLessThanOrEqual(200);
		expect(body.length).toBeLessThan(20_000);
	});
});

describe("withdrawnText", () => {
	it("names no site", () => {
		const { cause = "" } = readMark(regressionText(REGRESSION, LINKS).body) ?? {};
		const { title, body } = withdrawnText(cause);
		expect(`${title} ${body}`).not.toContain("example.com");
		expect(readMark(body)).toEqual({ cause, state: { withdrawn: true } });
	});
});

it("names no site in a comment, which outlasts a removal", () => {
	const comment = commentText("recovered-x", "Fixed:", since, LINKS);
	expect(comment).not.toContain("a.example.com");
	expect(comment).toContain(`https://audit.example.com/wall/receipts/${since.id}/`);
});

it("begins a comment with the mark of its event", () => {
	expect(commentText("recovered-x", "Fixed:", since, LINKS)).toMatch(/^<!-- sightline:event=recovered-x -->\n\nFixed:/);
});
