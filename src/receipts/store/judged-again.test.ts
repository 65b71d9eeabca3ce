import { readFileSync } from "node:fs";
import { gunzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import type { EvidenceRecord } from "#audit/assess.ts";
import { judgeAgain } from "#audit/judge-again.ts";
import { CHECKS } from "#checks/registry.ts";
import { Failure } from "#core/failure.ts";
import { METHODOLOGY } from "#core/methodology.ts";
import type { Report } from "#core/report.ts";
import { judgedAgain } from "./judged-again.ts";
import { createReceipt } from "./receipt.ts";

const HOST = "tidewater-books.example.net";
const golden = new URL("../../audit/golden/1.0.0/", import.meta.url);
const packed = readFileSync(new URL(`${HOST}.evidence.json.gz`, golden));
const record: EvidenceRecord = JSON.parse(gunzipSync(packed).toString("utf8"));
const old: Report = JSON.parse(readFileSync(new URL(`${HOST}.report.json`, golden), "utf8"));
const archive = { get: async () => record };
const receiptOf = async (report: Report) => (await createReceipt(report, "e".repeat(64))).receipt;

/** Today's report of the same evidence, with an answer to what it cannot tell. */
function laterReport(): Report {
	const report = judgeAgain(record, CHECKS);
	const findings = report.findings.map((each) =>
		each.outcome === "unknown" ? { ...each, outcome: "fail" as const, says: "There is none.", fix: "Add one." } : each,
	);
	return { ...report, findings };
}

describe("an earlier audit judged again", () => {
	it("is set beside the later one, both without what its evidence cannot answer", async () => {
		const later = laterReport();
		const pair = await judgedAgain(await receiptOf(old), await receiptOf(later), archive);
		expect(pair?.lacking.map(({ id }) => id)).toContain("main-text");
		expect(pair?.earlier.methodology).toBe(METHODOLOGY);
		const ids = new Set(pair?.lacking.map(({ id }) => id));
		for (const { findings } of [pair?.earlier, pair?.later].filter((each) => each !== undefined))
			expect(findings.filter(({ id }) => ids.has(id))).toEqual([]);
	});

	it("has the score of the later one where the site is the same, whatever the later one failed besides", async () => {
		const pair = await judgedAgain(await receiptOf(old), await receiptOf(laterReport()), archive);
		expect(pair?.earlier.scores?.overall).toBe(pair?.later.scores?.overall);
		expect(pair?.earlier.gates).toEqual(pair?.later.gates);
	});

	it("is none where the evidence is not kept; another failure is thrown on", async () => {
		const failing = (code: "evidence-missing" | "receipt-invalid") => ({
			get: () => Promise.reject(new Failure(code, { what: "It is not here.", todo: "Look elsewhere." })),
		});
		const [before, after] = [await receiptOf(old), await receiptOf(laterReport())];
		expect(await judgedAgain(before, after, failing("evidence-missing"))).toBeUndefined();
		await expect(judgedAgain(before, after, failing("receipt-invalid"))).rejects.toThrow("It is not here.");
	});
});
