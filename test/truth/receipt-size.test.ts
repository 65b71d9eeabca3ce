import { describe, expect, it } from "vitest";
import { createReceipt, LIGHT_RECEIPT_BYTES, receiptText } from "#receipts/store/receipt.ts";
import { auditExemplary, WAYS } from "./exemplary-audit.ts";
import { EXEMPLARY_SITES } from "./exemplary-sites.ts";

const LIGHT = WAYS.filter(([, mode]) => mode === "light").map(([kind]) => kind);

describe("the receipt of a light audit", () => {
	it.each(EXEMPLARY_SITES.map((site) => [site.host, site] as const))(
		"of %s takes at most 25 kB, with every exhibit",
		async (_, site) => {
			for (const kind of LIGHT) {
				const { report } = await auditExemplary(site, kind, "light");
				const { receipt } = await createReceipt(report, "e".repeat(64));
				expect(Buffer.byteLength(await receiptText(receipt))).toBeLessThanOrEqual(LIGHT_RECEIPT_BYTES);
				expect(receipt.findings).toEqual(report.findings);
			}
		},
	);
});
