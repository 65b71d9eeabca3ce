import { describe, expect, it } from "vitest";
import { CHECKS } from "#checks/registry.ts";
import { REFUSAL } from "#core/brand.ts";
import { receiptSchema } from "#core/receipt.ts";
import { parseTarget } from "#core/target.ts";
import { BOOKSHOP, CLOSED_SITE, NEWSPAPER } from "../endpoints/receipts.examples.ts";
import { ENDPOINTS } from "./endpoints.ts";

const named = ENDPOINTS.map((endpoint) => [endpoint.operationId, endpoint] as const);

describe("ENDPOINTS", () => {
	it("has the operations, paths, scopes and quotas of the interface specification, in order", () => {
		const rows = ENDPOINTS.map(({ operationId, method, path, scope, quota, cost }) =>
			[operationId, method, path, scope, quota, cost].map((each) => each ?? "-").join(" "),
		);
		const specified = [
			"publicAudit POST /api/v1/public/audit audit:public audit -",
			"publicExecutiveBrief POST /api/v1/public/brief brief:public brief -",
			"publicSimulateLift POST /api/v1/public/simulate-lift audit:public audit -",
			"publicCompare POST /api/v1/public/compare audit:public audit 2",
			"publicWall GET /api/v1/public/wall - - -",
			"publicTools GET /api/v1/public/tools - - -",
			"getHealth GET /api/health health:read - -",
		];
		expect(rows.filter((row) => specified.includes(row))).toEqual(specified);
	});

	it.each(named)("%s has an input schema if it has a body, and a description", (_, endpoint) => {
		if (endpoint.method === "POST") expect(endpoint.input).toBeDefined();
		expect(endpoint.summary).toMatch(/^[A-Z].{8,60}[^.]$/);
		expect(endpoint.description).toMatch(/^[A-Z].+\.$/s);
	});
});

describe("examples", () => {
	it.each(named)("of %s match its schemas", (_, { input, output, examples }) => {
		expect(Object.keys(examples.output)).not.toEqual([]);
		expect(input === undefined).toBe(examples.input === undefined);
		for (const [name, example] of Object.entries(examples.input ?? {})) {
			expect(input?.safeParse(example).error, name).toBeUndefined();
		}
		for (const [name, example] of Object.entries(examples.output)) {
			expect(output.safeParse(JSON.parse(JSON.stringify(example))).error, name).toBeUndefined();
			expect(example, name).toHaveProperty("refusal", REFUSAL);
		}
	});

	it.each(named)("of %s use auditable hosts", (_, { examples }) => {
		for (const example of Object.values(examples.input ?? {})) {
			const { domain, domainA, domainB } = example as Record<string, string>;
			for (const each of [domain, domainA, domainB]) if (each !== undefined) parseTarget(each);
		}
	});

	it.each([BOOKSHOP, NEWSPAPER, CLOSED_SITE].map((stored) => [stored.receipt.domain, stored] as const))(
		"use a valid receipt of %s",
		(_, { id, receipt }) => {
			expect(id).toMatch(/^[0-9a-f]{64}$/);
			expect(receiptSchema.safeParse(receipt).error).toBeUndefined();
			for (const finding of receipt.findings) {
				const { id: check, pillar, weight, scored, tableStakes, reference, engines } = finding;
				const known = CHECKS.find((each) => each.id === check);
				expect(known, check).toMatchObject({ id: check, pillar, weight, reference, engines });
				expect(finding.title === known?.title, check).toBe(finding.outcome === "pass");
				expect(known?.tableStakes, check).toBe(tableStakes);
				expect(known?.scored ?? true, check).toBe(scored);
			}
			const { axes, overall } = receipt.scores ?? { axes: { structure: 0, accessibility: 0 }, overall: 0 };
			expect(Math.abs((axes.structure + axes.accessibility) / 2 - overall)).toBeLessThan(1);
		},
	);
});
