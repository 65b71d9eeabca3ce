import { describe, expect, it } from "vitest";
import type { RunLine } from "#receipts/store/run-file.ts";
import { createTally, rescanExitCode, rescanReport } from "./rescan.ts";
import { createInk } from "./terminal.ts";

const line = (domain: string, change: Partial<RunLine> = {}): RunLine => ({
	run: "2026-11-21T02:00:00.000Z",
	domain,
	source: "network",
	mode: "light",
	status: "recorded",
	ok: true,
	score: 80,
	...change,
});
const { score: _, ...unscored } = line("c.example.com");
const failed: RunLine = { ...unscored, ok: false, reason: "name-not-found", says: "There is no such name." };
function tallyOf(...lines: RunLine[]) {
	const tally = createTally();
	for (const line of lines) tally.add(line);
	return tally;
}
const plain = () => createInk(Object.assign(Object.create(process.stdout), { isTTY: false }));

describe("rescanReport", () => {
	it("counts by outcome and reason, explains failures, and gives the median", () => {
		const lines = [line("a.example.com"), line("b.example.com", { score: 61, status: "unchanged" }), failed];
		const text = rescanReport(tallyOf(...lines), "reports/runs/2026-11-21.jsonl", plain());
		expect(text).toContain("3 sites, by outcome");
		expect(text).toMatch(/1 {2}scored \(new receipt\)/);
		expect(text).toMatch(/1 {2}scored \(unchanged\)/);
		expect(text).toMatch(/1 {2}not audited: name-not-found \(new receipt\)/);
		expect(text).toMatch(/c\.example\.com\n {4}There is no such name\./);
		expect(text).toContain("Median score 71 of 100 over 2.");
	});

	it("says what to do with an empty watchlist", () => {
		expect(rescanReport(tallyOf(), "x", plain())).toContain("Add");
	});

	it("counts accounts' sites without naming them", () => {
		const text = rescanReport(tallyOf(), "x", plain(), { total: 3, missed: 1 });
		expect(text).toMatch(/^Accounts watch 3 further sites; 1 could not be audited\./);
	});
});

describe("rescanExitCode", () => {
	it("distinguishes full, partial and no success", () => {
		expect(rescanExitCode(tallyOf(line("a")))).toBe(0);
		expect(rescanExitCode(tallyOf(line("a"), failed))).toBe(1);
		expect(rescanExitCode(tallyOf(failed))).toBe(3);
		expect(rescanExitCode(tallyOf())).toBe(0);
	});
});
