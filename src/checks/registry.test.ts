import { readdirSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { CURRENT_METHODOLOGY } from "#core/methodology.ts";
import { PILLAR_KEYS } from "#core/pillar.ts";
import { AUDIT_MODES } from "#core/preset.ts";
import { EVIDENCE_GRADES } from "#core/verdict.ts";
import { CHECKS } from "./registry.ts";

const IDS = CHECKS.map((check) => check.id);
/** File names of a pillar's folder, without tests and extensions. */
const filesOf = (pillar: string) =>
	readdirSync(new URL(`${pillar}/`, import.meta.url))
		.filter((name) => name.endsWith(".ts") && !/\.(?:test|examples)\.ts$/.test(name))
		.map((name) => name.replace(/\.ts$/, ""));

describe.each(CHECKS.map((check) => [check.id, check] as const))("%s", (id, check) => {
	test("has the name of its file, in its pillar's folder, next to a test", () => {
		expect(id).toMatch(/^[a-z0-9]+(-[a-z0-9]+)*$/);
		expect(filesOf(check.pillar)).toContain(id);
		const files = readdirSync(new URL(`${check.pillar}/`, import.meta.url));
		const tests = [`${id}.test.ts`, ...(check.scope === "pages" ? ["pages-together.test.ts"] : [])];
		expect(tests.filter((name) => files.includes(name))).not.toEqual([]);
	});

	test("has complete sentences, and a title that is true for a pass", () => {
		for (const sentence of [check.why, check.howToFix, check.weightReason]) {
			expect(sentence).toMatch(/^[A-Z][^\n]{20,}[.>]$/);
		}
		expect(check.title).toMatch(/^(?:[A-Z]|robots\.txt)[^\n]{10,89}[^.?!]$/);
		// An accusing title would be false for a pass.
		expect(check.title).not.toMatch(/\b(?:missing|invalid|broken|fails?|should|must|lacks|error)\b/i);
	});

	test("rests on a grade of evidence, in a mode", () => {
		expect(EVIDENCE_GRADES).toContain(check.grade);
		expect(AUDIT_MODES).toContain(check.mode);
		expect(new Set(check.engines).size).toBe(check.engines.length);
	});

	test("refers to a page of the web", () => {
		expect(check.reference).toMatch(/^https:\/\/[a-z0-9.-]+\/\S+$/);
	});

	test("yields to checks that exist, never to itself, nor in a circle", () => {
		const seen = new Set<string>();
		const roots = [...(check.yieldsTo ?? [])];
		for (let root = roots.pop(); root; root = roots.pop()) {
			expect(IDS).toContain(root);
			expect(root).not.toBe(id);
			if (seen.has(root)) continue;
			seen.add(root);
			roots.push(...(CHECKS.find((each) => each.id === root)?.yieldsTo ?? []));
		}
		expect(seen).not.toContain(id);
	});
});

describe("the registry", () => {
	test("has every check once, and every file of a pillar is a check in it", () => {
		expect(new Set(IDS).size).toBe(IDS.length);
		expect(PILLAR_KEYS.flatMap(filesOf).toSorted()).toEqual(IDS.toSorted());
	});

	test("has two checks or more in every pillar, and shows pillars in their order", () => {
		for (const pillar of PILLAR_KEYS) {
			expect(CHECKS.filter((check) => check.pillar === pillar).length, pillar).toBeGreaterThanOrEqual(2);
		}
		const order = CHECKS.map((check) => PILLAR_KEYS.indexOf(check.pillar));
		expect(order).toEqual(order.toSorted((a, b) => a - b));
	});

	test("closes no gate on a draft or a convention", () => {
		const grades = CURRENT_METHODOLOGY.gates.map((gate) => CHECKS.find((check) => check.id === gate.check)?.grade);
		expect(grades.filter((grade) => grade !== "standard" && grade !== "vendor")).toEqual([]);
	});

	test("has the check behind every gate", () => {
		expect(IDS).toEqual(expect.arrayContaining(CURRENT_METHODOLOGY.gates.map((gate) => gate.check)));
	});
});
