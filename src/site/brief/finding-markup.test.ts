import { expect, test } from "vitest";
import { createSiteLinks } from "../page/site-links.ts";
import { makeFinding } from "../publication/receipt.testkit.ts";
import {
	faultEntries,
	outcomeDrawings,
	outcomeMark,
	passEntries,
	reasonEntries,
	responseRows,
	sectorPath,
	settledEntries,
} from "./finding-markup.ts";
import { reproductions } from "./findings.ts";
import { ENGLISH } from "./languages.ts";
import type { MarkedFinding } from "./receipt-words.ts";

const HOSTILE = `</code><script>alert("1")</script>&lt;\u202E \u0000'`;
const SEEN = `&lt;/code&gt;&lt;script&gt;alert(&quot;1&quot;)&lt;/script&gt;&amp;lt;\u202E \u0000'`;
const response = { url: `https://example.org/?"><i>`, status: 200, bytes: 5, sha256: "ab".repeat(32) };
const page = {
	words: ENGLISH,
	links: createSiteLinks("https://audit.example.com/prefix"),
	answers: new Map([["title", HOSTILE]]),
	reproduce: reproductions([response]),
};
const words = { title: HOSTILE, says: HOSTILE, fix: HOSTILE };
const evidence = [{ url: HOSTILE, at: HOSTILE, excerpt: HOSTILE }];
const fault = makeFinding("title", "discovery", { outcome: "fail", ...words, evidence });
const pass = makeFinding("title", "discovery", { ...words, evidence });

test("text of a site is unchanged and escaped", () => {
	const lists = [
		faultEntries([fault], page),
		passEntries([pass], page),
		settledEntries([pass], page),
		reasonEntries([{ says: HOSTILE, findings: [pass] }]),
		reasonEntries([{ says: HOSTILE, findings: [pass, fault] }]),
		responseRows([{ ...response, url: HOSTILE }], true, ENGLISH),
	];
	for (const { text } of lists) {
		expect(text).toContain(SEEN);
		expect(text).not.toMatch(/<script|<i>|"><i/);
	}
	expect(faultEntries([fault], page).text.split(SEEN)).toHaveLength(8);
});

test("a fault has its cost and fix, and evidence of passes is collapsed", () => {
	const [wrong, right] = [faultEntries([fault], page).text, settledEntries([pass], page).text];
	expect(wrong).toContain('<p class="consequence">');
	expect(wrong).toContain('<b>Fix.</b> <span class="fix">');
	expect(wrong).toContain('</p><figure class="exhibit">');
	expect(right).not.toMatch(/consequence|Fix\./);
	expect(right).toContain('<details><summary>Evidence</summary><figure class="exhibit">');
	expect(wrong).toContain("<details><summary>Reproduce this</summary>");
	expect(right).not.toContain("Reproduce this");
	const passed = passEntries([pass], page).text;
	expect(passed).not.toMatch(/consequence|Fix\.|exhibit|Reproduce/);
	expect(passed).toMatch(/<dt><a href="\/prefix\/checks\/title\/">.*<dd>.*<q>/);
	for (const text of [wrong, right]) {
		expect(text).toContain("<q>");
		expect(text).toContain('<a href="/prefix/checks/title/">About this check</a>');
	}
});

test("passes refer to request rows, which have their commands", () => {
	const responses = ["", "robots.txt"].map((path) => ({ ...response, url: `https://example.org/${path}` }));
	const reproduce = reproductions(responses);
	const parts = { evidence: [{ url: "https://example.org/robots.txt", excerpt: "Allow: /" }] };
	const entry = settledEntries([makeFinding("title", "discovery", parts)], { ...page, reproduce }).text;
	expect(entry.match(/href="#request[^<]*/g)).toEqual(['href="#request-2">Request 2']);
	const row = responseRows(responses, true, ENGLISH).text.split("<tr ")[2];
	expect(row).toMatch(/^id="request-2">.*<code>curl [^<]* 'https:\/\/example\.org\/robots\.txt'<\/code>/);
	expect(responseRows(responses, false, ENGLISH).text).not.toContain("curl");
	const unknown = makeFinding("title", "discovery", { outcome: "unknown" });
	expect(settledEntries([unknown], { ...page, reproduce }).text).not.toContain("#request");
});

test("an unknown check links only to its reference, if that has a URL", () => {
	const entry = (parts: object) => settledEntries([makeFinding("gone", "content", parts)], page).text;
	expect(entry({ reference: "https://example.org/a" })).toMatch(/<\/a> <a href="https:\/\/example\.org\/a">/);
	expect(entry({ reference: "javascript:alert(1)" })).toContain("<a>Reference</a>");
});

test.each([
	[0.25, "M8 8V2A6 6 0 0 1 14.00 8.00Z"],
	[0.5, "M8 8V2A6 6 0 0 1 8.00 14.00Z"],
	[0.75, "M8 8V2A6 6 0 1 1 2.00 8.00Z"],
])("a share of %d fills the disc clockwise from the top", (ratio, path) => {
	expect(sectorPath(ratio)).toBe(path);
});

const findings: readonly MarkedFinding[] = [
	{ outcome: "pass" },
	{ outcome: "pass", scored: false },
	{ outcome: "partial", ratio: 0.25 },
	{ outcome: "partial", ratio: 0.75 },
	{ outcome: "partial" },
	{ outcome: "partial", scored: false },
	{ outcome: "fail" },
	{ outcome: "fail", scored: false },
	{ outcome: "not-applicable" },
	{ outcome: "unknown" },
];
const drawings = outcomeDrawings(findings).text;

test("each kind of mark is drawn once and reused", () => {
	const drawn = [...drawings.matchAll(/<symbol id="([^"]+)"/g)].map(([, id]) => id);
	expect(drawn).toEqual([...new Set(drawn)]);
	const shown = findings.map((finding) => /<use href="#([^"]+)"/.exec(outcomeMark(finding).text)?.[1]);
	expect(drawn).toEqual([...new Set(shown)]);
	expect(drawn).toHaveLength(8);
});

test("a mark has its outcome in words, and is red or amber only if it costs points", () => {
	expect(outcomeMark({ outcome: "partial", ratio: 0.25 }).text).toMatch(
		/^<span class="outcome" data-outcome="partial" data-costs><svg aria-hidden="true">.*<\/svg>Partly, 25 %<\/span>$/,
	);
	expect(outcomeMark({ outcome: "fail", scored: false }).text).toMatch(
		/^<span class="outcome" data-outcome="information"><svg .*>For information<\/span>$/,
	);
});
