import type { AuditResult } from "#core/audit-result.ts";
import { PRODUCT } from "#core/brand.ts";
import { PILLARS } from "#core/pillar.ts";
import { type Fault, faultsOf } from "./faults.ts";
import type { Outcome } from "./format.ts";

type Finding = AuditResult["findings"][number];

/** Lost points fail; what does not apply or was not seen is skipped; uncounted checks pass, with output. */
export function toJunit(outcome: Outcome): string {
	const { result, failures } = outcome;
	const faults = new Map(faultsOf(outcome).map((fault) => [fault.finding.id, fault]));
	const suites = Object.values(PILLARS).map(({ key, label }) => {
		const cases = result.findings
			.filter(({ pillar }) => pillar === key)
			.map((each) => checkCase(each, faults.get(each.id)));
		return suite(label, cases, result.auditedAt);
	});
	const audit = auditCases(result, failures);
	const all = [
		...suites.filter((each) => each.cases.length > 0),
		...(audit.length > 0 ? [suite("Audit", audit, result.auditedAt)] : []),
	];
	const name = `${PRODUCT} ${result.mode} audit of ${result.domain}`;
	const counts = countsOf(all.flatMap(({ cases }) => cases));
	return `<?xml version="1.0" encoding="UTF-8"?>\n${element(
		"testsuites",
		{ name, ...counts },
		all.map(({ text }) => text),
	)}\n`;
}

interface Case {
	readonly kind: "passed" | "failure" | "error" | "skipped";
	readonly text: string;
}

function checkCase(finding: Finding, fault: Fault | undefined): Case {
	const { id, title, pillar, outcome, says, scored } = finding;
	const attributes = { name: `${id}: ${title}`, classname: `${PRODUCT.toLowerCase()}.${pillar}` };
	const made = (kind: Case["kind"], inner: string[]): Case => ({ kind, text: element("testcase", attributes, inner) });
	if (fault && scored) {
		const type = fault.level === "error" ? "caps the score" : outcome;
		return made("failure", [element("failure", { message: says, type }, [escapeXml(details(fault))])]);
	}
	if (fault) return made("passed", [element("system-out", {}, [escapeXml(`Not counted. ${details(fault)}`)])]);
	if (outcome === "pass") return made("passed", []);
	const message = outcome === "unknown" ? `Could not be looked at: ${says}` : `Does not apply: ${says}`;
	return made("skipped", [element("skipped", { message }, [])]);
}

function auditCases(result: AuditResult, failures: readonly string[]): Case[] {
	const classname = `${PRODUCT.toLowerCase()}.audit`;
	const cases = failures.map((says): Case => {
		const inner = element("failure", { message: says, type: "asked for" }, []);
		return { kind: "failure", text: element("testcase", { name: says, classname }, [inner]) };
	});
	if (result.ok) return cases;
	const error = element("error", { message: result.error, type: result.code }, []);
	return [
		{ kind: "error", text: element("testcase", { name: "The site can be audited", classname }, [error]) },
		...cases,
	];
}

function details({ finding, places }: Fault): string {
	const { says, fix, reference } = finding;
	const seen = places.map(({ file, url, line, excerpt = "" }) =>
		`${file ?? url}${line === undefined ? "" : `:${line}`} ${excerpt}`.trimEnd(),
	);
	return [says, ...(fix === undefined ? [] : [`Fix: ${fix}`]), ...seen, reference].join("\n");
}

function suite(name: string, cases: readonly Case[], timestamp: string) {
	const attributes = { name, ...countsOf(cases), timestamp: timestamp.slice(0, 19) };
	return {
		cases,
		text: element(
			"testsuite",
			attributes,
			cases.map(({ text }) => text),
		),
	};
}

function countsOf(cases: readonly Case[]) {
	const count = (kind: Case["kind"]) => cases.filter((each) => each.kind === kind).length;
	return {
		tests: cases.length,
		failures: count("failure"),
		errors: count("error"),
		skipped: count("skipped"),
		time: 0,
	};
}

/** @param inner XML already */
function element(
	name: string,
	attributes: Readonly<Record<string, string | number>>,
	inner: readonly string[],
): string {
	const written = Object.entries(attributes).map(([key, value]) => ` ${key}="${escapeXml(String(value))}"`);
	const open = `<${name}${written.join("")}`;
	if (inner.length === 0) return `${open}/>`;
	const isText = inner.every((each) => !each.startsWith("<"));
	return isText ? `${open}>${inner.join("")}</${name}>` : `${open}>\n${inner.join("\n")}\n</${name}>`;
}

/** XML 1.0 cannot hold some characters, which are replaced; line breaks survive in attributes, too. */
function escapeXml(text: string): string {
	return text
		.toWellFormed()
		.replace(/[^\t\n\r\u{20}-\u{d7ff}\u{e000}-\u{fffd}\u{10000}-\u{10ffff}]/gu, "\ufffd")
		.replaceAll("&", "&amp;")
		.replaceAll("<", "&lt;")
		.replaceAll(">", "&gt;")
		.replaceAll('"', "&quot;")
		.replaceAll("\r", "&#13;")
		.replaceAll("\n", "&#10;")
		.replaceAll("\t", "&#9;");
}
