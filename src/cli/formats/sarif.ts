import { hash } from "node:crypto";
import type { Check } from "#checks/define-check.ts";
import { CHECKS } from "#checks/registry.ts";
import type { AuditResult } from "#core/audit-result.ts";
import { PRODUCT, VERSION } from "#core/brand.ts";
import { CURRENT_METHODOLOGY } from "#core/methodology.ts";
import { PILLARS } from "#core/pillar.ts";
import { isScored } from "#core/verdict.ts";
import { cut } from "#core/wording.ts";
import { type Fault, faultsOf, type Level, type Place } from "./faults.ts";
import type { Outcome } from "./format.ts";

const SCHEMA = "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json";
const SEVERITY: Readonly<Record<Level, string>> = { error: "error", warning: "warning", note: "recommendation" };

/** Code scanning shows any SARIF 2.1.0 result as a fault: unseen checks are notifications, gone faults properties. */
export function toSarif(outcome: Outcome): string {
	const { result, comparison, failures } = outcome;
	const faults = faultsOf(outcome);
	const ruleIndex = new Map<string, number>(CHECKS.map(({ id }, index) => [id, index]));
	const run = {
		tool: { driver: { name: PRODUCT, version: VERSION, semanticVersion: VERSION, rules: CHECKS.map(rule) } },
		automationDetails: { id: `sightline/${result.domain}/${result.mode}/` },
		columnKind: "utf16CodeUnits",
		invocations: [
			{
				executionSuccessful: result.ok,
				endTimeUtc: result.auditedAt,
				toolExecutionNotifications: notifications(result, ruleIndex),
			},
		],
		results: faults.map((fault) => resultOf(fault, result, ruleIndex, comparison?.states[fault.finding.id])),
		properties: {
			domain: result.domain,
			methodology: result.methodology,
			...(result.ok ? { overallScore: result.overallScore } : {}),
			gates: result.gates.map(({ id, cap }) => ({ id, cap })),
			...(failures.length === 0 ? {} : { failures }),
			...(comparison ? { baseline: comparison } : {}),
		},
	};
	return `${JSON.stringify(wellFormed({ $schema: SCHEMA, version: "2.1.0", runs: [run] }), null, 2)}\n`;
}

function rule(check: Check) {
	const { id, fault, consequence, why, howToFix, reference, pillar, engines, grade } = check;
	const level = defaultLevel(check);
	const help = [why, `How to fix it: ${howToFix}`, `Source: ${reference}`];
	return {
		id,
		shortDescription: { text: fault },
		fullDescription: { text: consequence },
		help: { text: help.join("\n\n") },
		helpUri: reference,
		defaultConfiguration: { level },
		properties: {
			tags: [pillar, PILLARS[pillar].axis, ...engines.map((engine) => `engine-${engine}`), `grade-${grade}`],
			precision: "high",
			"problem.severity": SEVERITY[level],
		},
	};
}

function defaultLevel(check: Check): Level {
	if (CURRENT_METHODOLOGY.gates.some((gate) => gate.check === check.id)) return "error";
	return isScored(check) ? "warning" : "note";
}

function resultOf(
	{ finding, level, places }: Fault,
	{ domain }: AuditResult,
	ruleIndex: ReadonlyMap<string, number>,
	baselineState: string | undefined,
) {
	const { id, title, says, fix, outcome, lift } = finding;
	const index = ruleIndex.get(id);
	const text = [`${title}.`, says, ...(fix === undefined ? [] : [`Fix: ${fix}`])].map(literal).join(" ");
	const [first, ...others] = places;
	const fingerprint = hash("sha256", `${domain} ${id}`, "hex").slice(0, 32);
	// For a file in the checkout, GitHub's upload action computes its own from the line, and warns of any other.
	const ofLine = first?.file === undefined ? { primaryLocationLineHash: `${fingerprint.slice(0, 16)}:1` } : {};
	return {
		ruleId: id,
		...(index === undefined ? {} : { ruleIndex: index }),
		kind: "fail",
		level,
		message: { text },
		locations: first ? [location(first)] : [],
		...(others.length === 0 ? {} : { relatedLocations: others.map((place, id) => ({ id, ...location(place) })) }),
		partialFingerprints: { ...ofLine, "sightline/finding/v1": fingerprint },
		...(baselineState === undefined ? {} : { baselineState }),
		properties: { outcome, lift, address: first?.url },
	};
}

/** Code scanning wants every result in a file, and refuses a whole report for one address with its scheme. */
function location({ file, url, line, column, excerpt }: Place) {
	const path = file?.toWellFormed().split("/").map(encodeURIComponent).join("/");
	const snippet = excerpt && line !== undefined ? { snippet: { text: cut(excerpt, 1000) } } : {};
	return {
		physicalLocation: {
			artifactLocation: { uri: path ?? schemeless(url) },
			region: { startLine: line ?? 1, ...(column === undefined ? {} : { startColumn: column }), ...snippet },
		},
		...(file === undefined ? { logicalLocations: [{ fullyQualifiedName: url, kind: "resource" }] } : {}),
	};
}

/** `https://example.com/a?b` → `example.com/a?b`, as RFC 3986 lets a relative reference be. */
function schemeless(url: string): string {
	const parsed = URL.canParse(url) ? new URL(url) : undefined;
	const text = parsed ? `${parsed.hostname}${parsed.pathname}${parsed.search}` : url.toWellFormed();
	return text.replace(/%(?![\da-f]{2})|[^\w.~!$&'()*+,;=@/?%-]/giu, encodeURIComponent);
}

function notifications(result: AuditResult, ruleIndex: ReadonlyMap<string, number>) {
	const unknown = result.findings.filter(({ outcome }) => outcome === "unknown");
	const unseen = unknown.map(({ id, says }) => {
		const index = ruleIndex.get(id);
		const associatedRule = { id, ...(index === undefined ? {} : { index }) };
		return { level: "note", message: { text: literal(`Could not be looked at: ${says}`) }, associatedRule };
	});
	if (result.ok) return unseen;
	return [{ level: "error", message: { text: literal(result.error) }, descriptor: { id: result.code } }, ...unseen];
}

/** Brackets would make a link of what a site has said (SARIF 2.1.0, section 3.11.6). */
function literal(text: string): string {
	return text.replace(/[\\[\]]/g, "\\$&");
}

/** Readers of JSON refuse or replace half characters. */
function wellFormed<T>(value: T): T {
	return JSON.parse(JSON.stringify(value), (_, each: unknown) =>
		typeof each === "string" ? each.toWellFormed() : each,
	);
}
