import { expect, test } from "vitest";
import { createSiteLinks } from "../page/site-links.ts";
import type { WallRow } from "./wall.ts";
import { wallRows } from "./wall-markup.ts";

const links = createSiteLinks("https://audit.example.com/prefix");
const HOSTILE = `"><script>alert('1')</script>`;
const row: WallRow = {
	slug: "xn--mnchen-3ya.example",
	displayDomain: "münchen.example",
	preset: "general",
	overallScore: 61,
	words: "Partly ready",
	axes: { structure: 60, accessibility: 62 },
	history: { line: "M69,3Z", area: "", end: { x: 69, y: 3 }, label: "One audit" },
	auditedAt: "2026-11-20T02:00:03.351Z",
	receipt: "a1",
	proof: "leaf 3",
	notes: [{ kind: "gate", says: "Google cannot list it." }],
};

test("a row names the site in both forms, and leads to its brief and its receipt below the site's path", () => {
	const { text } = wallRows([row], links);
	expect(text).toContain('<a href="/prefix/brief/xn--mnchen-3ya.example/">münchen.example</a> <span class="ascii">');
	expect(text.split('<a href="/prefix/receipts/a1/">leaf 3</a>')).toHaveLength(3);
	expect(text).toContain('<time datetime="2026-11-20T02:00:03.351Z">20 November 2026</time>');
	expect(text).toContain('<span class="note" data-kind="gate">Google cannot list it.</span>');
	expect(text).not.toContain("spark-area");
	expect(wallRows([{ ...row, displayDomain: row.slug }], links).text).not.toContain("ascii");
});

test("a site without a score has a dash for each number, and no line", () => {
	const { overallScore: _, axes: __, ...unscored } = row;
	const { text } = wallRows([{ ...unscored, history: undefined }], links);
	expect(text.match(/>–</g)).toHaveLength(3);
	expect(text).toContain('<span class="spark"></span>');
});

test("no text of a row begins markup", () => {
	const history = { line: HOSTILE, area: HOSTILE, label: HOSTILE };
	const notes = [{ kind: "gate" as const, says: HOSTILE }];
	const words = { displayDomain: HOSTILE, words: HOSTILE, proof: HOSTILE, history, notes };
	expect(wallRows([{ ...row, ...words }], links).text).not.toMatch(/"><script|<script/);
});
