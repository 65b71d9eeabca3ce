import { describe, expect, it } from "vitest";
import { briefDocumentSchema } from "#core/brief-document.ts";
import { buildBrief } from "./brief.ts";
import { type OpenedBrief, toBriefDocument } from "./brief-document.ts";
import { failedReceipt, readyReceipt, store, storedSamples } from "./receipt.testkit.ts";

const BASE = "https://audit.example.com/base";
const opened = (parts: Partial<OpenedBrief> = {}): OpenedBrief => {
	const stored = parts.stored ?? store("a1", readyReceipt());
	return {
		stored,
		auditedAt: stored.receipt.auditedAt,
		place: {},
		slug: stored.receipt.domain,
		agencyName: "",
		expiresAt: "2026-12-20T02:00:00.000Z",
		history: [stored],
		...parts,
	};
};

describe("toBriefDocument", () => {
	it.each(
		storedSamples()
			.filter(({ receipt }) => receipt.ok)
			.map((stored) => [stored.receipt.domain, stored] as const),
	)("says of %s what its page says", (_, stored) => {
		const document = toBriefDocument(opened({ stored }), BASE);
		expect(briefDocumentSchema.parse(JSON.parse(JSON.stringify(document)))).toEqual(document);
		const page = buildBrief(stored, { baseUrl: BASE });
		expect(page).toMatchObject({
			overallScore: document.overallScore,
			shareUrl: document.shareUrl,
			pillars: document.pillars,
			recommendations: document.recommendations,
		});
		expect(document.findings.map(({ id }) => id)).toEqual(page.findings.map(({ id }) => id));
	});

	it("speaks of the past without making up a score", () => {
		const history = [store("a1", readyReceipt()), store("f4", failedReceipt())];
		const document = toBriefDocument(opened({ history }), BASE);
		expect(document.history.map(({ receipt }) => receipt)).toEqual(history.map(({ id }) => id));
		expect(document.history[0]?.overallScore).toBe(91);
		expect(document.history[1]).not.toHaveProperty("overallScore");
	});

	it("is not made for an audit without a score", () => {
		expect(() => toBriefDocument(opened({ stored: store("f4", failedReceipt()) }), BASE)).toThrow("without a score");
	});
});
