import { describe, expect, it } from "vitest";
import { auditResultSchema } from "#core/audit-result.ts";
import { REFUSAL } from "#core/brand.ts";
import { storedSamples } from "../publication/receipt.testkit.ts";
import { toAuditResult } from "./audit-result.ts";

const context = { baseUrl: "https://audit.example.com/base", state: "pending" } as const;

describe("toAuditResult", () => {
	it.each(storedSamples().map((stored) => [stored.receipt.domain, stored] as const))(
		"gives %s the fields of the interface and no others",
		(domain, stored) => {
			const result = auditResultSchema.strict().parse(JSON.parse(JSON.stringify(toAuditResult(stored, context))));
			expect(result).toMatchObject({
				domain,
				refusal: REFUSAL,
				briefUrl: `https://audit.example.com/base/brief/${domain}/`,
				receipt: { id: stored.id, state: "pending" },
			});
			expect(result.ok).toBe(result.overallScore !== undefined);
			expect(result.ok).toBe(result.pillars !== undefined);
			expect(result.ok).toBe(result.error === undefined);
		},
	);

	it("recommends a sentence for each fault, the one that opens a gate first", () => {
		const gated = storedSamples().find(({ receipt }) => receipt.gates.length > 0);
		if (!gated) throw new Error("There is no gated sample.");
		const { recommendations } = toAuditResult(gated, context);
		expect(recommendations.length).toBeGreaterThan(1);
		expect(recommendations[0]).toContain("Opens a gate");
	});
});
