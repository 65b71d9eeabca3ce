import { describe, expect, it } from "vitest";
import { auditResultSchema, comparisonSchema } from "#core/audit-result.ts";
import { REFUSAL } from "#core/brand.ts";
import { PILLARS, type PillarKey } from "#core/pillar.ts";
import { failedReceipt, makeReceipt, makeScores, store, storedSamples } from "../publication/receipt.testkit.ts";
import { compareResults, toAuditResult } from "./audit-result.ts";

const context = { baseUrl: "https://audit.example.com/base", state: "pending" } as const;

describe("toAuditResult", () => {
	it.each(storedSamples().map((stored) => [stored.receipt.domain, stored] as const))(
		"returns exactly the members of the interface for %s",
		(domain, stored) => {
			const result = auditResultSchema.parse(JSON.parse(JSON.stringify(toAuditResult(stored, context))));
			expect(result).toMatchObject({
				domain,
				refusal: REFUSAL,
				briefUrl: `https://audit.example.com/base/brief/${domain}/`,
				receipt: { id: stored.id, state: "pending" },
			});
			expect(result.ok).toBe(stored.receipt.scores !== undefined);
		},
	);

	it("claims no more about a page that refuses us than its brief", () => {
		const gates = [
			{
				id: "home-error" as const,
				cap: 30,
				says: "The home page answers with an error, so visitors and machines cannot read it.",
			},
		];
		const because = { url: "https://a.example.org/", at: "status", excerpt: "403" };
		const row = { name: "Google", kind: "search", state: "unknown", says: "", check: "home-status", because } as const;
		const { gates: said } = toAuditResult(store("a1", makeReceipt({ gates, reach: [row] })), context);
		expect(said).toEqual([{ ...gates[0], says: "The home page answers our visit with 403 instead of a page." }]);
	});

	it("recommends one sentence per fault, caps first", () => {
		const gated = storedSamples().find(({ receipt }) => receipt.gates.length > 0);
		if (!gated) throw new Error("There is no gated sample.");
		const { recommendations } = toAuditResult(gated, context);
		expect(recommendations.length).toBeGreaterThan(1);
		expect(recommendations[0]).toContain("noindex");
	});
});

const place = { baseUrl: "https://audit.example.com", state: "pending" } as const;
const resultOf = (domain: string, overall: number, pillars: Partial<Record<PillarKey, number>>) => {
	const scored = Object.entries(pillars).map(([key, score]) => {
		const pillar = PILLARS[key as PillarKey];
		return { key: pillar.key, label: pillar.label, score, summary: "" };
	});
	const scores = makeScores(overall, { pillars: scored, axes: { structure: overall, accessibility: 100 } });
	return toAuditResult(store("a1", makeReceipt({ domain, scores })), place);
};
const failed = toAuditResult(store("f4", failedReceipt()), place);
const error = failed.ok ? "" : failed.error;

describe("toAuditResult of a site that could not be audited", () => {
	it("gives the reason instead of scores, and names the stored receipt", () => {
		const result = auditResultSchema.parse(failed);
		expect(result).toMatchObject({ ok: false, error, recommendations: [], receipt: { state: "pending" } });
		for (const member of ["overallScore", "pillars", "axes", "engines", "firstFixes"])
			expect(result).not.toHaveProperty(member);
	});

	it("names no receipt if none is stored", () => {
		const unsaved = toAuditResult(store("f4", failedReceipt()), { ...place, state: "unsaved" });
		for (const member of ["receipt", "briefUrl"]) expect(auditResultSchema.parse(unsaved)).not.toHaveProperty(member);
	});

	it("gives its reason once, with the findings it has", () => {
		const text = JSON.stringify(failed);
		expect(text.split(error)).toHaveLength(2);
		expect(failed.findings.map(({ outcome }) => outcome)).not.toContain("unknown");
	});
});

describe("auditResultSchema", () => {
	const scored = resultOf("a.example.com", 60, { access: 90 });
	it.each([
		["a score without ok", { ...scored, ok: false }],
		["ok without a score", { ...failed, ok: true }],
		["a score beside an error", { ...scored, error: "No.", code: "unreachable" }],
		["no receipt beside a score", { ...scored, receipt: undefined }],
	])("refuses %s", (_, answer) => {
		expect(auditResultSchema.safeParse(answer).success).toBe(false);
	});
});

describe("compareResults", () => {
	it("takes B from A, in the order of the pillars", () => {
		const a = resultOf("a.example.com", 60, { safety: 10, access: 90, data: 50 });
		const b = resultOf("b.example.com", 75, { access: 95, content: 100, safety: 10 });
		const comparison = comparisonSchema.parse(compareResults(a, b));
		expect(comparison.ok).toBe(true);
		expect(comparison.ok && comparison.difference).toEqual({
			overallScore: -15,
			axes: { structure: -15, accessibility: 0 },
			pillars: [
				{ key: "access", label: PILLARS.access.label, a: 90, b: 95, difference: -5 },
				{ key: "content", label: PILLARS.content.label, a: null, b: 100, difference: null },
				{ key: "data", label: PILLARS.data.label, a: 50, b: null, difference: null },
				{ key: "safety", label: PILLARS.safety.label, a: 10, b: 10, difference: 0 },
			],
		});
	});

	it("names every site that could not be audited", () => {
		const comparison = comparisonSchema.parse(compareResults(failed, { ...failed, domain: "other.example.org" }));
		expect(comparison).not.toHaveProperty("difference");
		expect(comparison).toMatchObject({
			ok: false,
			error: `closed.example.org could not be audited: ${error} other.example.org could not be audited: ${error}`,
		});
	});
});
