import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { AuditResult } from "#core/audit-result.ts";
import type { Receipt } from "#core/receipt.ts";
import type { Finding } from "#core/report.ts";
import { HOSTILE_TEXTS } from "../badge/hostile-text.testkit.ts";
import { toAuditResult } from "../brief/audit-result.ts";
import { createSiteLinks } from "../page/site-links.ts";
import { makeFinding, makeReceipt, readyReceipt, store } from "../publication/receipt.testkit.ts";
import { fixTicket, newIssueLink, repositorySchema } from "./fix-ticket.ts";

const BASE = "https://audit.example.com";
const links = createSiteLinks(BASE);
const resultOf = (receipt: Receipt): AuditResult =>
	toAuditResult(store("ab", receipt), { baseUrl: BASE, state: "logged", logIndex: 7 });

/** A site with this many faults, each with this text. */
function faultsSaying(words: string, count = 2): AuditResult {
	const place = { url: "https://www.example.org/", at: words, excerpt: words.slice(0, 160) };
	const fault: Partial<Finding> = {
		outcome: "fail",
		title: words,
		says: words,
		fix: words,
		lift: 2,
		evidence: [place],
	};
	const ids = Array.from({ length: count }, (_, at) => `check-${at}`);
	return resultOf(makeReceipt({ findings: ids.map((id) => makeFinding(id, "content", fault)) }));
}

describe("fixTicket", () => {
	it("lists faults that cost points by gain, each with fix, place and evidence", () => {
		const { title, markdown } = fixTicket(resultOf(readyReceipt()), links, { page: `${BASE}/dashboard/x/` });
		expect(title).toBe("www.example.org: 2 faults to fix (91 of 100)");
		const tasks = markdown.split("\n").filter((line) => line.startsWith("- [ ]"));
		expect(tasks).toEqual([
			"- [ ] **Images have no text description (alt)** (Editor, about 30 minutes; +4 points)",
			expect.stringMatching(/^- \[ \] \*\*.*robots\.txt.*\*\* \(.*\+1 point\)$/),
		]);
		expect(markdown).toContain("  - To do: Describe each picture:");
		expect(markdown).toContain(
			'  - Where: `https://www.example.org/`, line 40, column 9: `<img src="/harbour.jpg"><script>alert(1)</script>`',
		);
		expect(markdown).toContain(`- The whole audit: <${BASE}/dashboard/x/>`);
		expect(markdown).toContain(`<${BASE}/receipts/${"ab".padEnd(64, "0")}/>`);
	});

	it("says if nothing costs points or there is no score", () => {
		expect(fixTicket(resultOf(makeReceipt()), links).markdown).toContain("Every check that applies passes.");
		const { scores: _, ...rest } = makeReceipt({
			ok: false,
			failure: { code: "challenged", says: "It asks for proof." },
		});
		const failed = fixTicket(resultOf(rest), links);
		expect(failed.title).toBe("www.example.org: the site could not be audited");
		expect(failed.markdown).toContain("It asks for proof.");
	});

	it("has the same structure for any text of the site, which is escaped", () => {
		const lines = fixTicket(faultsSaying("plain words"), links).markdown.split("\n").length;
		fc.assert(
			fc.property(fc.oneof(fc.string({ unit: "binary" }), fc.constantFrom(...HOSTILE_TEXTS)), (words) => {
				const { title, markdown } = fixTicket(faultsSaying(words.slice(0, 600)), links);
				expect(title).not.toMatch(/[\r\n]/);
				expect(markdown.split("\n")).toHaveLength(lines);
				const own = /\[(?:Source|about the check)\]\(<https:\/\/[^<>\s]+>\)|- \[ \] |<https:\/\/[^<>\s]+>/g;
				const bare = markdown.replace(own, "").replace(/(?<!`)(`+)(?!`).*?(?<!`)\1(?!`)/g, "");
				expect(bare).not.toMatch(/[<>`[\]|~@$]|\b_|_\b|:\/\//);
			}),
		);
	});

	it("respects its limit, and counts what it omits", () => {
		const { markdown } = fixTicket(faultsSaying("word ".repeat(60), 90), links, { room: 8000 });
		expect(markdown.length).toBeLessThan(8000);
		const left = /- \[ \] (\d+) more faults/.exec(markdown)?.[1];
		expect(markdown.match(/^- \[ \] \*\*/gm)).toHaveLength(90 - Number(left));
	});
});

describe("newIssueLink", () => {
	it.each([
		["github.com/octocat/shop", "https://github.com/octocat/shop"],
		["https://github.com/octocat/shop/issues/12", "https://github.com/octocat/shop"],
		["git@github.com:octocat/shop.git", "https://github.com/octocat/shop"],
		["ssh://git@gitlab.com/group/inner/shop.git", "https://gitlab.com/group/inner/shop"],
		["https://gitlab.example.org/group/inner/shop/-/tree/main", "https://gitlab.example.org/group/inner/shop"],
		["https://codeberg.org/octocat/shop/", "https://codeberg.org/octocat/shop"],
	])("reads %s as a repository", (typed, repository) => {
		expect(repositorySchema.parse(typed)).toBe(repository);
	});

	it.each([
		"",
		"octocat/shop",
		"http://github.com/a/b",
		"javascript:alert(1)//a/b",
		"https://u:p@github.com/a/b",
		"https://github.com/a",
	])("refuses %j", (typed) => {
		expect(repositorySchema.safeParse(typed).success).toBe(false);
	});

	it("prefills a repository's issue form within the URL limit for any site", () => {
		fc.assert(
			fc.property(
				fc.constantFrom(...HOSTILE_TEXTS, "ü".repeat(600)),
				fc.integer({ min: 0, max: 40 }),
				(words, count) => {
					const link = new URL(newIssueLink("https://github.com/octocat/shop", faultsSaying(words, count), links));
					expect(link.href.length).toBeLessThanOrEqual(7500);
					expect(`${link.origin}${link.pathname}`).toBe("https://github.com/octocat/shop/issues/new");
					expect([...link.searchParams.keys()]).toEqual(["title", "body"]);
					expect(link.searchParams.get("title")).toMatch(/^www\.example\.org: /);
				},
			),
		);
		const ofGitLab = new URL(newIssueLink("https://gitlab.com/a/b", resultOf(readyReceipt()), links));
		expect(ofGitLab.searchParams.get("issue[description]")).toContain("Images have no text description (alt)");
	});
});
