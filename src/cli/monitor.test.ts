import { expect, it } from "vitest";
import type { LogSighting } from "#core/verification.ts";
import { sightingReport } from "./monitor.ts";
import type { Ink } from "./terminal.ts";

const same = (text: string) => text;
const INK: Ink = { strong: same, quiet: same, good: same, middling: same, bad: same, width: 80 };

const SEEN: LogSighting = {
	site: "https://audit.example.com/",
	log: {
		origin: "audit.example.com/log",
		size: 1200,
		root: "ab".repeat(32),
		signedBy: ["audit.example.com/log+01234567"],
		keySource: "given",
		witnesses: [],
	},
	before: 1197,
	added: { audits: 2, rechecks: 1, others: 0 },
	leaves: [],
	removed: [],
	contradictions: [],
	notes: [],
	requests: 4,
};
const { before: _before, ...first } = SEEN;
const report = (change: Partial<LogSighting> = {}) => sightingReport({ ...SEEN, ...change }, INK);

it("reports a log's growth and the leaves of watched domains", () => {
	const leaf = { domain: "example.com", index: 1198, kind: "audit", auditedAt: "2026-11-21T02:00:00.000Z" } as const;
	const text = report({ leaves: [{ ...leaf, receipt: "4b2c".repeat(16) }] });
	expect(text).toMatch(/^The log of https:\/\/audit\.example\.com\/ has only grown: by 2 receipts, 1 recheck\n/);
	expect(text).toContain("  example.com: leaf 1198, a new receipt, 2026-11-21 02:00 UTC, receipt 4b2c4b2c4b2c4b2c…");
	const taken = report({ removed: [{ ...leaf, receipt: "4b2c".repeat(16) }] });
	expect(taken).toContain("Taken down for watched domains");
	expect(taken).toContain("  example.com: leaf 1198, of 2026-11-21 02:00 UTC, receipt 4b2c4b2c4b2c4b2c…");
	expect(report({ before: 1200 })).toContain("has not changed");
	expect(sightingReport(first, INK)).toContain("is watched from now on");
});

it("reports a changed log first with its evidence, and sanitizes foreign text", () => {
	const text = report({
		contradictions: [{ kind: "went-back", says: "The log went \u001b[2J back.", evidence: "/data/evidence/01" }],
	});
	expect(text).toMatch(/^The log of https:\/\/audit\.example\.com\/ was changed\n/);
	expect(text).toContain("The log went \ufffd[2J back.");
	expect(text).toContain("Kept as evidence: /data/evidence/01");
});

it("names the owner of the key", () => {
	const log = SEEN.log as NonNullable<LogSighting["log"]>;
	expect(report()).not.toContain("Whose key");
	expect(report({ log: { ...log, keySource: "site" } })).toContain("it came from the site itself");
	expect(report({ log: { ...log, keySource: "remembered" } })).toContain("since its first look");
});
