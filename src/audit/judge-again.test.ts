import { readdirSync, readFileSync } from "node:fs";
import { gunzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import type { Check } from "#checks/define-check.ts";
import { CHECKS } from "#checks/registry.ts";
import { METHODOLOGY } from "#core/methodology.ts";
import { LATER_FACTS, readAsEarlier } from "#evidence/earlier-evidence.ts";
import { assess, type EvidenceRecord } from "./assess.ts";
import { judgeAgain } from "./judge-again.ts";

const FIRST = "1.0.0";

function storedEvidence(version: string): EvidenceRecord[] {
	const directory = new URL(`golden/${version}/`, import.meta.url);
	const names = readdirSync(directory).filter((name) => name.endsWith(".evidence.json.gz"));
	return names.map((name) => JSON.parse(gunzipSync(readFileSync(new URL(name, directory))).toString("utf8")));
}

const isLater = (fact: string) => LATER_FACTS.some((facts) => facts.has(fact));

/** `text.words` of every object of a record: its holder's name and its own. */
function factsOf(value: unknown, holder: string, facts: Set<string>): Set<string> {
	if (Array.isArray(value)) for (const each of value) factsOf(each, holder, facts);
	else if (typeof value === "object" && value !== null)
		for (const [name, member] of Object.entries(value)) {
			facts.add(`${holder}.${name}`);
			if (!isLater(`${holder}.${name}`)) factsOf(member, name, facts);
		}
	return facts;
}

function factsOfPages(records: readonly EvidenceRecord[]): Set<string> {
	const facts = new Set<string>();
	for (const { evidence } of records) factsOf(evidence.home, "home", facts);
	return facts;
}

describe("evidence of methodology 1.0.0", () => {
	const records = storedEvidence(FIRST);

	it("is judged by the methodology in force, which asks every check it has", () => {
		for (const record of records) {
			const { methodology, findings, scores } = judgeAgain(record, CHECKS);
			expect(methodology).toBe(METHODOLOGY);
			expect(findings.map(({ id }) => id)).toEqual(CHECKS.map(({ id }) => id));
			expect(scores?.overall).toBeGreaterThanOrEqual(0);
		}
	});

	it("gives no verdict where a check asks for what was not collected then", () => {
		const [record] = records;
		if (!record) throw new RangeError("There is evidence.");
		const unknown = judgeAgain(record, CHECKS).findings.filter(({ outcome }) => outcome === "unknown");
		expect(unknown.map(({ id }) => id)).toContain("main-text");
		for (const { says } of unknown) expect(says).toContain("collected before audits looked at this");
	});

	it("lacks no fact of today's pages but those that are named as later", () => {
		const [then, now] = [factsOfPages(records), factsOfPages(storedEvidence(METHODOLOGY))];
		expect([...now].filter((fact) => !then.has(fact) && !isLater(fact))).toEqual([]);
	});

	it("is itself where it is of today's collectors", () => {
		for (const record of storedEvidence(METHODOLOGY))
			expect(judgeAgain(record, CHECKS)).toEqual(assess(record, CHECKS));
	});

	it("lets a check be unknown that breaks on its shape, and no defect of another kind pass", () => {
		const [record] = records;
		const [first] = CHECKS;
		if (!record || !first) throw new RangeError("There is evidence, and a check.");
		const breaking = (error: Error): Check[] => [
			...CHECKS.slice(1),
			{
				...first,
				needs: [],
				evaluate: () => {
					throw error;
				},
			} as Check,
		];
		const { findings } = judgeAgain(record, breaking(new TypeError("undefined is not iterable")));
		expect(findings.find(({ id }) => id === first.id)?.outcome).toBe("unknown");
		expect(() => judgeAgain(record, breaking(new RangeError("A defect.")))).toThrow("A defect.");
	});
});

describe("earlier evidence", () => {
	it("has failed where nothing was looked at, and is itself otherwise", () => {
		const [record] = storedEvidence(FIRST);
		if (!record) throw new RangeError("There is evidence.");
		const { robots, ...rest } = record.evidence;
		const read = readAsEarlier(rest as typeof record.evidence);
		expect(read.robots).toMatchObject({ state: "failed", code: "not-collected" });
		expect(read.sitemap).toEqual(rest.sitemap);
		expect(read.home).toBe(read.home);
	});
});
