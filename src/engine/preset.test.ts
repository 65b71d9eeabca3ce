import { describe, expect, it } from "vitest";
import type { Evidence } from "#evidence/evidence-map.ts";
import { detectPreset } from "./preset.ts";

function withTypes(...types: string[]): Evidence {
	const nodes = types.map((type) => ({ types: [type], id: null, properties: {}, block: 0, top: true }));
	return { home: { state: "found", value: { digest: { jsonLd: { blocks: [], nodes } } } } } as unknown as Evidence;
}

describe("detectPreset", () => {
	it.each([
		[["WebSite", "Product"], "ecommerce"],
		[["NewsArticle"], "publisher"],
		[["Dentist"], "local-business"],
		[["SoftwareApplication"], "saas"],
		[["TechArticle"], "docs"],
		[["LegalService"], "professional-services"],
		[["Organization", "WebSite"], "general"],
		[[], "general"],
	])("reads %j as %s", (types, preset) => {
		expect(detectPreset(withTypes(...types), "www.example.com", null).key).toBe(preset);
	});

	it("says why, and lets the watchlist decide", () => {
		expect(detectPreset(withTypes("Dentist"), "www.example.com", null).says).toContain("Dentist");
		expect(detectPreset(withTypes("Dentist"), "www.example.com", "saas")).toMatchObject({ key: "saas" });
		expect(detectPreset(withTypes(), "docs.example.com", null).key).toBe("docs");
	});

	it("reads nothing from a home page that could not be had", () => {
		const failed = { home: { state: "failed", url: "", code: "x", reason: "" } } as unknown as Evidence;
		expect(detectPreset(failed, "www.example.com", null).key).toBe("general");
	});
});
