import { mkdtemp, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import type { AuditResult } from "#core/audit-result.ts";
import { METHODOLOGY } from "#core/methodology.ts";
import type { Receipt } from "#core/receipt.ts";
import { createReceipt, receiptText } from "#receipts/store/receipt.ts";
import { exampleReport } from "#receipts/store/report.testkit.ts";
import { toAuditResult } from "#site/brief/audit-result.ts";
import { makeFinding, makeReceipt, makeScores } from "#site/publication/receipt.testkit.ts";
import { failuresOf } from "./audit.ts";
import { compareWithBaseline, readBaseline } from "./baseline.ts";

const CAP = { id: "noindex", cap: 40, says: "It is not to be listed." } as const;
const pass = makeFinding("title", "discovery");
const fail = makeFinding("title", "discovery", { outcome: "fail", fix: "Add one." });
const part = (ratio: number) => makeFinding("title", "discovery", { outcome: "partial", ratio, fix: "Mend it." });
const other = (outcome: "unknown" | "not-applicable") => makeFinding("title", "discovery", { outcome });
const shown = makeFinding("title", "discovery", { outcome: "fail", scored: false, fix: "Add one." });

function resultOf(parts: Partial<Receipt>): AuditResult {
	const receipt = makeReceipt(parts);
	return toAuditResult({ id: "0".repeat(64), receipt }, { baseUrl: "https://audit.example.com", state: "unsaved" });
}
const compare = (before: Partial<Receipt>, after: Partial<Receipt>) =>
	compareWithBaseline(resultOf(before), resultOf(after));
const worse = (before: Partial<Receipt>, after: Partial<Receipt>) =>
	compare(before, after).worse.map(({ id = "score" }) => id);

describe("compareWithBaseline", () => {
	it.each([
		["passed, fails", pass, fail, ["title"]],
		["passed, passes in part", pass, part(0.9), ["title"]],
		["a smaller share", part(0.9), part(0.5), ["title"]],
		["a larger share", part(0.5), part(0.9), []],
		["mended", fail, pass, []],
		["the same fault", fail, fail, []],
		["not looked at before", other("unknown"), fail, []],
		["uncovered, since what hid it is mended", other("not-applicable"), fail, []],
		["not looked at now", pass, other("unknown"), []],
		["never counted", { ...pass, scored: false }, shown, []],
	])("%s", (_, before, after, expected) => {
		expect(worse({ findings: [before] }, { findings: [after] })).toEqual(expected);
	});

	it("reports a lower score and a new cap, but no existing cap", () => {
		const scores = (overall: number) => ({ scores: makeScores(overall) });
		expect(worse(scores(80), { ...scores(79), gates: [CAP] })).toEqual(["score", "noindex"]);
		expect(worse({ ...scores(40), gates: [CAP] }, { ...scores(41), gates: [CAP] })).toEqual([]);
	});

	it("compares only common checks if methodology, mode or source differ, and says so", () => {
		const thin = { id: "thin-text", cap: 55, says: "Little text." } as const;
		const before = { methodology: "0.0.9", findings: [pass], scores: makeScores(90) };
		const { worse, notes } = compare(before, {
			findings: [fail, makeFinding("lang", "semantics", { outcome: "fail" })],
			gates: [thin, CAP],
			scores: makeScores(40),
		});
		expect(worse.map(({ id }) => id)).toEqual(["title"]);
		expect(notes).toEqual([expect.stringContaining(`methodology 0.0.9 then, ${METHODOLOGY} now`)]);
		for (const another of [{ mode: "deep" }, { source: "folder" }] as const)
			expect(compare(another, { scores: makeScores(1) })).toMatchObject({ worse: [], notes: [expect.any(String)] });
	});

	it("reports new, changed and fixed faults", () => {
		expect(compare({ findings: [fail] }, { findings: [pass] })).toMatchObject({ gone: ["title"], states: {} });
		expect(compare({ findings: [fail] }, { findings: [other("not-applicable")] }).gone).toEqual([]);
		expect(compare({ findings: [pass] }, { findings: [fail] }).states).toEqual({ title: "new" });
		expect(compare({ findings: [fail] }, { findings: [fail] }).states).toEqual({ title: "unchanged" });
		expect(compare({ findings: [fail] }, { findings: [part(0.5)] }).states).toEqual({ title: "updated" });
	});

	it("refuses another domain, and ignores a baseline without a score", () => {
		expect(() => compare({ domain: "a.example.org" }, { domain: "b.example.org" })).toThrow(
			/a\.example\.org, but this/,
		);
		const none = { ok: false, scores: undefined, failure: { code: "challenged", says: "A challenge." } } as const;
		expect(compare({ ...none, findings: [pass] }, { findings: [fail] })).toMatchObject({
			worse: [],
			notes: [expect.stringContaining("A challenge")],
		});
	});
});

describe("readBaseline", () => {
	const kept = async (text: string) => {
		const path = join(await mkdtemp(join(tmpdir(), "sightline-baseline-")), "last.json");
		await writeFile(path, text);
		return readBaseline(path);
	};

	it("accepts a result with requested members, and a receipt", async () => {
		const result = resultOf({ findings: [fail] });
		expect(await kept(JSON.stringify({ ...result, baseline: {}, failures: ["x"], occurrences: [{}] }))).toEqual(result);
		const { receipt } = await createReceipt(exampleReport(), "e".repeat(64));
		expect(await kept(await receiptText(receipt))).toMatchObject({
			ok: true,
			domain: "shop.example.com",
			overallScore: 71,
		});
	});

	it.each([
		["{\n", 'Line 2: Expected "}", but the text ends. '],
		['{"ok": true}', "Its member /overallScore is not valid. "],
		["[]", "Its member /ok is not valid. "],
	])("says why %j is not a baseline, and what to pass", async (text, why) => {
		const todo = "Give the output of an earlier sightline audit --json, or a receipt.";
		const message = expect.stringMatching(new RegExp(`^/\\S+ is not the result of an audit\\. ${why}${todo}$`));
		await expect(kept(text)).rejects.toMatchObject({ message });
	});

	it.each(["{}", "[]", "null", '{"ok": true}', "{", "", '{"kind": "sightline-receipt"}'])(
		"refuses %j",
		async (text) => {
			await expect(kept(text)).rejects.toMatchObject({ name: "Failure" });
		},
	);
});

describe("failuresOf", () => {
	it("lists every unmet condition", () => {
		const result = resultOf({ findings: [fail], gates: [CAP], scores: makeScores(40) });
		const comparison = compareWithBaseline(resultOf({ findings: [pass] }), result);
		const failures = failuresOf(
			{ failUnder: 41, failOn: ["title", "critical"], failOnRegression: true },
			result,
			comparison,
		);
		expect(failures).toEqual([
			"The score is 40, below 41 (--fail-under).",
			expect.stringMatching(/\(title; --fail-on title\)/),
			expect.stringContaining("(--fail-on-regression): the score, noindex and title."),
		]);
	});

	it("checks only requested conditions, and does not count unknown as a fault", () => {
		const result = resultOf({ findings: [fail], scores: makeScores(1) });
		expect(failuresOf({ failOn: ["lang", "critical"], failOnRegression: false }, result, undefined)).toEqual([]);
		const unknown = resultOf({ findings: [other("unknown")] });
		expect(failuresOf({ failUnder: 80, failOn: ["title"], failOnRegression: false }, unknown, undefined)).toEqual([]);
	});

	it("names a check once if its fault is also a cap", () => {
		const noindex = (outcome: "pass" | "fail") => makeFinding("noindex", "access", { outcome, fix: "Take it out." });
		const result = resultOf({ findings: [noindex("fail")], gates: [CAP] });
		const comparison = compareWithBaseline(resultOf({ findings: [noindex("pass")] }), result);
		expect(comparison.worse.map(({ id }) => id)).toEqual(["noindex", "noindex"]);
		const failures = failuresOf({ failOn: [], failOnRegression: true }, result, comparison);
		expect(failures).toEqual(["Worse than the baseline (--fail-on-regression): noindex."]);
	});

	it("counts a fault as critical only if it caps this score", () => {
		const noindex = makeFinding("noindex", "access", { outcome: "fail", fix: "Take it out." });
		const asked = { failOn: ["critical"], failOnRegression: false };
		expect(failuresOf(asked, resultOf({ findings: [noindex], gates: [CAP] }), undefined)).toHaveLength(1);
		expect(failuresOf(asked, resultOf({ findings: [noindex] }), undefined)).toEqual([]);
	});
});
