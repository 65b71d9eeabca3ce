import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { auditSample } from "#audit/sample-audit.testkit.ts";
import { rootCausesOf, scoreWithFixed } from "#audit/simulate.ts";
import { CHECKS } from "#checks/registry.ts";
import type { Receipt, StoredReceipt } from "#core/receipt.ts";
import type { Finding } from "#core/report.ts";
import { isFault } from "#core/verdict.ts";
import type { ReceiptSummary } from "#receipts/store/receipt.ts";
import { createReceipt } from "#receipts/store/receipt.ts";
import { ENGLISH } from "../brief/languages.ts";
import { beyondPrediction, repairPairs, repairProof } from "./repair-proof.ts";
import { repairMarkdown, repairWords } from "./repair-words.ts";

const { report } = await auditSample("northgate-dental.example.com");
const first = await createReceipt(report, "e".repeat(64));
const faults = first.receipt.findings.filter((each) => isFault((each.own ?? each).outcome)).map(({ id }) => id);

/** The same site later, with these findings instead. */
function later(change: (finding: Finding) => Finding): StoredReceipt {
	const findings = first.receipt.findings.map(change);
	const { exact } = scoreWithFixed(findings, new Set(), rootCausesOf(CHECKS));
	const overall = Math.round(exact?.overall ?? 0);
	const scores = first.receipt.scores && { ...first.receipt.scores, overall };
	const receipt = { ...first.receipt, auditedAt: "2026-12-24T02:00:00.000Z", findings, scores } as Receipt;
	return { id: "f".repeat(64), receipt };
}

const passing = ({ own: _, chargedTo: _charged, ratio: _ratio, home: _home, ...finding }: Finding): Finding => ({
	...finding,
	outcome: "pass",
	title: `Passes ${finding.id}`,
});

describe("repairProof", () => {
	it("lists the result for every fault of the first audit once", () => {
		const outcomes = fc.constantFrom("pass", "fail", "not-applicable", "unknown", "kept" as const);
		fc.assert(
			fc.property(fc.dictionary(fc.constantFrom(...faults), outcomes), (given) => {
				const proof = repairProof(
					first,
					later((finding) => {
						const outcome = given[finding.id] ?? "kept";
						return outcome === "kept" ? finding : { ...passing(finding), outcome };
					}),
				);
				const named = [proof.fixed, proof.still, proof.gone, proof.unknown].flat().map(({ id }) => id);
				expect(named.toSorted()).toEqual(faults.toSorted());
				const passed = faults.filter((id) => given[id] === "pass");
				expect(proof.fixed.map(({ id }) => id).toSorted()).toEqual(passed.toSorted());
				expect(proof.agreed.map(({ id }) => id)).toEqual(first.receipt.firstFixes?.map(({ id }) => id));
				for (const { id, outcome } of proof.agreed)
					expect([id, outcome === "fixed"]).toEqual([id, passed.includes(id)]);
			}),
			{ numRuns: 60 },
		);
	});

	it("equals the predicted gain if only fixes changed, and otherwise names other changes", () => {
		const others = first.receipt.findings
			.filter(({ outcome, scored }) => scored && outcome === "pass")
			.map(({ id }) => id);
		fc.assert(
			fc.property(fc.subarray(faults), fc.subarray(others, { maxLength: 3 }), (fixed, broken) => {
				const charged = first.receipt.findings
					.filter(({ chargedTo }) => fixed.includes(chargedTo ?? ""))
					.map(({ id }) => id);
				const all = new Set([...fixed, ...charged]);
				const proof = repairProof(
					first,
					later((finding) => {
						if (all.has(finding.id)) return passing(finding);
						return broken.includes(finding.id) ? { ...finding, outcome: "fail" } : finding;
					}),
				);
				const { lift } = proof;
				if (!lift) throw new Error("Both audits give a score.");
				expect(proof.added.map(({ id }) => id).toSorted()).toEqual(broken.toSorted());
				if (broken.length === 0) expect(beyondPrediction(lift)).toBe(0);
				else if (beyondPrediction(lift) !== 0)
					expect(lift.besides.map(({ id }) => id)).toEqual(expect.arrayContaining(broken));
			}),
			{ numRuns: 60 },
		);
	});

	it("splits a difference between site and methodology with the earlier evidence", () => {
		const old: StoredReceipt = {
			...first,
			receipt: {
				...first.receipt,
				methodology: "2.0.0",
				scores: first.receipt.scores && { ...first.receipt.scores, overall: 77 },
			},
		};
		const now = later((finding) => (finding.id === "noindex" ? passing(finding) : finding));
		const again = { kept: true, score: report.scores?.overall ?? 0, report } as const;
		const proof = repairProof(old, now, again);
		expect(proof.lift && Math.abs(beyondPrediction(proof.lift))).toBeLessThanOrEqual(1);
		expect(repairWords(proof, ENGLISH).verdict.join(" ")).toContain("points are the methodology");
		const unknown = repairProof(old, now, { kept: false });
		expect(unknown.lift).toBeUndefined();
		expect(repairWords(unknown, ENGLISH).verdict.join(" ")).toContain(
			"how much of the difference is the site is unknown",
		);
	});

	it("escapes text of a site", () => {
		const hostile = later((finding) => ({
			...finding,
			fix: "<script>alert(1)</script> [x](javascript:1) | `",
			title: "<b>|",
		}));
		const text = repairMarkdown(repairProof(first, hostile), "sightline verify", ENGLISH);
		const outsideCode = text.replaceAll(/(`+).*?\1/g, "");
		for (const part of ["<script", "](", "<b>"]) expect(outsideCode).not.toContain(part);
	});
});

describe("repairPairs", () => {
	const audit = (day: number, overall: number | undefined, logIndex?: number): ReceiptSummary =>
		({
			...{ id: String(day), domain: "a.example.org", source: "network", mode: "light" },
			auditedAt: `2026-11-${10 + day}T02:00:00.000Z`,
			...(overall === undefined ? {} : { scores: { overall } }),
			...(logIndex === undefined ? {} : { logIndex }),
		}) as ReceiptSummary;
	const named = (history: readonly ReceiptSummary[]) =>
		repairPairs(history).map(({ from, to }) => `${from.id}..${to.id}`);

	it.each([
		[
			"neighbours after which the score rose, and the whole time",
			[audit(3, 90, 3), audit(2, 60, 2), audit(1, 50, 1)],
			["2..3", "1..2", "1..3"],
		],
		["nothing that is not sealed", [audit(2, 60), audit(1, 50, 1)], []],
		["nothing where the score fell", [audit(2, 50, 2), audit(1, 60, 1)], []],
		["past an audit without a score", [audit(3, 90, 3), audit(2, undefined, 2), audit(1, 50, 1)], ["1..3"]],
		["nothing of one audit", [audit(1, 50, 1)], []],
	])("are %s", (_, history, expected) => expect(named(history)).toEqual(expected));
});
