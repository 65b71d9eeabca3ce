import { hash } from "node:crypto";
import type { Check } from "#checks/define-check.ts";
import { CHECKS } from "#checks/registry.ts";
import type { AuditResult } from "#core/audit-result.ts";
import { PRODUCT, VERSION } from "#core/brand.ts";
import { CURRENT_METHODOLOGY } from "#core/methodology.ts";
import { type Occurrence, positionIn } from "#core/occurrence.ts";
import { PILLARS } from "#core/pillar.ts";
import { isFault, isScored } from "#core/verdict.ts";
import { cut, plainCount } from "#core/wording.ts";
import { cappingChecks, fixesInOrder } from "#site/brief/recommendation.ts";
import { tame } from "../terminal.ts";
import type { Outcome } from "./format.ts";

const SCHEMA = "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json";
const SEVERITY: Readonly<Record<Level, string>> = { error: "error", warning: "warning", note: "recommendation" };

/** Code scanning shows any SARIF 2.1.0 result as a fault: unknown checks are notifications, fixed faults properties. */
export function toSarif(outcome: Outcome): string {
	const { result, comparison, failures } = outcome;
	const faults = faultsOf(outcome);
	const ruleIndex = new Map<string, number>(CHECKS.map(({ id }, index) => [id, index]));
	const results = faults.flatMap((fault) => {
		const state = comparison?.states[fault.finding.id];
		const texts = new Map<string, number>();
		return resultsIn(fault).map((each) => resultOf(each, ruleIndex, state, fingerprintIn(texts, each, result)));
	});
	const run = {
		tool: { driver: { name: PRODUCT, version: VERSION, semanticVersion: VERSION, rules: CHECKS.map(rule) } },
		automationDetails: { id: `sightline/${result.domain}/${result.mode}/` },
		columnKind: "utf16CodeUnits",
		invocations: [
			{
				executionSuccessful: result.ok,
				endTimeUtc: result.auditedAt,
				toolExecutionNotifications: [...notifications(result, ruleIndex), ...cutNotice(results.length)],
			},
		],
		results: results.slice(0, MAX_RESULTS),
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

/**
 * GitHub keeps the 5,000 gravest results of a run and refuses more than 25,000.
 * @see https://docs.github.com/en/code-security/code-scanning/integrating-with-code-scanning/sarif-support-for-code-scanning
 */
const MAX_RESULTS = 5_000;

function cutNotice(found: number) {
	if (found <= MAX_RESULTS) return [];
	const text = `${plainCount(found - MAX_RESULTS, "further place")} left out: GitHub keeps ${plainCount(MAX_RESULTS, "result")}. --format csv lists all.`;
	return [{ level: "note", message: { text } }];
}

/** Faults of pages become one result per place; other faults one result with all places. */
function resultsIn(fault: Fault): readonly Fault[] {
	return fault.isOfPages ? fault.places.map((place) => ({ ...fault, places: [place] })) : [fault];
}

/** Stable when a place's line moves; repeated text on a page gets a number. */
function fingerprintIn(
	texts: Map<string, number>,
	{ finding, places: [place], isOfPages }: Fault,
	{ domain }: AuditResult,
) {
	const key = isOfPages && place ? `${finding.id} ${place.url} ${place.excerpt}` : finding.id;
	const before = texts.get(key) ?? 0;
	texts.set(key, before + 1);
	return hash("sha256", `${domain} ${key}${before > 0 ? ` ${before}` : ""}`, "hex").slice(0, 32);
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
	ruleIndex: ReadonlyMap<string, number>,
	baselineState: string | undefined,
	fingerprint: string,
) {
	const { id, title, outcome, lift } = finding;
	const index = ruleIndex.get(id);
	const [first, ...others] = places;
	const { says, fix } = first?.said ?? finding;
	const text = [`${title}.`, says, ...(fix === undefined ? [] : [`Fix: ${fix}`])].map(literal).join(" ");
	// For files in the checkout, GitHub's upload action computes its own hash of the line and warns about any other.
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

/** Code scanning expects every result in a file, and rejects the whole report for one address with a scheme. */
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

/** `https://example.com/a?b` → `example.com/a?b`, a relative reference of RFC 3986. */
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
		return { level: "note", message: { text: literal(`Could not be checked: ${says}`) }, associatedRule };
	});
	if (result.ok) return unseen;
	return [{ level: "error", message: { text: literal(result.error) }, descriptor: { id: result.code } }, ...unseen];
}

/** Brackets would turn a site's text into a link (SARIF 2.1.0, section 3.11.6). */
function literal(text: string): string {
	return text.replace(/[\\[\]]/g, "\\$&");
}

/** JSON parsers reject or replace lone surrogates. */
function wellFormed<T>(value: T): T {
	return JSON.parse(JSON.stringify(value), (_, each: unknown) =>
		typeof each === "string" ? each.toWellFormed() : each,
	);
}

