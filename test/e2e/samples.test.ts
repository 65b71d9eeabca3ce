import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { afterAll, describe, expect, it } from "vitest";
import { createAuditor } from "#audit/auditor.ts";
import { readEnvironment } from "#config/environment.ts";
import { PILLAR_KEYS } from "#core/pillar.ts";
import type { AuditMode } from "#core/preset.ts";
import type { Report } from "#core/report.ts";
import { parseTarget } from "#core/target.ts";

interface Fault {
	readonly check: string;
	readonly outcome: string;
}

interface PlantedFaults {
	readonly sites: Readonly<
		Record<
			string,
			{
				readonly preset: string;
				readonly faults: readonly Fault[];
				readonly deep: readonly Fault[];
				readonly charged: readonly { readonly check: string; readonly to: string }[];
			}
		>
	>;
}

const samples = new URL("../../samples/", import.meta.url);
const planted = JSON.parse(readFileSync(new URL("planted-faults.json", samples), "utf8")) as PlantedFaults;
// Without a browser, which not every machine has.
const settings = { ...readEnvironment({}), browserPath: undefined };
const auditor = await createAuditor(settings, { load: "lone" });
afterAll(() => auditor.close());

async function auditSample(host: string, mode: AuditMode): Promise<Report> {
	const folder = fileURLToPath(new URL(`sites/${host}/`, samples));
	return (await auditor.audit({ target: parseTarget(host), mode, folder })).report;
}

const faultsOf = ({ findings }: Report) =>
	findings.filter(({ outcome }) => outcome === "fail" || outcome === "partial");

describe("the sample sites", () => {
	it.each(Object.entries(planted.sites))("%s: exactly the planted faults are found", async (host, plan) => {
		const report = await auditSample(host, "light");
		const text = (check: string, outcome: string) => `${check}: ${outcome}`;
		expect(
			faultsOf(report)
				.map(({ id, outcome }) => text(id, outcome))
				.toSorted(),
		).toEqual(plan.faults.map(({ check, outcome }) => text(check, outcome)).toSorted());
		const charged = report.findings.filter((each) => each.chargedTo !== undefined);
		expect(charged.map((each) => text(each.id, each.chargedTo ?? "")).toSorted()).toEqual(
			plan.charged.map((each) => text(each.check, each.to)).toSorted(),
		);
		expect(report.findings.filter((each) => each.outcome === "unknown")).toEqual([]);
		expect(report.preset.key).toBe(plan.preset);
		expect(report).toMatchObject({ ok: true, source: "folder" });
	});

	// With several pages, one page's failure counts in part, so outcomes may differ from the home page's.
	it.each(Object.entries(planted.sites))(
		"%s: further pages have exactly the planted faults",
		async (host, { faults, deep }) => {
			const found = faultsOf(await auditSample(host, "deep"));
			expect(found.map(({ id }) => id).toSorted()).toEqual([...faults, ...deep].map(({ check }) => check).toSorted());
			for (const { check, outcome } of deep) {
				expect({ check, outcome: found.find(({ id }) => id === check)?.outcome }).toEqual({ check, outcome });
			}
		},
	);

	it("have a fault in every pillar, and one site has none", async () => {
		const reports = await Promise.all(Object.keys(planted.sites).map((host) => auditSample(host, "light")));
		const pillars = new Set(reports.flatMap(faultsOf).map(({ pillar }) => pillar));
		expect([...pillars].toSorted()).toEqual(PILLAR_KEYS.toSorted());
		expect(reports.map((report) => faultsOf(report).length)).toContain(0);
		for (const key of PILLAR_KEYS) {
			const passes = ({ findings }: Report) => findings.some((f) => f.pillar === key && f.outcome === "pass");
			expect(reports.some(passes), key).toBe(true);
		}
	});
});
