import { expect, test } from "vitest";
import type { ReachRow } from "#core/report.ts";
import { readyReceipt, store } from "../publication/receipt.testkit.ts";
import { buildBrief } from "./brief.ts";
import { pillarRows, reachBodies } from "./brief-rows.ts";
import { reachTable } from "./reach-table.ts";

const HOSTILE = `"><script>alert(1)</script>`;

test("each pillar has a row, with a bar and a number only where it has a score", () => {
	const brief = buildBrief(store("a1", readyReceipt()), { baseUrl: "https://audit.example.com" });
	if (!brief.ok) throw new Error("unreachable");
	const [first, ...others] = brief.pillars.map((pillar) => ({ ...pillar, summary: HOSTILE }));
	const { text } = pillarRows({ ...brief, pillars: first ? [first, ...others] : [] });
	const rows = text.trim().split("\n");
	expect(rows).toHaveLength(brief.pillars.length + brief.notApplicable.length);
	expect(rows[0]).toContain(`<tr data-pillar="${first?.key}">`);
	expect(rows[0]).toMatch(/<span class="number">\d+<\/span>.*<svg class="bar"/);
	expect(rows.at(-1)).not.toMatch(/class="(?:number|bar)"/);
	expect(text).not.toContain("<script>");
});

test("who is kept out for a line leads to that line; what a site wrote begins no markup", () => {
	const row = { kind: "search", id: "google", name: "Google", state: "blocked", says: HOSTILE };
	const because = { url: "https://example.org/robots.txt", at: "line 2", excerpt: "Disallow: /" };
	const rows = [
		{ ...row, because },
		{ ...row, id: "claude", name: "Claude", kind: "answers", state: "allowed" },
	] as unknown as readonly ReachRow[];
	const { text } = reachBodies(reachTable(rows).groups);
	expect(text.match(/<tbody>/g)).toHaveLength(2);
	expect(text).toContain('<a href="#reach-line-1">cause 1</a>');
	expect(text.match(/<a /g)).toHaveLength(1);
	expect(text).not.toContain("<script>");
});