const COMMANDS: Readonly<Record<Level, string>> = { error: "error", warning: "warning", note: "notice" };
/** GitHub shows only 10 annotations per level and step. */
const SHOWN = 10;

export function toAnnotations(outcome: Outcome): string {
	const { result, failures } = outcome;
	const audit = result.ok
		? []
		: [workflowCommand("error", { title: `${result.domain} could not be audited` }, result.error)];
	const asked = failures.map((says) => workflowCommand("error", { title: result.domain }, says));
	const faults = faultsOf(outcome)
		.flatMap(resultsIn)
		.map((fault) => ({ level: fault.level, line: annotation(fault) }));
	const all = [...[...audit, ...asked].map((line) => ({ level: "error" as Level, line })), ...faults];
	const lines = (["error", "warning", "note"] as const).flatMap((level) => {
		const own = all.filter((each) => each.level === level).map(({ line }) => line);
		const more = own.length - SHOWN;
		const rest = more > 0 ? [`${plainCount(more, `more ${COMMANDS[level]}`)}: GitHub shows ${SHOWN} of a level.`] : [];
		return [...own.slice(0, SHOWN), ...rest];
	});
	return lines.map((line) => `${line}\n`).join("");
}

function annotation({ finding, level, places: [place] }: Fault): string {
	const { id, title } = finding;
	const { says, fix } = place?.said ?? finding;
	const file = place?.file === undefined ? {} : { file: place.file, line: place.line ?? 1 };
	const column = place?.file === undefined || place.column === undefined ? {} : { col: place.column };
	const address = place === undefined || place.file !== undefined ? [] : [place.url];
	const text = [...address, says, ...(fix === undefined ? [] : [`Fix: ${fix}`])].map(tame).join("\n");
	return workflowCommand(COMMANDS[level], { ...file, ...column, title: `${title} (${id})` }, text);
}

/** `::warning file=index.html,line=3,title=…::…`, escaped as GitHub's runner reads it. */
export function workflowCommand(
	name: string,
	properties: Readonly<Record<string, string | number>>,
	text: string,
): string {
	const named = Object.entries(properties).map(([key, value]) => `${key}=${escapeProperty(tame(String(value)))}`);
	return `::${name} ${named.join(",")}::${escapeData(text)}`;
}

function escapeData(text: string): string {
	return text.toWellFormed().replaceAll("%", "%25").replaceAll("\r", "%0D").replaceAll("\n", "%0A");
}

function escapeProperty(text: string): string {
	return escapeData(text).replaceAll(":", "%3A").replaceAll(",", "%2C");
}

type Finding = AuditResult["findings"][number];

/** `error`: caps the score; `warning`: costs points; `note`: is shown and never counted. */
export type Level = "error" | "warning" | "note";

export interface Fault {
	readonly finding: Finding;
	readonly level: Level;
	readonly places: readonly Place[];
	/** Whether the places are complete, over all pages. */
	readonly isOfPages: boolean;
}

export interface Place {
	readonly url: string;
	/** Path relative to the repository, for folders. */
	readonly file?: string;
	/** From 1. */
	readonly line?: number;
	/** In UTF-16 code units, from 1. */
	readonly column?: number;
	readonly excerpt?: string;
	/** From its page, if the finding covers several. */
	readonly said?: Pick<Occurrence, "says" | "fix">;
}

/** The domain, or with the path below it if a folder is published there. */
export function subjectOf({ result, home }: Pick<Outcome, "result" | "home">): string {
	return home === undefined ? result.domain : `${result.domain}${new URL(home).pathname.replace(/\/$/, "")}`;
}

/** Order: faults that cap the score, faults that cost points by priority, unscored faults. */
export function faultsOf({
	result,
	files,
	home = `https://${result.domain}/`,
	occurrences = [],
}: Pick<Outcome, "result" | "files" | "home" | "occurrences">): readonly Fault[] {
	const byCheck = Map.groupBy(occurrences, ({ check }) => check);
	const capping = cappingChecks(result);
	const counted = fixesInOrder(result);
	const shown = result.findings.filter((each) => isFault(each.outcome) && !counted.includes(each));
	const faults = [...counted, ...shown].map((finding): Fault => {
		const level = capping.has(finding.id) ? "error" : finding.scored ? "warning" : "note";
		const seen = byCheck.get(finding.id);
		const places = seen ? seen.map(placeOf) : placesOf(finding, home, files);
		return { finding, level, places, isOfPages: seen !== undefined };
	});
	const order: readonly Level[] = ["error", "warning", "note"];
	return faults.toSorted((a, b) => order.indexOf(a.level) - order.indexOf(b.level));
}

