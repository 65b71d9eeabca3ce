import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { afterAll, describe, expect, it } from "vitest";
import { CHECKS } from "#checks/registry.ts";
import type { Report } from "#core/report.ts";
import { createAuditor } from "./auditor.ts";
import { readEnvironment } from "./environment.ts";

interface PlantedFaults {
	readonly sites: Readonly<
		Record<
			string,
			{
				readonly preset: string;
				readonly faults: readonly { readonly check: string; readonly outcome: string }[];
				readonly charged: readonly { readonly check: string; readonly to: string }[];
			}
		>
	>;
}

const samples = new URL("../../samples/", import.meta.url);
const planted = JSON.parse(readFileSync(new URL("planted-faults.json", samples), "utf8")) as PlantedFaults;
const auditor = createAuditor(readEnvironment({}), { load: "lone" });
afterAll(() => auditor.close());

async function auditSample(host: string): Promise<Report> {
	const folder = fileURLToPath(new URL(`sites/${host}/`, samples));
	return (await auditor.audit({ domain: host, mode: "light", folder })).report;
}

describe("the sample sites", () => {
	it.each(Object.entries(planted.sites))(
		"%s: every planted fault is found, and nothing is invented",
		async (host, plan) => {
			const report = await auditSample(host);
			const found = report.findings.filter((each) => each.outcome === "fail" || each.outcome === "partial");
			const text = (check: string, outcome: string) => `${check}: ${outcome}`;
			expect(found.map((each) => text(each.id, each.outcome)).toSorted()).toEqual(
				plan.faults.map((each) => text(each.check, each.outcome)).toSorted(),
			);
			const charged = report.findings.filter((each) => each.chargedTo !== undefined);
			expect(charged.map((each) => text(each.id, each.chargedTo ?? "")).toSorted()).toEqual(
				plan.charged.map((each) => text(each.check, each.to)).toSorted(),
			);
			expect(report.findings.filter((each) => each.outcome === "unknown")).toEqual([]);
			expect(report.preset.key).toBe(plan.preset);
			expect(report).toMatchObject({ ok: true, source: "folder" });
		},
	);

	it("show every check that a folder can show both right and wrong", async () => {
		const reports = await Promise.all(Object.keys(planted.sites).map(auditSample));
		const outcomes = (id: string) =>
			new Set(reports.flatMap((each) => each.findings.filter((f) => f.id === id).map((f) => f.outcome)));
		const onNetworkOnly = new Set(["https", "hsts", "redirects"]);
		// A site whose home page is an error has nothing else to show; it is tested where the check is.
		const neverWrong = new Set(["home-status"]);
		for (const { id } of CHECKS) {
			if (onNetworkOnly.has(id)) continue;
			expect(outcomes(id), id).toContain("pass");
			if (!neverWrong.has(id)) expect(outcomes(id).has("fail") || outcomes(id).has("partial"), id).toBe(true);
		}
	});
});
