import { describe, expect, it } from "vitest";
import { briefDocumentSchema } from "#core/brief-document.ts";
import { failedReceipt, readyReceipt, store, storedSamples } from "../publication/receipt.testkit.ts";
import { buildBrief } from "./brief.ts";
import { type OpenedBrief, toBriefDocument } from "./brief-twin.ts";

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

	it("describes the history without inventing a score", () => {
		const history = [store("a1", readyReceipt()), store("f4", failedReceipt())];
		const document = toBriefDocument(opened({ history }), BASE);
		expect(document.history.map(({ receipt }) => receipt)).toEqual(history.map(({ id }) => id));
		expect(document.history[0]?.overallScore).toBe(91);
		expect(document.history[1]).not.toHaveProperty("overallScore");
	});

	it("lists each audit once, published or not, newest first, at most 24", () => {
		const at = (day: number) => `2026-10-${String(day).padStart(2, "0")}T02:00:00.000Z`;
		const kept = [store("a1", readyReceipt()), store("b2", { ...readyReceipt(), auditedAt: at(9) })];
		const past = (receipt: string, day: number) => ({
			receipt,
			auditedAt: at(day),
			overallScore: 50,
			methodology: "1.0.0",
		});
		const published = [past("c3", 20), past(kept[1]?.id ?? "", 9), past("d4", 1)];
		const { history } = toBriefDocument(opened({ history: kept, published }), BASE);
		expect(history.map(({ receipt }) => receipt)).toEqual([kept[0]?.id, "c3", kept[1]?.id, "d4"]);
		const many = Array.from({ length: 31 }, (_, day) => past(`p${day}`, day + 1)).reverse();
		expect(toBriefDocument(opened({ history: kept, published: many }), BASE).history).toHaveLength(24);
	});

	it("contains the permalink", () => {
		const stored = store("a1", readyReceipt());
		const { permalink } = toBriefDocument(opened({ stored, slug: `${stored.receipt.domain}~4k7v2m9q` }), BASE);
		expect(permalink).toBe(`${BASE}/share/${stored.receipt.domain}~4k7v2m9q/${stored.id}/`);
	});

	it("is refused for an audit without a score", () => {
		expect(() => toBriefDocument(opened({ stored: store("f4", failedReceipt()) }), BASE)).toThrow("without a score");
	});
});