function placeOf({ page, file, line, column, excerpt, says, fix }: Occurrence): Place {
	return {
		url: page,
		...(file === undefined ? {} : { file }),
		...placed({ line, column }),
		excerpt,
		said: { says, fix },
	};
}

function placed({ line, column }: Pick<Occurrence, "line" | "column">): Pick<Place, "line" | "column"> {
	return { ...(line === undefined ? {} : { line }), ...(column === undefined ? {} : { column }) };
}

/** At least one: a fault without an excerpt is placed on the home page. */
function placesOf({ evidence }: Finding, home: string, files: Outcome["files"]): Place[] {
	const places = evidence.map(({ url, at, excerpt }): Place => {
		const file = files.get(url);
		return { url, excerpt, ...(file === undefined ? {} : { file }), ...placed(positionIn(at)) };
	});
	const homeFile = files.get(home);
	// The fault of a missing file is shown on the home page, because viewers need an existing file.
	const first =
		places.find(({ file }) => file !== undefined) ??
		(homeFile === undefined ? undefined : { url: home, file: homeFile });
	if (first === undefined) return places.length > 0 ? places : [{ url: home }];
	return [first, ...places.filter((each) => each !== first)];
}

/** Lost points are failures, inapplicable and unknown checks are skipped, unscored faults pass with output. */
export function toJunit(outcome: Outcome): string {
	const { result, failures } = outcome;
	const faults = new Map(faultsOf(outcome).map((fault) => [fault.finding.id, fault]));
	const suites = Object.values(PILLARS).map(({ key, label }) => {
		const cases = result.findings
			.filter(({ pillar }) => pillar === key)
			.flatMap((each) => casesOf(each, faults.get(each.id)));
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

/** One case per faulty page. */
function casesOf(finding: Finding, fault: Fault | undefined): readonly Case[] {
	if (!fault?.isOfPages) return [checkCase(finding, fault)];
	return [...Map.groupBy(fault.places, ({ file, url }) => file ?? url)].map(([page, places]) => {
		const { says, fix } = places[0]?.said ?? finding;
		const { fix: _, ...rest } = finding;
		const onPage = { ...rest, says, ...(fix === undefined ? {} : { fix }) };
		return checkCase(onPage, { ...fault, finding: onPage, places }, page);
	});
}

function checkCase(finding: Finding, fault: Fault | undefined, page?: string): Case {
	const { id, title, pillar, outcome, says, scored } = finding;
	const attributes = {
		name: `${id}: ${title}${page === undefined ? "" : ` (${page})`}`,
		classname: `${PRODUCT.toLowerCase()}.${pillar}`,
	};
	const made = (kind: Case["kind"], inner: string[]): Case => ({ kind, text: element("testcase", attributes, inner) });
	if (fault && scored) {
		const type = fault.level === "error" ? "caps the score" : outcome;
		return made("failure", [element("failure", { message: says, type }, [escapeXml(details(fault))])]);
	}
	if (fault) return made("passed", [element("system-out", {}, [escapeXml(`Not counted. ${details(fault)}`)])]);
	if (outcome === "pass") return made("passed", []);
	const message = outcome === "unknown" ? `Could not be checked: ${says}` : `Does not apply: ${says}`;
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

/** @param inner already XML */
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

/** Replaces characters that XML 1.0 does not allow; line breaks survive in attributes too. */
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

const COLUMNS = ["check", "level", "outcome", "page", "file", "line", "column", "excerpt", "says", "fix"] as const;
type Row = Readonly<Record<(typeof COLUMNS)[number], string | number | undefined>>;

/** RFC 4180: one line per place of each fault, gravest first. */
export function toCsv(outcome: Outcome): string {
	const lines = rowsOf(outcome).map((row) => COLUMNS.map((column) => cell(row[column])));
	return [COLUMNS.join(","), ...lines.map((cells) => cells.join(","))].map((line) => `${line}\r\n`).join("");
}

/** The same rows as JSON objects, one per line. */
export function toNdjson(outcome: Outcome): string {
	return rowsOf(outcome)
		.map((row) => `${JSON.stringify(row)}\n`)
		.join("");
}

function rowsOf(outcome: Outcome): readonly Row[] {
	return faultsOf(outcome).flatMap((fault) => fault.places.map((place) => rowOf(fault, place)));
}

function rowOf({ finding, level }: Fault, { url, file, line, column, excerpt, said }: Place): Row {
	const { id: check, outcome } = finding;
	const { says, fix } = said ?? finding;
	return { check, level, outcome, page: url, file, line, column, excerpt, says, fix };
}

/** Spreadsheets treat cells starting with these characters as formulas, and a page may contain one. */
function cell(value: string | number | undefined): string {
	const text = `${value ?? ""}`.toWellFormed();
	const plain = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
	return /[",\r\n]/.test(plain) ? `"${plain.replaceAll('"', '""')}"` : plain;
}
